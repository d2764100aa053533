import { type History, type RecordedExchange, remembering } from './history.ts'
import { type Sighting, sightingsOf } from './sightings.ts'

/**
 * The name of the store that an exchange meets, by base address and caller. How keys are scoped is open, so each caller has a
 * store of its own, unless one was shown a pet that another created: then they share one.
 */
export const storesOf = remembering((history: History): ((exchange: RecordedExchange) => string) => {
  const sightings = sightingsOf(history)
  const creators = new Map(
    sightings
      .filter(({ exchange }) => exchange.probe.operation === 'createPet')
      .map((pet) => [nameOf(pet), pet]),
  )
  const shared = new Map<string, string>()
  const storeOf = (name: string): string => {
    const other = shared.get(name)
    return other === undefined ? name : storeOf(other)
  }
  for (const pet of sightings) {
    const creator = creators.get(nameOf(pet))
    if (creator === undefined || creator.name !== pet.name || creator.categoryId !== pet.categoryId) continue
    const [own, other] = [storeOf(callerOf(pet.exchange)), storeOf(callerOf(creator.exchange))]
    if (own !== other) shared.set(own, other)
  }
  return (exchange) => storeOf(callerOf(exchange))
})

function callerOf({ probe: { base = '', caller } }: RecordedExchange): string {
  return `${base} ${caller}`
}

function nameOf({ exchange, id }: Sighting): string {
  return `${exchange.probe.base ?? ''} ${id}`
}
