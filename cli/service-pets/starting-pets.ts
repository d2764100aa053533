import { isObject, memberOf, shown } from '../../contract-tests/history/values.ts'
import { seedPetProblems, type SeedPet } from '../../fixtures/seed-pet.ts'
import type { Choices } from '../../spec/choices.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'

/** The pets of a service as a world can start with them, and what it cannot hold of them. */
export interface StartingPets {
  readonly pets: readonly SeedPet[]
  /** The first reasons why items are left out, and how many items these are. */
  readonly leftOut: { readonly count: number; readonly reasons: readonly string[] }
  /** How many pets had the status null, and start without one. */
  readonly nullStatuses: number
  /** The first names of fields that the document does not name, in alphabetical order, and how many there are. */
  readonly dropped: { readonly count: number; readonly names: readonly string[] }
}

// More would say nothing new.
const MOST_SHOWN = 3

// A service may give each pet fields of its own.
const MOST_NAMES = 1000

/** What a world can start with of the items of a list, in their order, with their ids. */
export function startingPets(items: readonly unknown[]): StartingPets {
  const pets: SeedPet[] = []
  const reasons: string[] = []
  const names = new Set<string>()
  let [leftOut, nullStatuses] = [0, 0]
  for (const item of items) {
    const { id, name, categoryId, status, ...others } = isObject(item) ? item : {}
    const pet = { id, name, categoryId, ...(status !== null && status !== undefined && { status }) }
    const problem = problemOf(item, pet)
    if (problem !== undefined) {
      leftOut += 1
      if (reasons.length < MOST_SHOWN) reasons.push(problem)
      continue
    }
    // The check is the proof of the shape.
    pets.push(pet as SeedPet)
    if (status === null) nullStatuses += 1
    for (const other of Object.keys(others)) if (names.size < MOST_NAMES) names.add(other)
  }
  return {
    pets,
    leftOut: { count: leftOut, reasons },
    nullStatuses,
    dropped: { count: names.size, names: [...names].sort().slice(0, MOST_SHOWN) },
  }
}

/** Why a world cannot start with an item, with its id where it has one. */
function problemOf(item: unknown, pet: object): string | undefined {
  if (!isObject(item)) return `${shown(item)} is no object`
  if (item['id'] === undefined) return 'an item without an id'
  for (const problem of seedPetProblems([pet])) {
    return `pet ${shown(memberOf(item, 'id'))}: ${problem.replace(/^\[0\]\.?/, '')}`
  }
  return undefined
}

/** Pets in the order in which they were added, as far as the order of the list shows it. */
export function oldestFirst(
  pets: readonly SeedPet[],
  order: Choices['list-order'] | undefined,
): readonly SeedPet[] {
  return order === 'newest' ? pets.toReversed() : pets
}

/** A JSON array with each item on a line of its own. */
export function jsonLines(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => stringifyJson(item)).join(',\n')}\n]`
}
