/** The upstream gave no reply, or none within the time. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly status: 502 | 504

  constructor(status: 502 | 504, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }

  /** What kept a reply from coming, in words for whoever waits for it. */
  static from(error: unknown, upstream: URL): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error
    const reason = error instanceof Error ? error.message || error.name : String(error)
    return new UpstreamFailure(502, `${upstream.origin} did not reply: ${reason}`, { cause: error })
  }
}
