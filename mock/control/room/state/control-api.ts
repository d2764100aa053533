import { parseJson } from '../../../../spec/json.ts'
import type { components, operations } from '../../../client/generated/wire.ts'

type Schemas = components['schemas']
export type Change = Schemas['Change']
export type Choice = Schemas['OpenPoint']
export type Clock = Schemas['Clock']
export type Exchange = Schemas['Exchange']
export type Fault = Schemas['Fault']
export type Key = Schemas['Key']
export type NewFault = Schemas['NewFault']
export type NewKey = Schemas['NewKey']
export type Pet = Schemas['Pet']
export type Plan = Schemas['Plan']
export type World = Schemas['World']

type Responses<Id extends OperationId> = operations[Id]['responses']
export type OperationId = keyof operations
export type Answer<Id extends OperationId> = Responses<Id>[keyof Responses<Id> & (200 | 201)] extends {
  content: { 'application/json': infer Json }
}
  ? Json
  : undefined
export type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Json } }
}
  ? Json
  : undefined

/** A refusal of the control API, or that it could not be reached. */
export class ControlFailure extends Error {
  /** 0 where there was no answer. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The control API as the page uses it, at an address that ends with `/_mock/`. */
export class ControlApi {
  readonly #base: string
  /** What a mock demands that listens beyond its own machine. */
  token = ''

  constructor(base: string) {
    this.#base = base
  }

  /** Asks; throws a ControlFailure for anything but success. */
  async ask<Id extends OperationId>(method: string, path: string, body?: Body<Id>): Promise<Answer<Id>> {
    const response = await this.open(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // The page and the API come from one build, so the answer is what the document says.
    return (text === '' ? undefined : parseJson(text)) as Answer<Id>
  }

  /** The same without reading the body, which may be a stream. */
  async open(path: string, init: RequestInit): Promise<Response> {
    const headers = {
      ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(this.token !== '' && { Authorization: `Bearer ${this.token}` }),
    }
    const response = await fetch(this.#base + path, { ...init, headers }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      throw new ControlFailure(0, 'The mock does not answer. Is it running?')
    })
    if (!response.ok) throw new ControlFailure(response.status, await messageOf(response))
    return response
  }
}

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const told = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof told === 'string' ? told : `The mock answered ${response.status}`
}
