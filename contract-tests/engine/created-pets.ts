// The pets that a run creates. The document has no operation to delete them.
import { limitBounds, mayAddPet, pathOf } from '../../spec/operations.ts'
import { counted } from '../../spec/wording.ts'
import type { CreatedPets } from '../report/model/run-report.ts'
import type { Exchange } from './exchange.ts'
import { isOfGatewayStatus } from '../history/unavailable.ts'
import { isAdded, listed, memberOf, textOf } from '../history/values.ts'
import { isOdd } from '../history/odd-pets.ts'
import { type ContractSettings, shortOf } from './settings.ts'

const WHOLE = `${pathOf('listPets')}?limit=${limitBounds.most}`

// A service may list any number of pets with the run's tag.
const MOST_NAMED = 1000

// How many pets --deep creates on a service that accepts every valid body.
const DEEP = 100

/** Says before a run how many pets it may create; `undefined` if it creates none. */
export function announcement(settings: ContractSettings): string | undefined {
  const { readOnly, deep, maxCreated } = settings
  if (readOnly || maxCreated === 0) return undefined
  const more = Math.min(DEEP, maxCreated)
  const generated = deep ? `, and with --deep some ${more} more under generated names,` : ','
  return `Adds pets whose names begin with ${namesBeforehand(settings)}${generated} at most ${maxCreated} in all (--max-created).`
}

/** What the names of the pets that a run adds will begin with, as far as that is known before. */
export function namesBeforehand(settings: ContractSettings): string {
  const [{ mark }, short] = [settings, shortOf(settings)]
  return short === mark ? mark : `${mark} (or ${short}, if the service refuses that)`
}

/** What the names of the pets that a run has added begin with: the mark, unless the service has accepted only the short one. */
export function startOfNames(exchanges: readonly Exchange[], settings: ContractSettings): string {
  const [{ mark }, short] = [settings, shortOf(settings)]
  const names = exchanges
    .filter((one) => mayAddPet(one.probe.method, one.probe.path) && isAdded(one))
    .map(({ json }) => textOf(memberOf(json, 'name')))
  const isUsed = (start: string): boolean => names.some((name) => name.startsWith(start))
  return !isUsed(mark) && isUsed(short) ? short : mark
}

/** How many pets a request may have stored, valid or not. A refused request counts as none; a list shows it otherwise. */
export function mayHaveStored({ probe, status, tries = 1 }: Omit<Exchange, 'json'>): number {
  if (!mayAddPet(probe.method, probe.path)) return 0
  const isStored = (status >= 200 && status < 300) || status >= 500
  return isStored ? tries : tries - 1
}

/** How many pets are kept for creations that are asked again, where one was answered as by a gateway. */
export function petsToAskAgain(exchange: Pick<Exchange, 'probe' | 'status'>): number {
  const { method, path } = exchange.probe
  return mayAddPet(method, path) && isOfGatewayStatus(exchange) ? TO_ASK_AGAIN : 0
}

// One of each kind, valid or not, with either key or without one; and of one kind as many as show that it fails always.
const TO_ASK_AGAIN = 20

/** Does what pets are kept for: it may add those too. */
export async function spendingKept<Result>(
  session: { keptPets: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const kept = session.keptPets
  session.keptPets = 0
  try {
    return await work()
  } finally {
    session.keptPets = Math.max(kept, session.keptPets)
  }
}

/** The pets that a run has created, from the replies to its creations and from later lists. */
export function createdPets(
  exchanges: readonly Exchange[],
  lost: number,
  { mark }: ContractSettings,
): CreatedPets {
  const creations = exchanges.filter(({ probe }) => mayAddPet(probe.method, probe.path))
  const [first] = creations
  const lists = exchanges.filter(({ json }) => first !== undefined && Array.isArray(json))
  const before = lists.filter(({ id }) => id < (first?.id ?? 0))
  const there = new Set(before.flatMap(petsOf).flatMap(idOf))
  const isOwn = (creation: Exchange): boolean => hasNewId(creation, creations, there)
  const created = new Set(creations.filter(isOwn).flatMap(({ json }) => idOf(json)))
  const since = lists.flatMap(petsOf).filter((pet) => idOf(pet).some((id) => !there.has(id)))
  for (const pet of since) {
    const isOurs = textOf(memberOf(pet, 'name')).startsWith(mark) || isOdd(pet)
    if (isOurs) for (const id of idOf(pet)) created.add(id)
  }
  // A new pet in a complete list was added by us or by others.
  const isWhole = before.some((page) => page.probe.path === WHOLE && petsOf(page).length < limitBounds.most)
  const strange = new Set(isWhole ? since.flatMap(idOf).filter((id) => !created.has(id)) : [])
  const appeared = strange.size === 0 ? [] : [`${[...strange].join(', ')}, new since the run began`]
  const unclear = creations.filter((creation) => mayHaveStored(creation) > (isOwn(creation) ? 1 : 0))
  const alike = Map.groupBy(unclear, ({ status, json, tries = 1 }) => {
    if (tries > 1) return `sent ${tries} times`
    return `answered ${status}${idOf(json)
      .map((id) => ` with ${id}, the id of another pet`)
      .join('')}`
  })
  const perhaps = Array.from(alike, ([how, like]) => {
    return `${like.map(({ id }) => `#${id}`).join(', ')}, which ${like.length === 1 ? 'was' : 'were'} ${how}`
  })
  const unanswered = lost === 0 ? [] : [`${counted(lost, 'creation')} without a reply`]
  const [named, unnamed] = [[...created].slice(0, MOST_NAMED), created.size - MOST_NAMED]
  const like = unnamed > 0 ? [`${counted(unnamed, 'more pet')} like those of the run`] : []
  return { created: named, perhaps: [...like, ...appeared, ...perhaps, ...unanswered] }
}

/** Whether the reply to a creation has an id that no earlier list or creation had. */
function hasNewId(creation: Exchange, creations: readonly Exchange[], before: ReadonlySet<string>): boolean {
  const [id] = isAdded(creation) ? idOf(creation.json) : []
  if (id === undefined || before.has(id)) return false
  return creations.find((one) => isAdded(one) && idOf(one.json).includes(id)) === creation
}

function petsOf({ json }: Exchange): readonly unknown[] {
  return listed(json)
}

function idOf(json: unknown): readonly string[] {
  const id = memberOf(json, 'id')
  return typeof id === 'number' || typeof id === 'bigint' || typeof id === 'string' ? [String(id)] : []
}
