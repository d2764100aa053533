import {
  isInt64,
  limitBounds,
  operations,
  pathOf,
  serviceSchemas,
  stringifyJson,
  type Int64,
  type OperationId,
  type Pet,
} from '../../spec/index.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { isAdded, memberOf } from '../engine/expect.ts'
import { missing } from '../engine/verdicts.ts'
import { LITTER_CATEGORY } from '../engine/litter.ts'

const withKey = { caller: 'key', headers: { Authorization: 'Bearer {key}' } } as const

/** An integer that a double cannot hold. */
export const BEYOND_DOUBLES = 9007199254740993n

/** The query of the longest page that the document allows. */
export const LONGEST_PAGE = `?limit=${limitBounds.most}`

function asking(operation: OperationId, path: string): Probe {
  return { method: operations[operation].method, path, ...withKey, operation }
}

/** `GET /pets` with a query such as `?limit=1`. */
export function list(query = ''): Probe {
  return asking('listPets', pathOf('listPets') + query)
}

/** `GET /pets/{petId}`. */
export function get(id: Int64 | string): Probe {
  return asking('getPet', pathOf('getPet', id))
}

/** `POST /pets` with a JSON body, given as a value or, to be malformed, as text. */
export function create(body: object | string): Probe {
  return {
    ...asking('createPet', pathOf('createPet')),
    headers: { ...withKey.headers, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : stringifyJson(body),
  }
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

/** The same probe with another Authorization header, which holds no valid key; or with none. */
export function asNobody(probe: Probe, authorization?: string): Probe {
  const { Authorization: _key, ...headers } = probe.headers
  return {
    ...probe,
    caller: 'nobody',
    headers: { ...headers, ...(authorization && { Authorization: authorization }) },
  }
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

/** Adds a pet once for the whole run; its name is the run's mark. Never on a service that is only to be read. */
export async function added(run: Run, more: object): Promise<Exchange> {
  // Those that were there before are told from those that the run adds by this page.
  await run.session.share(list(LONGEST_PAGE))
  return run.session.share(create({ name: run.settings.mark, categoryId: await knownCategory(run), ...more }))
}

/** Adds a pet whose name has letters beyond ASCII and beyond 16 bits, and a control character. */
export async function oddlyNamed(run: Run): Promise<Exchange> {
  return added(run, { name: `${run.settings.mark} Zoë 🐈\u0007` })
}

/** The pet that `added` adds, for a test that needs one; not verified where the service adds none. */
export async function addedPet(run: Run, more: object): Promise<Pet> {
  const { json } = await added(run, more)
  if (serviceSchemas.Pet(json).length > 0) missing('a pet that was added (CREATE-1)')
  return json as Pet
}

/** The ids of all pets that the run had added before an exchange, in the order of their creation. */
export function createdIds({ session }: Run, before: Exchange): readonly Pet['id'][] {
  return session.exchanges.flatMap((exchange) => {
    const isCreation = exchange.id < before.id && exchange.probe.operation === 'createPet'
    return isCreation && isAdded(exchange) ? idOf(exchange.json) : []
  })
}

function idOf(json: unknown): readonly Pet['id'][] {
  return typeof json === 'object' && json !== null && 'id' in json ? [json.id as Pet['id']] : []
}

/** A category that a pet of the service belongs to, for a service that takes no other; 1 where it has none. */
export async function knownCategory(run: Run): Promise<Int64> {
  const { json } = await run.session.share(list())
  const categories = Array.isArray(json) ? json.map((pet) => memberOf(pet, 'categoryId')) : []
  return categories.filter(isInt64).find((category) => category !== LITTER_CATEGORY) ?? 1
}
