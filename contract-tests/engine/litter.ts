import { isInt64 } from '../../spec/exact-json/int64.ts'
import type { Exchange } from './exchange.ts'
import { isObject, memberOf, idText } from './expect.ts'

// A service that takes an invalid body breaks one clause, and must not be blamed for what comes of it: for a pet without
// a name that every list shows from then on, to this run and to later ones.

/** In the names of pets that are not as documented, where a service stores them; `what` is one word. */
export function litterName(mark: string, what: string | number): string {
  return `${mark}-odd-${what}`
}

const LITTER_NAME = /-odd-\w+$/

/** The category of bodies whose fault may be the name. */
export const LITTER_CATEGORY = 1_913_874_610

/** Whether a pet has what no other has but those of invalid bodies, of whichever run. */
export function isMarked(pet: unknown): boolean {
  const [name, category] = [memberOf(pet, 'name'), memberOf(pet, 'categoryId')]
  return (typeof name === 'string' && LITTER_NAME.test(name)) || category === LITTER_CATEGORY
}

/** Whether nothing tells where a pet comes from, as when it was stored from no body at all. */
function isBare(pet: unknown): boolean {
  return isObject(pet) && typeof pet['name'] !== 'string' && !isInt64(pet['categoryId'])
}

/** Tells the pets that the suite's invalid bodies have left from all others, by the exchanges of a run. */
export function litterOf(exchanges: readonly Exchange[]): (pet: unknown) => boolean {
  const own = new Set(
    exchanges.flatMap(({ probe, json }) => (probe.isInvalid === true && hasId(json) ? [idText(json)] : [])),
  )
  // A service that stores such bodies has stored those without any mark too.
  const storesThem = exchanges.some(({ json }) => Array.isArray(json) && json.some(isMarked))
  return (pet) => isMarked(pet) || (isBare(pet) && (storesThem || (hasId(pet) && own.has(idText(pet)))))
}

function hasId(json: unknown): json is { readonly id: unknown } {
  return isObject(json) && 'id' in json
}
