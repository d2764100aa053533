import type { FetchReply, Schemas } from './operation.ts'

type ErrorBody = Schemas['Error']

/** The control API refused a request, could not be reached, or sent a reply that cannot be understood. */
export class ControlFailure extends Error {
  override readonly name = 'ControlFailure'
  /** 0 without a reply. */
  readonly status: number
  /** The error code of the reply; `undefined` if it has none. */
  readonly code: ErrorBody['code'] | undefined

  constructor(
    status: number,
    message: string,
    { code, cause }: { code?: ErrorBody['code'] | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
  }
}

/** The error for a control API that cannot be reached, with its address. */
export function unreachable(address: string, cause: unknown): ControlFailure {
  return new ControlFailure(0, `The control API at ${address} does not answer. Is the mock running?`, {
    cause,
  })
}

/** The error for a reply that does not match the document of the control API, with the address that it came from, if known. */
export function notTheControlApi(status: number, address = 'The mock'): ControlFailure {
  const message = `${address} answered ${status}, but not as the control API of this version of the mock does`
  return new ControlFailure(status, message)
}

export async function refusalOf(reply: FetchReply, address: string): Promise<ControlFailure> {
  const error = errorIn(await reply.text().catch(() => ''))
  if (!error) return notTheControlApi(reply.status, address)
  return new ControlFailure(reply.status, error.message, { code: error.code })
}

function errorIn(text: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isError =
      typeof value === 'object' &&
      value !== null &&
      'code' in value &&
      'message' in value &&
      typeof value.message === 'string'
    return isError ? (value as ErrorBody) : undefined
  } catch {
    return undefined
  }
}
