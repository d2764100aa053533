// Pets that a run adds.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { limitBounds, petStatuses } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { shortOf } from '../engine/settings.ts'
import { NotVerified } from '../engine/verdicts.ts'
import { isOdd } from '../history/odd-pets.ts'
import { isAdded, memberOf } from '../history/values.ts'
import { bodyOf, knownCategory, likelyCategories, nameFor, namingOf, refusedCategories } from './accepted.ts'
import { asSecond, bodyText, create, get, hasSpare, list, LONGEST_PAGE, ofStatus } from './requests.ts'
import { BEYOND_DOUBLES, controlledName, isPartOf, PLAIN, richBodies } from './rich-bodies.ts'

/**
 * Adds a pet once for the whole run; its name begins with the run's mark. Never on a service that is only to be read. A body that
 * shows several things at once is sent first, and stands for each of them where it is taken.
 */
export async function added(run: Run, more: object): Promise<Exchange> {
  // This page shows which were there before.
  await run.session.share(list(LONGEST_PAGE))
  const together = await addedTogether(run, more)
  if (together !== undefined && !mayBeOfOnePart(together)) return together
  return run.session.share(await (together === undefined ? newPet(run, more) : likeThatAdded(run, more)))
}

async function newPet(run: Run, more: object): Promise<Probe> {
  const fields = { categoryId: await knownCategory(run), ...more }
  return create({ name: 'name' in fields ? fields.name : nameFor(run, bodyText(fields)), ...fields })
}

/** A pet like those of the run that were added, under a name that nothing before it had, unless it is given. */
export async function onceMore(run: Run, more: object = {}): Promise<Probe> {
  const { probe } = await added(run, {})
  const name = nameFor(run, `once more ${namingOf(run).names.size}`)
  return create({ ...bodyOf(probe), name, ...more })
}

/** A status that differs from one new pet to the next, so that what befalls one in several shows on pets of each status. */
export function nextStatus(run: Run): PetStatus {
  return petStatuses[namingOf(run).names.size % petStatuses.length] ?? 'available'
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
  const { mark } = run.settings
  for (const prefix of new Set([naming.prefix, shortOf(run.settings)])) {
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
  /** The same, or two like what is known to be accepted, where a rule of categories may have refused one. */
  readonly pair: readonly Exchange[]
  /** The lists of their statuses before anything else was added: the first one's for the second key, where there is one. */
  readonly lists: { readonly pending: Exchange | undefined; readonly sold: Exchange }
  /** Lists with different filters and a read of each of the two, all at once: for the second key, or a minute that has room. */
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
  const { pending, sold } = richBodies(settings)
  const bodies = anyCategory ? [pending, sold] : [{ status: pending.status }, { status: sold.status }]
  const probes = await Promise.all(bodies.map((body) => newPet(run, body)))
  const bySpare = settings.secondKey === undefined ? (probe: Probe) => probe : asSecond
  const hasRoom = settings.secondKey !== undefined || hasSpare(run)
  // Whoever remembers what a key has read does so before the pets are added.
  const first = hasRoom ? await firstRead(run) : undefined
  const isReadable = first === undefined || (await isAnswered(session, bySpare(first)))
  const creations = await session.shareAtOnce(probes)
  const pair = creations.some(({ status }) => status === 400) ? await plainPair(run) : creations
  const atOnce = (query: string): Probe => ({ ...list(query), moment: 'at once' })
  const ofSold = await session.share(atOnce(ofStatus(sold.status)))
  const ids = pair.map(({ json }) => memberOf(json, 'id')).filter(isInt64)
  const lists = [ofStatus(pending.status), `?status=${sold.status}&limit=${limitBounds.most - 1}`]
  const after = hasRoom
    ? await session.shareAtOnce([...lists.map(atOnce), ...(isReadable ? ids.map(get) : [])].map(bySpare))
    : []
  return { bodies, creations, pair, lists: { pending: after[0], sold: ofSold }, after }
}

/** Whether a request, on which what follows does not rest, is answered. */
async function isAnswered(session: Run['session'], probe: Probe): Promise<boolean> {
  try {
    await session.share(probe)
    return true
  } catch (error) {
    if (error instanceof NotVerified) return false
    throw error
  }
}

/** Two pets of their statuses that were sent at once in a category that the service accepts, where it accepts any. */
async function plainPair(run: Run): Promise<readonly Exchange[]> {
  const { pending, sold } = richBodies(run.settings)
  const probes: Probe[] = []
  for (const { status } of [pending, sold]) probes.push(await likeThatAdded(run, { status }))
  return run.session.shareAtOnce(probes)
}

/** A read of the first pet that was there before the run. */
async function firstRead({ session }: Run): Promise<Probe | undefined> {
  const { json } = await session.share(list(LONGEST_PAGE))
  const pet: unknown = Array.isArray(json) ? json.find((one) => !isOdd(one)) : undefined
  const id = memberOf(pet, 'id')
  return isInt64(id) ? get(id) : undefined
}

/** What the next adds. */
export const WITH_MARKUP = 'with markup in its name, and letters beyond 16 bits'

/** Adds a pet whose name is any text that can be seen: markup, blanks around, letters beyond 16 bits. */
export async function anyText(run: Run): Promise<Exchange> {
  return added(run, { name: richBodies(run.settings).available.name })
}

/** The same with a control character. */
export async function oddlyNamed(run: Run): Promise<Exchange> {
  return added(run, { name: controlledName(run.settings) })
}
