import { choosable, concreteVariants, parseChoices, type Choices } from '../../../spec/index.ts'
import { pick, seededRandom } from './random.ts'

/** A lawful variant for every open point, taken at random but the same for the same seed. */
export function vary(seed: number): Choices {
  const random = seededRandom(seed)
  const choices = choosable.map((point) => [point.id, pick(random, concreteVariants(point))])
  // Complete, since every open point is in `choosable`.
  return parseChoices(Object.fromEntries(choices) as Record<string, string>) as Choices
}
