import { createHash } from 'node:crypto'
import { clauses } from '../../spec/clauses.ts'
import { operators } from './operators/index.ts'
import { nameOf } from './operators/operator.ts'

/** So many of the items, the same ones for the same seed, whatever their order. */
export function someOf<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
  count: number,
  seed: string,
): readonly Item[] {
  const place = (item: Item): number =>
    createHash('sha256')
      .update(`${seed} ${name(item)}`)
      .digest()
      .readUInt32BE()
  return items
    .map((item) => ({ item, at: place(item) }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ item }) => item)
}

const OF_EACH_CLAUSE = 3
const OF_ALL = 100

/** Numbers of some operators: for each clause a few of those that may break the fewest others, and some of all. */
export function sampledOperators(seed: string): readonly number[] {
  const numbers = [...operators.keys()]
  const name = (at: number): string => nameOf(operators[at] ?? missing(at))
  const shuffled = someOf(numbers, name, numbers.length, seed)
  const may = (at: number): readonly string[] => operators[at]?.may ?? []
  const chosen = clauses.flatMap(({ id }) =>
    shuffled
      .filter((at) => may(at).includes(id) && operators[at]?.isByChance === false)
      .toSorted((one, other) => may(one).length - may(other).length)
      .slice(0, OF_EACH_CLAUSE),
  )
  return [...new Set([...chosen, ...shuffled.slice(0, OF_ALL)])]
}

function missing(at: number): never {
  throw new Error(`there is no operator ${at}`)
}
