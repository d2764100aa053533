const LASTING: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name is not known: check the spelling, or the network',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its TLS certificate is self-signed: name the authority in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its TLS certificate is self-signed: name the authority in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its TLS certificate cannot be verified: name the authority in NODE_EXTRA_CA_CERTS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS: is it http:// rather than https://?',
  EPROTO: 'it does not speak TLS as expected: is it http:// rather than https://?',
}

const PASSING: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'its host name cannot be looked up now',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it ended the connection',
  UND_ERR_SOCKET: 'it ended the connection',
  EPIPE: 'it ended the connection',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  HPE_INVALID_CONSTANT: 'it does not speak HTTP',
}

/** No reply could be had: the message says in one line why, and what may help. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  /** Whether trying again is of no use. */
  readonly lasting: boolean

  constructor(message: string, lasting: boolean) {
    super(message)
    this.lasting = lasting
  }

  /** Explains what fetch threw. */
  static from(error: unknown, url: string, timeout: number): Unreachable {
    const { origin } = new URL(url)
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return new Unreachable(`${origin} does not answer within ${timeout / 1000} s`, false)
    }
    const code = codeOf(error)
    const lasting = LASTING[code]
    const why = lasting ?? PASSING[code] ?? (code === '' ? innermost(error) : code)
    return new Unreachable(`${origin} cannot be reached: ${why}`, lasting !== undefined)
  }
}

/** What the innermost cause of a failure says. */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : innermost(error.cause)
}

/** The error code of a fetch failure, which stands in its causes, of which there may be several. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // The only one of its name without a code, where Node's parser has none for what it met.
  if (error.name === 'HTTPParserError') return 'HPE_INVALID_CONSTANT'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return codeOf(error.cause)
}
