import { authorizationOf } from './credentials.ts'
import { type History, type RecordedExchange, remembering } from './history.ts'
import { sightingsOf } from './sightings.ts'

type SomeHistory = Pick<History, 'exchanges' | 'discredited' | 'changedPets'>

/** Which store a request meets. */
export interface Stores {
  /** By base address and caller, unless two of them are seen to share one. */
  readonly nameOf: (exchange: RecordedExchange) => string
  /** The exchanges that show that two requests meet the same store; none where their caller is the same. */
  readonly sharing: (one: RecordedExchange, other: RecordedExchange) => readonly RecordedExchange[]
}

/**
 * The stores of a history. How keys are scoped is open, so each caller has a store of its own, unless one was shown a pet that
 * another created: then they share one.
 */
export const storesOf = remembering((history: SomeHistory): Stores => {
  const sightings = sightingsOf(history)
  const creators = new Map(
    sightings.filter(({ exchange }) => exchange.probe.operation === 'createPet').map((pet) => [pet.pet, pet]),
  )
  const [shared, witnesses] = [new Map<string, string>(), new Map<string, readonly RecordedExchange[]>()]
  const storeOf = (caller: string): string => {
    const other = shared.get(caller)
    return other === undefined ? caller : storeOf(other)
  }
  for (const pet of sightings) {
    const creator = creators.get(pet.pet)
    if (creator === undefined || creator.name !== pet.name || creator.categoryId !== pet.categoryId) continue
    const [own, other] = [callerOf(pet.exchange), callerOf(creator.exchange)]
    if (own === other) continue
    if (!witnesses.has(pairOf(own, other)))
      witnesses.set(pairOf(own, other), [creator.exchange, pet.exchange])
    if (storeOf(own) !== storeOf(other)) shared.set(storeOf(own), storeOf(other))
  }
  return {
    nameOf: (exchange) => storeOf(callerOf(exchange)),
    sharing: (one, other) => {
      const [own, others] = [callerOf(one), callerOf(other)]
      return own === others ? [] : (witnesses.get(pairOf(own, others)) ?? [...witnesses.values()].flat())
    },
  }
})

/** Who asked, and where; of those without a valid key each by what it sent in its place. */
export function callerOf({ probe: { base = '', caller, headers } }: RecordedExchange): string {
  return caller === 'nobody' ? `${base} nobody ${authorizationOf(headers) ?? ''}` : `${base} ${caller}`
}

function pairOf(one: string, other: string): string {
  return [one, other].toSorted().join(', ')
}
