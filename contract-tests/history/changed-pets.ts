import { type History, isWithKey, precedes, type RecordedExchange, remembering } from './history.ts'
import {
  askedId,
  listQuery,
  petName,
  type Sighting,
  sightingsIn,
  sightingsOf,
  wholeList,
} from './sightings.ts'
import { type Stores, storesOf } from './stores.ts'
import { idText, isAdded } from './values.ts'

// The document has no operation that changes or removes a pet; whoever runs the service may have another way.

type SomeHistory = Pick<History, 'exchanges' | 'discredited'>

/** A pet that was there before, and is not shown any more as it was. */
export interface Change {
  readonly pet: string
  readonly id: string
  /** Whether reads and lists agree on what has become of it. */
  readonly isAgreed: boolean
  /**
   * Whether others are likely to have done it, where they do such things: reads have shown it in two ways, or lists have, or
   * nothing shows it again as it once was. Otherwise one of the two may show it wrongly.
   */
  readonly isLikely: boolean
  /** Whether reads and lists agree on another status of it. */
  readonly isMoved: boolean
  /** Whether it is gone, whatever its status has become. */
  readonly isRemoved: boolean
  /** Whether the history itself creates it; then nothing but its status differs, or it is gone. */
  readonly isOwn: boolean
  /** Whether reads or lists, and not its creation alone, have shown it as it was before, and not again since. */
  readonly wasShown: boolean
  /** The last reply that shows it as it was, and those that show what has become of it. */
  readonly shownBy: readonly RecordedExchange[]
}

/**
 * The pets that others have changed or removed meanwhile, with the replies that show it; none as long as reads and lists agree
 * on no such pet. Of those that the history itself creates the status is others' to change, where they change that of more, or where it
 * was shown for a while before; and to remove one is, where they remove more, and it was shown for a while.
 */
export function changedPetsIn(history: SomeHistory): ReadonlyMap<string, readonly RecordedExchange[]> {
  const changes = changesIn(history)
  return changes.some(isOfOthers) ? likelyOf(changes) : new Map()
}

/** Whether a change is surely made by others, or by the service, of which transitions of a status are not shown. */
export function isOfOthers({ isAgreed, isOwn, wasShown, isMoved, isRemoved }: Change): boolean {
  return isAgreed && (!isOwn || (wasShown && isMoved && !isRemoved))
}

/** The pets that others have surely changed or removed, or likely so where they do such a thing; with the replies that show it. */
export function likelyOf(changes: readonly Change[]): ReadonlyMap<string, readonly RecordedExchange[]> {
  const areMoved = changes.some((change) => isOfOthers(change) && change.isMoved)
  const areRemoved = changes.some((change) => isOfOthers(change) && change.isRemoved)
  const likely = changes.filter(
    ({ isLikely, isOwn, isRemoved, wasShown }) =>
      isLikely && (!isOwn || (isRemoved ? areRemoved && wasShown : areMoved)),
  )
  return new Map(likely.map(({ pet, shownBy }) => [pet, shownBy]))
}

/** The ids of pets at the first address that others may have changed or removed, or a reply shows wrongly; the last one first. */
export function perhapsChangedIn(history: SomeHistory): readonly string[] {
  const lastOf = ({ shownBy }: Change): number => shownBy.at(-1)?.id ?? 0
  return changesIn(history)
    .filter(({ pet, id, isOwn, isRemoved, wasShown }) => pet === id && (!isOwn || (wasShown && !isRemoved)))
    .toSorted((one, other) => lastOf(other) - lastOf(one))
    .map(({ id }) => id)
}

/**
 * Whether a pet that a list has shown is surely in a later one of all, or of its status: where others change or remove pets,
 * those that the history itself creates; and where they change these too, only in one of all.
 */
export const lastingIn = remembering(
  (history: SomeHistory & Pick<History, 'changedPets'>): ((pet: string, isFiltered: boolean) => boolean) => {
    const { exchanges, changedPets = new Map<string, unknown>() } = history
    if (changedPets.size === 0) return () => true
    const creations = exchanges.filter((one) => one.probe.operation === 'createPet' && isAdded(one))
    const own = new Set(creations.map((one) => petName(one, idText(one.json))))
    const areOwnChanged = changedPets.keys().some((pet) => own.has(pet))
    return (pet, isFiltered) => own.has(pet) && !changedPets.has(pet) && !(areOwnChanged && isFiltered)
  },
)

/** What has become of the pets that are not shown any more as they were. */
export function changesIn(history: SomeHistory): readonly Change[] {
  const sightings = sightingsOf(history)
  const created = new Set(sightings.filter(isOf('createPet')).map(({ pet }) => pet))
  const absences = new Absences(history)
  return [...Map.groupBy(sightings, ({ pet }) => pet)].flatMap(([pet, seen]) => {
    const gone = absences.of(pet, seen)
    const stretches = stretchesOf(seen)
    const [first, ...later] = stretches
    const was = first?.sightings.at(-1)
    if (gone === undefined || was === undefined) return []
    const [isOwn, isRemoved] = [created.has(pet), gone.some(isOfAll)]
    if (later.length + (isOwn && !isRemoved ? 0 : gone.length) === 0) return []
    if (isOwn && new Set(seen.map(kindOf)).size > 1) return []
    const states = new Set<string>()
    const shown = stretches.flatMap((stretch, at) => {
      // What is shown again as it once was may have been shown wrongly in between.
      const isNew = at > 0 && !states.has(stretch.state)
      states.add(stretch.state)
      return isNew ? [absences.agreementOf(stretch, stretches[at - 1])] : []
    })
    const agreed = [...shown, gone].filter((all) => all.length === 2)
    const now = agreed.at(-1) ?? [...later.flatMap(exchangesOf), ...gone]
    return [
      {
        pet,
        id: was.id,
        isAgreed: agreed.length > 0,
        isLikely: agreed.length > 0 || isOfOne(seen, gone) || states.size === stretches.length,
        isMoved: shown.some((all) => all.length === 2) && new Set(seen.map(({ status }) => status)).size > 1,
        isRemoved,
        isOwn,
        wasShown: states.size === stretches.length && !first?.sightings.every(isOf('createPet')),
        shownBy: [was.exchange, ...now],
      },
    ]
  })
}

/** Whether a reply by which a pet is gone says so whatever its status has become. */
function isOfAll(exchange: RecordedExchange): boolean {
  return listQuery(exchange)?.status === undefined
}

/** Whether reads have shown a pet in two ways, or lists have. */
function isOfOne(seen: readonly Sighting[], gone: readonly RecordedExchange[]): boolean {
  return (['getPet', 'listPets'] as const).some((operation) => {
    const own = seen.filter(isOf(operation))
    const isGone = own.length > 0 && gone.some(({ probe }) => probe.operation === operation)
    return isGone || new Set(own.map(stateOf)).size > 1
  })
}

/** Sightings of one pet that show it alike, without another one between them. */
interface Stretch {
  readonly state: string
  readonly sightings: readonly Sighting[]
}

function stretchesOf(sightings: readonly Sighting[]): readonly Stretch[] {
  const stretches: (Stretch & { readonly sightings: Sighting[] })[] = []
  for (const sighting of sightings) {
    const [state, last] = [stateOf(sighting), stretches.at(-1)]
    if (last?.state === state) last.sightings.push(sighting)
    else stretches.push({ state, sightings: [sighting] })
  }
  return stretches
}

function stateOf(pet: Sighting): string {
  return `${pet.status} ${kindOf(pet)}`
}

function kindOf({ name, categoryId }: Sighting): string {
  return `${categoryId} ${name}`
}

function exchangesOf({ sightings }: Stretch): readonly RecordedExchange[] {
  return sightings.map(({ exchange }) => exchange)
}

function isOf(operation: 'createPet' | 'getPet' | 'listPets') {
  return ({ exchange }: Sighting): boolean => exchange.probe.operation === operation
}

/** Which pets are not found, and which lists show all there are. */
class Absences {
  readonly #stores: Stores
  readonly #notFound: ReadonlyMap<string, readonly RecordedExchange[]>
  readonly #lastLists: ReadonlyMap<string, RecordedExchange>

  constructor(history: SomeHistory) {
    const { exchanges, discredited } = history
    this.#stores = storesOf(history)
    // A part of a list shows nothing of what the whole lacks.
    const credible = exchanges.filter(({ id, isPart }) => isPart !== true && discredited?.has(id) !== true)
    this.#notFound = Map.groupBy(
      credible.filter((one) => one.status === 404 && isWithKey(one)),
      (one) => petName(one, askedId(one) ?? ''),
    )
    this.#lastLists = new Map(
      credible.flatMap((one) => {
        const query = wholeList(one)
        return query === undefined
          ? []
          : [[`${query.status ?? 'all'} ${this.#stores.nameOf(one)}`, one] as const]
      }),
    )
  }

  /** The first read and the first list that show a pet alike, or a list that lacks it among those of its status before. */
  agreementOf({ sightings }: Stretch, before: Stretch | undefined): readonly RecordedExchange[] {
    const [read, list] = (['getPet', 'listPets'] as const).map(
      (operation) => sightings.find(isOf(operation))?.exchange,
    )
    return [read ?? [], list ?? this.#lacking(before?.sightings.at(-1)) ?? []].flat()
  }

  /** The last list of the status of a pet, where it comes after a sighting and does not show the pet. */
  #lacking(last: Sighting | undefined): RecordedExchange | undefined {
    const list = last?.status && this.#lastLists.get(`${last.status} ${this.#stores.nameOf(last.exchange)}`)
    const lacks =
      list && precedes(last.exchange, list) && !sightingsIn(list).some(({ pet }) => pet === last.pet)
    return lacks === true ? list : undefined
  }

  /**
   * The replies by which a pet is gone that was seen: to a read and to a list, or to one of them, from a store that has shown it.
   * None where it is there still; `undefined` where one reply did not find it, and a later one shows it.
   */
  of(pet: string, seen: readonly Sighting[]): readonly RecordedExchange[] | undefined {
    const [first, last] = [seen.at(0)?.exchange, seen.at(-1)?.exchange]
    if (first === undefined || last === undefined) return undefined
    const stores = new Set(seen.map(({ exchange }) => this.#stores.nameOf(exchange)))
    const notFound = (this.#notFound.get(pet) ?? []).filter((one) => stores.has(this.#stores.nameOf(one)))
    if (notFound.some((one) => precedes(first, one) && precedes(one, last))) return undefined
    const kinds = ['all', seen.at(-1)?.status ?? 'all']
    const lists = kinds.flatMap((kind) =>
      [...stores].flatMap((store) => this.#lastLists.get(`${kind} ${store}`) ?? []),
    )
    return [notFound, lists].flatMap((all) => all.find((one) => precedes(last, one)) ?? [])
  }
}
