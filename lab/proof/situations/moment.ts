// What a service can see of a request besides the request itself: what came before it, and what is under way beside it.
import type { OperationId } from '../../../spec/operations.ts'
import type { RecordedExchange } from '../../../contract-tests/history/history.ts'
import { FIRST, keyOf, SECOND, type Json } from '../violations/mutate.ts'
import type { Reply, ServiceRequest } from '../violations/service.ts'
import { ShownPets } from './shown-pets.ts'

/** An operation and the status that it was answered with. */
export interface State {
  readonly operation: OperationId
  readonly status: number
}

export type Caller = 'key' | 'second key' | 'nobody'

export type Answered = State & { readonly caller: Caller }

/** A request for an operation of the document at the first base address, and its true reply. */
export interface Moment {
  /** As the suite's own classes of requests are written for; its key is a placeholder. */
  readonly exchange: RecordedExchange
  readonly state: State
  readonly caller: Caller
  /** The last request of the same caller that was answered before this one was sent. */
  readonly before: Answered | undefined
  /** The last request of all that was answered before. */
  readonly last: Answered | undefined
  /** Those that were under way at the same time and are answered. */
  readonly beside: readonly Answered[]
  /** What the same key had been shown when this request was sent. */
  readonly shown: ShownPets
  /** Adds to what it has been shown. */
  readonly show: (pets: readonly Json[]) => void
}

/** Follows the requests of a run as they come in and are answered. */
export class Moments {
  readonly #lastOf = new Map<Caller, Answered>()
  #last: Answered | undefined
  readonly #underWay = new Set<Answered[]>()
  readonly #shown = new Map<Caller, ShownPets>()

  /** Notes that a request has come in. Call the result with its reply; requests that overlap see each other where both are answered. */
  begin(request: ServiceRequest): (reply: Reply) => Moment | undefined {
    const { operation } = request
    if (operation === undefined || request.base !== '/v1') return () => undefined
    const [lastOf, last] = [new Map(this.#lastOf), this.#last]
    const all = this.#shownTo(callerOf(request))
    const shown = new ShownPets(all)
    const beside: Answered[] = []
    this.#underWay.add(beside)
    return (reply) => {
      const { status } = reply
      const caller = status === 401 ? 'nobody' : callerOf(request)
      const state = { operation, status }
      this.#underWay.delete(beside)
      for (const others of this.#underWay) others.push({ ...state, caller })
      this.#last = { ...state, caller }
      this.#lastOf.set(caller, this.#last)
      return {
        exchange: exchangeOf(request, reply, caller),
        state,
        caller,
        before: lastOf.get(caller),
        last,
        beside,
        shown,
        show: (pets) => {
          all.add(pets)
        },
      }
    }
  }

  #shownTo(caller: Caller): ShownPets {
    const shown = this.#shown.get(caller) ?? new ShownPets()
    this.#shown.set(caller, shown)
    return shown
  }
}

function callerOf(request: ServiceRequest): Caller {
  const key = keyOf(request)
  return key === FIRST ? 'key' : key === SECOND ? 'second key' : 'nobody'
}

function exchangeOf(
  request: ServiceRequest,
  { status, headers, body }: Reply,
  caller: Caller,
): RecordedExchange {
  const { method, path, operation } = request
  return {
    ...{ id: 1, after: 0, sent: 0, received: 0, json: undefined, status, headers, body },
    probe: {
      ...{ method, path, operation, caller },
      headers: withPlaceholder(request.headers, caller),
      ...(request.body !== undefined && { body: request.body }),
    },
  }
}

/** Headers with a placeholder where the key stands, as the suite's probes have it. */
function withPlaceholder(
  headers: ServiceRequest['headers'],
  caller: Caller,
): Readonly<Record<string, string>> {
  const { authorization } = headers
  if (authorization === undefined) return headers
  if (caller !== 'nobody') {
    const placeholder = caller === 'key' ? '{key}' : '{second-key}'
    return { ...headers, authorization: authorization.replace(/\S+$/, placeholder) }
  }
  const [, token] = /^bearer (\S+)$/i.exec(authorization) ?? []
  const altered = token === undefined ? undefined : alterationOf(token)
  return altered === undefined ? headers : { ...headers, authorization: `Bearer {key-${altered}}` }
}

/** Whether a request was refused that has a key like the first one: it may be somebody else's. */
export function isLikeAnotherKey({ caller, exchange }: Moment): boolean {
  return caller === 'nobody' && JSON.stringify(exchange.probe.headers).includes('{key-')
}

/** In which way a token is like the first key; `undefined` where it is not. */
function alterationOf(token: string): string | undefined {
  if (token.toLowerCase() === FIRST) return 'in-the-other-case'
  if (FIRST.startsWith(token)) return 'without-its-end'
  if (FIRST.endsWith(token)) return 'without-its-start'
  return token.startsWith(FIRST) && token !== SECOND ? 'and-a-letter' : undefined
}
