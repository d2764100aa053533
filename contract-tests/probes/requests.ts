import { isInt64, type Int64 } from '../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import { limitBounds, operations, pathOf, petStatuses, type OperationId } from '../../spec/operations.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import type { Pet, PetStatus } from '../../spec/wire.ts'
import { type Exchange, type Probe, readJson } from '../engine/exchange.ts'
import { remembering } from '../history/history.ts'
import type { Run } from '../engine/run.ts'
import { endOfNames } from '../engine/settings.ts'
import { isAdded, isObject, memberOf, type JsonObject } from '../history/values.ts'
import { missing } from '../engine/verdicts.ts'
import { isOdd, ODD_CATEGORY } from '../history/odd-pets.ts'
import { figuresOf } from '../history/plans.ts'
import { BEYOND_DOUBLES, controlledName, isPartOf, PLAIN, richBodies } from './rich-bodies.ts'

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

/** The same with the second key where the run has one that was served: the first key's minute is for what asks for one key. */
export function withSpareKey({ session }: Run, probe: Probe): Probe {
  return session.spareCaller === 'second key' ? asSecond(probe) : probe
}

/** Of values that ask the same question, all where there is a key or a minute to spare for them; else the first. */
export function affordable<Value>(run: Run, values: readonly Value[]): readonly Value[] {
  return hasSpare(run) ? values : values.slice(0, 1)
}

function hasSpare({ session, settings }: Run): boolean {
  return session.spareCaller === 'second key' || settings.thorough || session.leftOf('key') > FREE_MINUTE
}

const FREE_MINUTE = Number(figuresOf('free')[0]?.minute)

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

/**
 * Adds a pet once for the whole run; its name begins with the run's mark. Never on a service that is only to be read. A body that
 * shows several things at once is sent first, and stands for each of them where it is taken.
 */
export async function added(run: Run, more: object): Promise<Exchange> {
  // Those that were there before are told from those that the run adds by this page.
  await run.session.share(list(LONGEST_PAGE))
  const together = await addedTogether(run, more)
  if (together !== undefined && !mayBeOfOnePart(together)) return together
  return run.session.share(await (together === undefined ? newPet(run, more) : likeThatAdded(run, more)))
}

async function newPet(run: Run, more: object): Promise<Probe> {
  const fields = { categoryId: await knownCategory(run), ...more }
  return create({ name: 'name' in fields ? fields.name : nameFor(run, stringifyJson(fields)), ...fields })
}

/** A pet like those of the run that were added, under a name that nothing before it had, unless it is given. */
export async function onceMore(run: Run, more: object = {}): Promise<Probe> {
  const { probe } = await added(run, {})
  const name = nameFor(run, `once more ${namingOf(run).names.size}`)
  return create({ ...bodyOf(probe), name, ...more })
}

/** How the pets of a run are named: by the mark, or shortly where a service refuses that; and the names by their fields. */
const namingOf = remembering((run: Run) => ({ prefix: run.settings.mark, names: new Map<string, string>() }))

/** The end of the mark as a name of few letters, the first of them a capital. */
function shortOf(mark: string): string {
  const end = mark.slice(-4)
  return end.slice(0, 1).toUpperCase() + end.slice(1)
}

/** The name of a pet with these fields: the mark, and letters that no other has, for a service may want each name once. */
function nameFor(run: Run, fields: string): string {
  const { prefix, names } = namingOf(run)
  const given = names.get(prefix + fields)
  if (given !== undefined) return given
  const name = prefix + (names.size === 0 ? '' : lettersOf(names.size)) + endOfNames(run.settings)
  names.set(prefix + fields, name)
  return name
}

/** A number in two letters or more, of which no service takes offence; one letter less makes it no other name. */
function lettersOf(number: number): string {
  return String(number)
    .padStart(2, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
}

/**
 * The same, in the category of the first pet that the run has added, so that it differs from that one in nothing else; where
 * none was added yet, in the first category that the service accepts of those that it may know, and under a short name where it
 * accepts none of the mark.
 */
async function likeThatAdded(run: Run, more: object): Promise<Probe> {
  const accepted = run.session.exchanges.find((one) => one.probe.operation === 'createPet' && isAdded(one))
  const categoryId = accepted && bodyOf(accepted.probe)['categoryId']
  if (isInt64(categoryId)) return newPet(run, { categoryId, ...more })
  const naming = namingOf(run)
  const { mark, namePattern } = run.settings
  for (const prefix of namePattern === undefined ? [naming.prefix, shortOf(mark)] : [mark]) {
    naming.prefix = prefix
    const refused = refusedCategories(run)
    for (const candidate of await likelyCategories(run)) {
      if (refused.includes(candidate)) continue
      const probe = await newPet(run, { categoryId: candidate, ...more })
      if ((await run.session.share(probe)).status !== 400) return probe
    }
  }
  naming.prefix = mark
  return newPet(run, more)
}

async function addedTogether(run: Run, more: object): Promise<Exchange | undefined> {
  const { available, pending, sold } = richBodies(run.settings)
  if (Object.keys(more).length === 0 || isPartOf(more, PLAIN))
    return run.session.share(await newPet(run, PLAIN))
  if (isPartOf(more, available)) return run.session.share(await newPet(run, available))
  if (![pending, sold].some((body) => isPartOf(more, body))) return undefined
  const { bodies, creations } = await twoAtOnce(run)
  return creations[bodies.findIndex((body) => isPartOf(more, body))]
}

/** Whether a body that shows several things may have failed for one of them: it is neither taken nor kept out altogether. */
function mayBeOfOnePart(exchange: Exchange): boolean {
  return !isAdded(exchange) && ![401, 403, 404, 405, 415].includes(exchange.status)
}

/** Two pets that were added at the same time, and what was asked for after that. */
export interface TwoAtOnce {
  readonly bodies: readonly object[]
  readonly creations: readonly Exchange[]
  /** The lists of their statuses before anything else was added: the first one's for the second key, where there is one. */
  readonly lists: { readonly pending: Exchange | undefined; readonly sold: Exchange }
  /** Lists with different filters and a read of one of the two, all at once: for the second key, or a minute that has room. */
  readonly after: readonly Exchange[]
}

export function twoAtOnce(run: Run): Promise<TwoAtOnce> {
  return run.once(addTwoAtOnce)
}

async function addTwoAtOnce(run: Run): Promise<TwoAtOnce> {
  const { session, settings } = run
  // Before the two, so that the ids of those that come one after the other are known.
  await added(run, { status: 'available' })
  const anyCategory = isAdded(await added(run, { categoryId: BEYOND_DOUBLES }))
  const { available, pending, sold } = richBodies(settings)
  const bodies = anyCategory ? [pending, sold] : [{ status: pending.status }, { status: sold.status }]
  const probes = await Promise.all(bodies.map((body) => newPet(run, body)))
  const bySpare = settings.secondKey === undefined ? (probe: Probe) => probe : asSecond
  const hasRoom = settings.secondKey !== undefined || hasSpare(run)
  // Whoever remembers what a key has read does so before the pets are added.
  const first = hasRoom ? await firstRead(run) : undefined
  if (first !== undefined) await session.share(bySpare(first))
  const creations = await session.shareAtOnce(probes)
  const atOnce = (query: string): Probe => ({ ...list(query), moment: 'at once' })
  const ofSold = await session.share(atOnce(ofStatus(sold.status)))
  const ids = creations.map(({ json }) => memberOf(json, 'id')).filter(isInt64)
  const lists = [
    ofStatus(pending.status),
    `?status=${sold.status}&limit=${limitBounds.most - 1}`,
    `?status=${available.status}&limit=${SOME}`,
  ]
  const after = hasRoom
    ? await session.shareAtOnce([...lists.map(atOnce), ...ids.slice(-1).map(get)].map(bySpare))
    : []
  return { bodies, creations, lists: { pending: after[0], sold: ofSold }, after }
}

const SOME = 5

/** A read of the first pet that was there before the run. */
async function firstRead({ session }: Run): Promise<Probe | undefined> {
  const { json } = await session.share(list(LONGEST_PAGE))
  const pet: unknown = Array.isArray(json) ? json.find((one) => !isOdd(one)) : undefined
  const id = memberOf(pet, 'id')
  return isInt64(id) ? get(id) : undefined
}

/** Adds a pet whose name is any text that can be seen: markup, blanks around, letters beyond 16 bits. */
export async function anyText(run: Run): Promise<Exchange> {
  return added(run, { name: richBodies(run.settings).available.name })
}

/** The same with a control character. */
export async function oddlyNamed(run: Run): Promise<Exchange> {
  return added(run, { name: controlledName(run.settings) })
}

/** The pet that `added` adds, for a test that needs one; not verified where the service adds none. */
export async function addedPet(run: Run, more: object): Promise<Pet> {
  const { json } = await added(run, more)
  if (serviceSchemas.Pet(json).length > 0) missing('a pet that was added (CREATE-1)')
  return json as Pet
}

/** A category that the service accepts, as far as the run knows: the first likely one that no plain body was refused for. */
export async function knownCategory(run: Run): Promise<Int64> {
  const likely = await likelyCategories(run)
  const refused = refusedCategories(run)
  return likely.find((category) => !refused.includes(category)) ?? likely[0] ?? 1
}

/** The categories that plain bodies of the run were refused for, under names as they are now. */
function refusedCategories(run: Run): readonly unknown[] {
  const { prefix } = namingOf(run)
  return plainRefusals(run).flatMap(({ probe }) => {
    const { name, categoryId } = bodyOf(probe)
    return typeof name === 'string' && name.startsWith(prefix) ? [categoryId] : []
  })
}

/** Refusals of bodies that can be refused for nothing but their category or name: they have only those, and a name in letters. */
export function plainRefusals(run: Run): readonly Exchange[] {
  const names = new Set<unknown>(namingOf(run).names.values())
  return run.session.exchanges.filter(({ probe, status }) => {
    if (probe.operation !== 'createPet' || status !== 400) return false
    const body = bodyOf(probe)
    return Object.keys(body).length === 2 && names.has(body['name'])
  })
}

function bodyOf({ body = '' }: Probe): JsonObject {
  const json = readJson(body)
  return isObject(json) ? json : {}
}

const LIKELY = [1, 2, 3]

/** Categories that a service accepts which accepts no other: the one that was given, and those of its pets; the first numbers where it has none. */
async function likelyCategories(run: Run): Promise<readonly Int64[]> {
  const { json } = await run.session.share(list())
  const categories = Array.isArray(json) ? json.map((pet) => memberOf(pet, 'categoryId')) : []
  const seen = [...new Set(categories.filter(isInt64))].filter((category) => category !== ODD_CATEGORY)
  const likely = seen.length === 0 ? LIKELY : seen.slice(0, LIKELY.length)
  const { category } = run.settings
  return category === undefined ? likely : [category, ...likely]
}
