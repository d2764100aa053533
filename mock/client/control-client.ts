import type { Int64 } from '../../spec/exact-json/int64.ts'
import { parseJson, stringifyJson } from '../../spec/exact-json/json.ts'
import { notTheControlApi, refusalOf, unreachable } from './control-failure.ts'
import { readEvents, type ServerEvent } from './event-stream.ts'
import { routes } from './generated/routes.ts'
import type { Fetch, FetchReply, InputArguments, OperationId, Result } from './operation.ts'
import { worldClient, type WorldClient } from './world-client.ts'
import { worldStateOf, type WorldState } from './world-state.ts'

interface AnyInput {
  readonly path?: Readonly<Record<string, string | Int64>>
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
}

/** A client of a mock's control API. A refused request rejects with a ControlFailure that has the message of the reply. */
export class ControlClient {
  /** The address of the control API, such as `http://127.0.0.1:4010/_mock`. */
  readonly address: string
  /** The control token, which a mock requires from other machines. Empty: no token is sent. */
  token = ''
  readonly #fetch: Fetch

  constructor(address: string, fetchReply: Fetch = (url, init) => fetch(url, init)) {
    this.address = address
    this.#fetch = fetchReply
  }

  /** The controls of a world, as the typed methods of `startMock` have them. */
  world(name: string): WorldClient {
    return worldClient(this, name)
  }

  async listWorlds(): Promise<readonly WorldState[]> {
    return (await this.request('listWorlds')).map(worldStateOf)
  }

  /** Sends a request for an operation of the control API's document, which types it. */
  async request<Id extends OperationId>(id: Id, ...input: InputArguments<Id>): Promise<Result<Id>> {
    const reply = await this.#open(id, input[0] ?? {})
    const text = await reply.text().catch((cause: unknown) => {
      throw unreachable(this.address, cause)
    })
    // Mock and client come from one build, so the reply is what the document says.
    return this.#valueOf(reply, routes[id].type, text) as Result<Id>
  }

  /** Streams the events of a world, or of all worlds, in batches: from when the promise resolves until the signal aborts. */
  async follow(
    world: string | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<readonly ServerEvent[]>> {
    const { body, status } = await (world === undefined
      ? this.#open('streamAllEvents', {}, signal)
      : this.#open('streamEvents', { path: { world } }, signal))
    if (!body) throw notTheControlApi(status, this.address)
    return readEvents(body)
  }

  async #open(id: OperationId, input: AnyInput, signal?: AbortSignal): Promise<FetchReply> {
    const { method, path, type } = routes[id]
    const url = this.address + filledIn(path, input.path ?? {}) + queryOf(input.query ?? {})
    const body = input.body === undefined ? undefined : stringifyJson(input.body)
    const reply = await this.#fetch(url, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(this.token !== '' && { Authorization: `Bearer ${this.token}` }),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      throw signal?.aborted === true ? error : unreachable(this.address, error)
    })
    if (reply.status >= 400) throw await refusalOf(reply, this.address)
    if (reply.headers.get('Content-Type') !== type) throw notTheControlApi(reply.status, this.address)
    return reply
  }

  #valueOf({ status }: FetchReply, type: string | null, text: string): unknown {
    if (type === null) return undefined
    if (type !== 'application/json') return text
    try {
      return parseJson(text)
    } catch (error) {
      if (error instanceof SyntaxError) throw notTheControlApi(status, this.address)
      throw error
    }
  }
}

function filledIn(path: string, values: Readonly<Record<string, string | Int64>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name] ?? '')),
  )
}

function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
