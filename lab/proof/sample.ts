import { createHash } from 'node:crypto'
import { clauses } from '../../spec/clauses.ts'
import type { RunKind } from './judge-operator.ts'
import { operators } from './operators/index.ts'
import { nameOf } from './operators/operator.ts'
import { situatedOperators } from './situations/index.ts'
import type { Situation, SituationKind } from './situations/situation.ts'

/** `count` of the items, chosen by their names: the same ones for the same seed, whatever their order. */
export function someOf<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
  count: number,
  seed: string,
): readonly Item[] {
  const hash = (item: Item): number =>
    createHash('sha256')
      .update(`${seed} ${name(item)}`)
      .digest()
      .readUInt32BE()
  return items
    .map((item) => ({ item, place: hash(item) }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ item }) => item)
}

const OF_EACH_CLAUSE = 3
const OF_ALL = 100

/** Numbers of some operators: for each clause a few that may break the fewest other clauses, and some of all operators. */
export function sampledOperators(seed: string): readonly number[] {
  const numbers = [...operators.keys()]
  const operatorAt = (at: number): (typeof operators)[number] => memberAt(operators, at)
  const shuffled = someOf(numbers, (at) => nameOf(operatorAt(at)), numbers.length, seed)
  const chosen = clauses.flatMap(({ id }) =>
    shuffled
      .filter((at) => operatorAt(at).mayBreak.includes(id) && !operatorAt(at).isByChance)
      .toSorted((one, other) => operatorAt(one).mayBreak.length - operatorAt(other).mayBreak.length)
      .slice(0, OF_EACH_CLAUSE),
  )
  return [...new Set([...chosen, ...shuffled.slice(0, OF_ALL)])]
}

const OF_EACH_SITUATION = 4

/** Numbers of some situated operators: of each kind of situation a few that a default run leads to. */
export function sampledSituated(
  seed: string,
  met: ReadonlyMap<Situation, RunKind>,
  ofEach = OF_EACH_SITUATION,
): readonly number[] {
  const reached = situatedOperators.flatMap((one, at) =>
    met.get(one.situation) === 'a default run' ? [{ at, name: nameOf(one), kind: one.situation.kind }] : [],
  )
  const byKind: ReadonlyMap<SituationKind, typeof reached> = Map.groupBy(reached, ({ kind }) => kind)
  return [...byKind.values()].flatMap((own) =>
    someOf(own, ({ name }) => name, ofEach, seed).map(({ at }) => at),
  )
}

/** The member of a list by its number, from 0. */
export function memberAt<Member>(list: readonly Member[], at: number): Member {
  const member = list[at]
  if (member === undefined) throw new RangeError(`there is no number ${at} in a list of ${list.length}`)
  return member
}
