import type { Int64 } from '../../spec/exact-json/int64.ts'
import { limitBounds, operationOf, petStatuses } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import { isAdded, listed } from '../history/values.ts'
import { NotVerified } from '../engine/verdicts.ts'
import type { Run } from '../engine/run.ts'
import { ODD_CATEGORY, oddName } from '../history/odd-pets.ts'
import { asNobody, asSecond, create, createInvalid, list, listAfterAdding, LONGEST_PAGE } from './requests.ts'
import { knownCategory } from './accepted.ts'
import { added, anyText, onceMore } from './added.ts'
import { isRefusedByList } from './given.ts'
import { BEYOND_DOUBLES } from './rich-bodies.ts'

/** The status of pets that must not be there, by which they are looked for where one page cannot hold all pets. */
export const SEARCH_STATUS: PetStatus = 'sold'
const SEARCH_MEMBER = `"status":"${SEARCH_STATUS}"`

/** Whether a list of pets of one status, or of all, would show what a body adds. */
function wouldBeIn(status: PetStatus | undefined, body: string | undefined): boolean {
  return status === undefined || (status === SEARCH_STATUS && body?.includes(SEARCH_MEMBER) === true)
}

/** A body with one fault; what it would add can be found by its name or, where that is the fault, by its category. */
export interface RefusedBody {
  readonly clause: 'CREATE-3' | 'CREATE-4' | 'CREATE-5'
  readonly fault: string
  readonly write: (name: string, categoryId: string) => string
}

/** A number of so few digits that even who reads them by a pattern takes it. */
const MODEST = '7'

const wrongName = (what: string, value: string): RefusedBody => ({
  clause: 'CREATE-4',
  fault: `name is ${what}`,
  write: (_name, id) => `{"name":${value},"categoryId":${id}}`,
})
const wrongCategory = (what: string, value: string): RefusedBody => ({
  clause: 'CREATE-4',
  fault: `categoryId is ${what}`,
  write: (name) => `{"name":${name},"categoryId":${value}}`,
})

export const refusedBodies: readonly RefusedBody[] = [
  { clause: 'CREATE-3', fault: 'without name', write: (_name, id) => `{"categoryId":${id}}` },
  { clause: 'CREATE-3', fault: 'without categoryId', write: (name) => `{"name":${name}}` },
  wrongName('null', 'null'),
  wrongName('a boolean', 'true'),
  wrongName('a number', '7'),
  wrongName('an array', '["Rex"]'),
  wrongName('an object', '{"en":"Rex"}'),
  wrongCategory('null', 'null'),
  wrongCategory('a boolean', 'true'),
  // Of one that exists, where a service takes no other.
  {
    clause: 'CREATE-4',
    fault: 'categoryId is a string',
    write: (name, id) => `{"name":${name},"categoryId":"${id === String(ODD_CATEGORY) ? MODEST : id}"}`,
  },
  wrongCategory('an array', '[1]'),
  wrongCategory('an object', '{"id":1}'),
  {
    clause: 'CREATE-4',
    fault: 'categoryId has a fraction',
    write: (name) => `{"name":${name},"categoryId":1.5}`,
  },
  wrongCategory('2^63', '9223372036854775808'),
  {
    clause: 'CREATE-4',
    fault: 'status is none of the three, by its letter case',
    write: (name, id) => `{"name":${name},"categoryId":${id},"status":"SOLD"}`,
  },
  { clause: 'CREATE-5', fault: 'no body', write: () => '' },
  { clause: 'CREATE-5', fault: 'null', write: () => 'null' },
  { clause: 'CREATE-5', fault: 'an array', write: (name, id) => `[{"name":${name},"categoryId":${id}}]` },
  {
    clause: 'CREATE-5',
    fault: 'JSON that is cut off',
    write: (name, id) => `{"name":${name},"categoryId":${id}`,
  },
]

/** The name of what a refused body would add. */
function refusedName({ settings }: Run, body: RefusedBody): string {
  return oddName(settings.mark, refusedBodies.indexOf(body))
}

export async function refusedCreation(run: Run, body: RefusedBody): Promise<Probe> {
  const category = await run.once(oddCategory)
  const text = body.write(JSON.stringify(refusedName(run, body)), String(category))
  return createInvalid(await withSearchStatus(run, text))
}

/** A body that is refused, with the status by which its pet would be found where one page may not hold all pets. `{}` stays. */
export async function withSearchStatus(run: Run, text: string): Promise<string> {
  const isShort = text.includes('"status"') || !(await run.once(hasLongLists))
  return isShort ? text : text.replace(/(?<!\{)\}(?=\]?$)/, `,${SEARCH_MEMBER}}`)
}

// More than a run adds that sends no generated bodies.
const ROOM = 40

/** Whether there are so many pets that one page may not hold those of the run too. */
async function hasLongLists({ session }: Run): Promise<boolean> {
  const { json } = await session.share(list(LONGEST_PAGE))
  return Array.isArray(json) && json.length > limitBounds.most - ROOM
}

/** The category of invalid bodies, by which their pets are known again; one of the service's, where it takes no other. */
export async function oddCategory(run: Run): Promise<Int64> {
  const { status } = await added(run, { categoryId: BEYOND_DOUBLES })
  return status === 400 ? knownCategory(run) : ODD_CATEGORY
}

/** Whether a body was refused, and none like it accepted, whose pet a list of all, or of a status, would show. */
export function wasRefused({ session, settings }: Run, shown?: PetStatus): boolean {
  const creations = session.exchanges.filter(
    ({ probe, status, tries = 1 }) =>
      // What was sent twice may have been stored before it was refused.
      isCreation(probe) && !NO_REFUSAL_OF_A_BODY.has(status) && tries === 1 && wouldBeIn(shown, probe.body),
  )
  const labelsOf = (all: readonly Exchange[]): readonly string[] =>
    all.flatMap(({ probe }) => labelsIn(probe.body ?? '', settings.mark))
  const accepted = new Set(labelsOf(creations.filter(({ status }) => status < 400)))
  return labelsOf(creations.filter(({ status }) => status >= 400)).some((label) => !accepted.has(label))
}

/** The names of the run, and the category of invalid bodies, by which the pet of a body would be found. */
function labelsIn(body: string, runTag: string): readonly string[] {
  const names = Array.from(body.matchAll(/"name":"([^"\\]*)"/g), ([, name = '']) => name)
  const category = String(ODD_CATEGORY)
  return [
    ...names.filter((name) => name.startsWith(`${runTag}-`)),
    ...(body.includes(`:${category}`) ? [category] : []),
  ]
}

/** Whether a pet would be added by it; one of another media type too, of which the document does not speak. */
function isCreation({ method, path, base }: Probe): boolean {
  return base === undefined && operationOf(method, path) === 'createPet'
}

const NO_REFUSAL_OF_A_BODY = new Set([401, 403, 404, 429])

/** A valid body, for callers who have no valid key. */
export function unauthorizedCreation({ settings }: Run): Probe {
  return create({ name: `${settings.mark}-unauthorized`, categoryId: 1, status: SEARCH_STATUS })
}

/** The same for a caller who has no requests left. */
export function creationOverLimit({ settings }: Run): Probe {
  return create({ name: `${settings.mark}-over`, categoryId: 1, status: SEARCH_STATUS })
}

/** What adds nothing even to a caller who has some left. */
export function invalidOverLimit({ settings }: Run): Probe {
  return create({ name: `${settings.mark}-over` })
}

/** Whether a creation was answered 429 whose pet a list of all, or of a status, would show. */
export function wasOverLimit({ session }: Run, shown?: PetStatus): boolean {
  return session.exchanges.some(
    ({ probe, status }) => probe.operation === 'createPet' && status === 429 && wouldBeIn(shown, probe.body),
  )
}

/** Whether each attempt to add a pet without a valid key was refused. */
export async function wasUnauthorized(run: Run): Promise<boolean> {
  const probe = unauthorizedCreation(run)
  const made = (await isRefusedByList(run, NO_SUCH_KEY)) ? [asNobody(probe, NO_SUCH_KEY)] : []
  for (const one of [asNobody(probe), ...made])
    if ((await run.session.share(one)).status !== 401) return false
  return true
}

/** Sends, once a run, all that must add a pet and all that must not, so that the lists after it show which did. */
export async function addAll(run: Run): Promise<void> {
  for (const status of petStatuses) await added(run, { status })
  await anyText(run)
  for (const body of refusedBodies) await run.session.share(await refusedCreation(run, body))
  await run.session.share(asNobody(unauthorizedCreation(run)))
  if (await isRefusedByList(run, NO_SUCH_KEY))
    await run.session.share(asNobody(unauthorizedCreation(run), NO_SUCH_KEY))
  if (await isSmall(run)) await run.once(fill)
}

/** Whether a page of the usual length holds all pets that were there before the run, and the run may add some. */
async function isSmall({ session, settings }: Run): Promise<boolean> {
  const { json } = await session.share(list(LONGEST_PAGE))
  return !settings.readOnly && Array.isArray(json) && json.length <= limitBounds.default
}

// What the rest of a run takes from the minute of each key.
const RESERVED = { key: 60, 'second key': 30 }

/**
 * Adds so many pets of each status that a page of the usual length does not hold all: with a second key, whose minute has
 * room for them, else where the first one's has.
 */
async function fill(run: Run): Promise<void> {
  const { session, settings } = run
  const there = lengthOf(await session.share(list(LONGEST_PAGE)))
  const added = session.exchanges.filter((one) => one.probe.operation === 'createPet' && isAdded(one))
  const lacking = Math.max(0, limitBounds.default + 1 - there - added.length)
  const bySecond = settings.secondKey !== undefined && (await session.share(asSecond(list()))).status === 200
  const caller = bySecond ? 'second key' : 'key'
  if (session.leftOf(caller) < lacking + RESERVED[caller] && !settings.thorough) return
  for (let count = 0; count < lacking; count += 1) {
    const status = petStatuses[count % petStatuses.length]
    const pet = await onceMore(run, { status })
    try {
      if (!isAdded(await session.send(bySecond ? asSecond(pet) : pet))) return
    } catch (error) {
      if (error instanceof NotVerified) return
      throw error
    }
  }
}

function lengthOf({ json }: Exchange): number {
  return listed(json).length
}

/** A list while there are enough pets to distinguish one page from another: as it is at once, or once the run has added some. */
export async function listOfMany(run: Run, query = ''): Promise<Exchange> {
  if (!(await isSmall(run))) return run.session.share(list(query))
  await addAll(run)
  return run.session.share(listAfterAdding(query))
}

export const NO_SUCH_KEY = 'Bearer no-such-key'
