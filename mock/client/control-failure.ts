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

/** The error for a reply that does not match the document of the control API. */
export function notTheControlApi(status: number): ControlFailure {
  return new ControlFailure(status, 'The reply is not from the control API of this version of the mock')
}

export async function refusalOf(reply: FetchReply): Promise<ControlFailure> {
  const error = errorIn(await reply.text().catch(() => ''))
  return new ControlFailure(reply.status, error?.message ?? `The mock answered ${reply.status}`, {
    code: error?.code,
  })
}

function errorIn(text: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isError =
      typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
    return isError ? (value as ErrorBody) : undefined
  } catch {
    return undefined
  }
}
