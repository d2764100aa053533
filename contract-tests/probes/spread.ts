import { isInt64 } from '../../spec/index.ts'
import { idText, textOf, type JsonObject } from '../engine/expect.ts'

const DIVISORS = [2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n]

/**
 * Chooses so many pets that what happens to every second, third … tenth id only, or to values of a kind only, shows with as
 * few of them as can be; pets whose ids are `known` were looked at before.
 */
export function spread(
  pets: readonly JsonObject[],
  known: readonly unknown[],
  most: number,
): readonly JsonObject[] {
  const seen = new Set(known.flatMap(remaindersOf))
  const taken = new Set(known.map(textOf))
  const left = pets
    .filter((pet) => !taken.has(idText(pet)))
    .map((pet) => ({ pet, remainders: remaindersOf(pet['id']), kinds: kindsOf(pet) }))
  const chosen: JsonObject[] = []
  while (chosen.length < most && left.length > 0) {
    const isNew = (one: string): boolean => !seen.has(one)
    const worth = left.map(
      ({ remainders, kinds }) => remainders.filter(isNew).length + KIND * kinds.filter(isNew).length,
    )
    const [best] = left.splice(worth.indexOf(Math.max(...worth)), 1)
    if (best === undefined) break
    for (const one of [...best.remainders, ...best.kinds]) seen.add(one)
    chosen.push(best.pet)
  }
  return chosen
}

// A kind that no pet before was of is worth more than all remainders.
const KIND = DIVISORS.length + 1

function remaindersOf(id: unknown): readonly string[] {
  return isInt64(id) ? DIVISORS.map((divisor) => `${BigInt(id) % divisor} of ${divisor}`) : []
}

/** What may be treated otherwise in a pet: its status, numbers that need more than 32 or 53 bits or a sign, letters beyond ASCII. */
function kindsOf({ id, name, categoryId, status }: JsonObject): readonly string[] {
  const sizes = [id, categoryId].filter(isInt64).flatMap((value, at) => {
    const bits = BigInt(value).toString(2).replace('-', '').length
    return [`${at} ${value < 0} ${bits > 53 ? 64 : bits > 31 ? 53 : 31}`]
  })
  const text = textOf(name)
  const letters = /[^\0-\uffff]/u.test(text)
    ? 'beyond 16 bits'
    : /[^ -~]/.test(text)
      ? 'beyond ASCII'
      : 'ASCII'
  return [`status ${textOf(status)}`, letters, ...sizes]
}
