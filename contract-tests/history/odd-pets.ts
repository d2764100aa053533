import { isInt64 } from '../../spec/exact-json/int64.ts'
import type { RecordedExchange } from './history.ts'
import { isObject, memberOf, idText } from './values.ts'

// A service that accepts an invalid body breaks one clause. It must not be blamed again for the pet that it then stores,
// which has no name, say, and which every list of this run and of later ones shows.

/** The name of a pet that is sent in an invalid body. `runTag` is the run's `mark`; `what` is one word. */
export function oddName(runTag: string, what: string | number): string {
  return `${runTag}-odd-${what}`
}

const ODD_NAME = /-odd-\w+$/

/** The category of a pet in an invalid body whose name may be the invalid field. */
export const ODD_CATEGORY = 1_913_874_610

/** Whether the name or the category of a pet shows that an invalid body created it, in this run or another. */
export function isOdd(pet: unknown): boolean {
  const [name, category] = [memberOf(pet, 'name'), memberOf(pet, 'categoryId')]
  return (typeof name === 'string' && ODD_NAME.test(name)) || category === ODD_CATEGORY
}

/** Whether a pet has neither a name nor a category, as when it was stored without a body. */
function isBare(pet: unknown): boolean {
  return isObject(pet) && typeof pet['name'] !== 'string' && !isInt64(pet['categoryId'])
}

/** A predicate for the pets that invalid bodies of the suite have created, based on the exchanges of a run. */
export function oddPetFinder(exchanges: readonly RecordedExchange[]): (pet: unknown) => boolean {
  const own = new Set(
    exchanges.flatMap(({ probe, json }) => (probe.isInvalid === true && hasId(json) ? [idText(json)] : [])),
  )
  // A service that stores odd pets also stores the bodies that have neither name nor category.
  const storesThem = exchanges.some(({ json }) => Array.isArray(json) && json.some(isOdd))
  return (pet) => isOdd(pet) || (isBare(pet) && (storesThem || (hasId(pet) && own.has(idText(pet)))))
}

function hasId(json: unknown): json is { readonly id: unknown } {
  return isObject(json) && 'id' in json
}
