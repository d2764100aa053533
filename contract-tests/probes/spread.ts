import { isInt64 } from '../../spec/exact-json/int64.ts'
import { idText, textOf, type JsonObject } from '../history/values.ts'

const DIVISORS = [2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n]

/**
 * Chooses so many pets that what happens to every second, third … tenth id only, or to values of a kind only, shows with as
 * few of them as can be; pets whose ids are `known` were looked at before. Up to so many `more` are chosen for kinds alone that
 * no pet before was of.
 */
export function spread(
  pets: readonly JsonObject[],
  known: readonly unknown[],
  most: number,
  more = 0,
): readonly JsonObject[] {
  const seen = new Set(known.flatMap(remaindersOf))
  const taken = new Set(known.map(textOf))
  const left = pets
    .filter((pet) => !taken.has(idText(pet)))
    .map((pet) => ({ pet, remainders: remaindersOf(pet['id']), kinds: kindsOf(pet), pair: pairOf(pet) }))
  const chosen: JsonObject[] = []
  while (chosen.length < most + more && left.length > 0) {
    const isNew = (one: string): boolean => !seen.has(one)
    const worth = left.map(
      ({ remainders, kinds, pair }) =>
        worthOf(remainders.filter(isNew)) + KIND * kinds.filter(isNew).length + (isNew(pair) ? PAIR : 0),
    )
    const [best] = left.splice(worth.indexOf(Math.max(...worth)), 1)
    if (best === undefined || (chosen.length >= most && !isNew(best.pair))) break
    for (const one of [...best.remainders, ...best.kinds, best.pair]) seen.add(one)
    chosen.push(best.pet)
  }
  return chosen
}

// A kind that no pet before was of is worth more than all remainders.
const KIND = 2 * DIVISORS.length + 1
// Two kinds that meet in one pet for the first time are worth less, but more than what is left of the remainders.
const PAIR = 2 * DIVISORS.length

/** Whoever forgets every seventh rather forgets those that seven divides. */
function worthOf(remainders: readonly string[]): number {
  return remainders.reduce((sum, one) => sum + (one.startsWith('0 ') ? 2 : 1), 0)
}

function remaindersOf(id: unknown): readonly string[] {
  return isInt64(id) ? DIVISORS.map((divisor) => `${BigInt(id) % divisor} of ${divisor}`) : []
}

// Where a column or a field on a page ends, as a rule.
const LENGTHS = [32, 64, 255]

/** What may be treated otherwise in a pet: its status, its numbers by their sizes, letters beyond ASCII, the length of its name. */
function kindsOf({ id, name, categoryId, status }: JsonObject): readonly string[] {
  const sizes = [id, categoryId].map((value, at) => `${at} ${sizeOf(value)}`)
  const text = textOf(name)
  const letters = /[^\0-\uffff]/u.test(text)
    ? 'beyond 16 bits'
    : /[^ -~]/.test(text)
      ? 'beyond ASCII'
      : 'ASCII'
  const { length } = LENGTHS.filter((most) => text.length > most)
  return [`status ${textOf(status)}`, letters, `length ${length}`, ...sizes]
}

function pairOf({ status, categoryId }: JsonObject): string {
  return `${textOf(status)} of ${sizeOf(categoryId)}`
}

/** Whether an integer needs a sign, and more than 32 or 53 bits. */
function sizeOf(value: unknown): string {
  if (!isInt64(value)) return 'none'
  const bits = BigInt(value).toString(2).replace('-', '').length
  return `${value < 0} ${bits > 53 ? 64 : bits > 31 ? 53 : 31}`
}
