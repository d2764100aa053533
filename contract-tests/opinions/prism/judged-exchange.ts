/** One request and its reply, as much of them as Prism judges. Header names may be in any case. */
export interface JudgedExchange {
  readonly method: string
  /** Below the base address, with its query. */
  readonly path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  /** `undefined` where the request had none. */
  readonly requestBody: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded text; empty where the reply had none. */
  readonly body: string
}
