import { isInt64 } from '../../spec/index.ts'
import { type JsonObject, idText } from '../engine/expect.ts'

const DIVISORS = [2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n]

/**
 * Chooses so many pets by their ids that what happens to every second, third … tenth pet only shows with as few of them as
 * can be; pets whose ids are `known` were looked at before.
 */
export function spread(
  pets: readonly JsonObject[],
  known: readonly unknown[],
  most: number,
): readonly JsonObject[] {
  const seen = new Set(known.filter(isInt64).flatMap(remaindersOf))
  const taken = new Set(known.map(String))
  const left = pets.filter((pet) => !taken.has(idText(pet)))
  const chosen: JsonObject[] = []
  while (chosen.length < most && left.length > 0) {
    const [best] = left
      .map((pet, at) => ({ at, news: newsOf(pet, seen) }))
      .toSorted((one, other) => other.news - one.news)
    const [pet] = left.splice(best?.at ?? 0, 1)
    if (pet === undefined) break
    for (const one of remaindersOf(pet['id'])) seen.add(one)
    chosen.push(pet)
  }
  return chosen
}

function newsOf({ id }: JsonObject, seen: ReadonlySet<string>): number {
  return remaindersOf(id).filter((one) => !seen.has(one)).length
}

function remaindersOf(id: unknown): readonly string[] {
  return isInt64(id) ? DIVISORS.map((divisor) => `${BigInt(id) % divisor} of ${divisor}`) : []
}
