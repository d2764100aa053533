import type { FetchReply, Schemas } from './operation.ts'

type ErrorBody = Schemas['Error']

/** A refusal of the control API, in its own words, or that it could not be reached or understood. */
export class ControlFailure extends Error {
  override readonly name = 'ControlFailure'
  /** 0 without a reply. */
  readonly status: number
  /** The reason for machines; `undefined` where the control API gave none. */
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

export function unreachable(cause: unknown): ControlFailure {
  return new ControlFailure(0, 'The mock does not answer. Is it running?', { cause })
}

/** What is thrown where something answers that is not as the document of the control API says. */
export function notTheControlApi(status: number): ControlFailure {
  return new ControlFailure(status, 'What answers there is not the control API of this version of the mock')
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
