// Requests for the operations of the document, with whichever key and in whichever form.
import type { Int64 } from '../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import { limitBounds, operations, pathOf, petStatuses, type OperationId } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { AskedReply } from '../asked/asked.ts'
import type { Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { FREE_MINUTE } from '../history/plans.ts'

const withKey = { caller: 'key', headers: { Authorization: 'Bearer {key}' } } as const

/** The query of the longest page that the document allows. */
export const LONGEST_PAGE = `?limit=${limitBounds.most}`

/** The query of the longest page of pets that have a status; for one status, its parameters stand the other way round. */
export function ofStatus(status: PetStatus): string {
  const parameters = [`status=${status}`, `limit=${limitBounds.most}`]
  return `?${(status === petStatuses.at(-1) ? parameters.toReversed() : parameters).join('&')}`
}

function asking(operation: OperationId, path: string): Probe {
  return { method: operations[operation].method, path, ...withKey, operation }
}

/** `GET /pets` with a query such as `?limit=1`. */
export function list(query = ''): Probe {
  return asking('listPets', pathOf('listPets') + query)
}

/** `HEAD /pets?limit=1`, which is none of the document's operations and answers as a GET does (RFC 9110 §9.3.2). */
export const HEAD: Probe = { ...list('?limit=1'), method: 'HEAD', operation: undefined }

/** `GET /pets/{petId}`. */
export function get(id: Int64 | string): Probe {
  return asking('getPet', pathOf('getPet', id))
}

/** An id that probably no pet has, and that fits into every kind of integer. */
export const OF_NO_PET = 1_234_567_891

/** `POST /pets` with a JSON body, given as a value or, to be malformed, as text. */
export function create(body: object | string): Probe {
  return {
    ...asking('createPet', pathOf('createPet')),
    headers: { ...withKey.headers, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : bodyText(body),
  }
}

/** A body as JSON. Many have an id beyond 2^53, which costs `stringifyJson` an exception each time. */
export function bodyText(body: object): string {
  const hasBigint = Object.values(body).some((value) => typeof value === 'bigint')
  return hasBigint ? JSON.stringify(body, withoutBigint) : stringifyJson(body)
}

function withoutBigint(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value
}

/** The same with a body that no conforming service stores as it is. */
export function createInvalid(body: string): Probe {
  return { ...create(body), isInvalid: true }
}

/** The same probe with the second key. */
export function asSecond(probe: Probe): Probe {
  return {
    ...probe,
    caller: 'second key',
    headers: { ...probe.headers, Authorization: 'Bearer {second-key}' },
  }
}

/** The same with the second key where the run has one that was served: the first key's minute is for what asks for one key. */
export function withSpareKey({ session }: Run, probe: Probe): Probe {
  return session.spareCaller === 'second key' ? asSecond(probe) : probe
}

/** Of values that ask the same question, all where there is a key or a minute to spare for them; else the first. */
export function affordable<Value>(run: Run, values: readonly Value[]): readonly Value[] {
  return hasSpare(run) ? values : values.slice(0, 1)
}

/** Whether a run has a key or a minute to spare. */
export function hasSpare(run: Run): boolean {
  return run.session.spareCaller === 'second key' || hasLongMinute(run)
}

/** Whether the first key has more than a Free key's minute, or the run waits for further ones. */
export function hasLongMinute({ session, settings }: Run): boolean {
  return settings.thorough || session.leftOf('key') > FREE_MINUTE
}

/** What a run lacks that has neither. */
export const SPARE = 'room in the minute: a second key or --thorough'

/** The same probe with another Authorization header, which holds no valid key; or with none. */
export function asNobody(probe: Probe, authorization?: string): Probe {
  const { Authorization: _key, ...headers } = probe.headers
  return {
    ...probe,
    caller: 'nobody',
    headers: { ...headers, ...(authorization && { Authorization: authorization }) },
  }
}

/** How a request without a valid key is answered. */
export function withoutAKey(operation: OperationId): AskedReply & { readonly caller: 'nobody' } {
  return { caller: 'nobody', operation, status: 401 }
}

/** The longest page as it is once all pets of the run are added, refused ones and all. */
export function listAfterAdding(query = LONGEST_PAGE): Probe {
  return { ...list(query), moment: 'after adding' }
}

/** The same probe at the service's second base address. */
export function inSecondBase(probe: Probe): Probe {
  return { ...probe, base: 'second' }
}

/** The same probe with other header fields. */
export function withHeaders(headers: Readonly<Record<string, string>>, probe: Probe): Probe {
  return { ...probe, headers: { ...probe.headers, ...headers } }
}
