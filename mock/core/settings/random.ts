import { choosable, concreteVariants, parseChoices, type Choices } from '../../../spec/choices.ts'

/** A number from 0 (included) to 1 (excluded). */
export type Random = () => number

/** A generator whose state can be read: a generator with that seed continues with the same numbers. */
export interface SeededRandom extends Random {
  readonly state: () => number
}

const STEP = 0x6d2b79f5

/** The state of a generator after so many more numbers. */
export function skipNumbers(state: number, numbers: number): number {
  return (state + Math.imul(STEP, numbers)) >>> 0
}

/** A generator that yields the same numbers for the same seed (mulberry32; not for secrets). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = skipNumbers(state, 1)
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Object.assign(next, { state: () => state })
}

/** One of `items`, each with the same probability; throws for an empty list. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** A random lawful variant of every open point; the same for the same seed. */
export function vary(seed: number): Choices {
  const random = seededRandom(seed)
  const choices = choosable.map((point) => [point.id, pick(random, concreteVariants(point))])
  // Complete, since every open point is in `choosable`.
  return parseChoices(Object.fromEntries(choices) as Record<string, string>) as Choices
}
