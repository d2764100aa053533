import { createHash } from 'node:crypto'
import { aspects, changes, type Aspect, type Change } from './changes.ts'
import { situations, type Situation, type SituationKind } from './situation.ts'
import { watchIn } from './watch.ts'
import type { WatchedOverlay } from '../violations/watch-changes.ts'
import type { Operator } from '../operators/operator.ts'

/** A change that is made in one situation only. */
export interface SituatedOperator extends Operator {
  readonly aspect: Aspect
  readonly situation: Situation
  /** Lays it over a service for one run, and says whether it has changed anything there. */
  readonly watched: () => WatchedOverlay
}

// Of each situation that a transition, a key or a neighbour makes, more is changed than of one that a value makes: there are fewer.
const CHANGES_EACH: Readonly<Record<SituationKind, Partial<Record<Aspect, number>>>> = (() => {
  const ofValues = { statuses: 1, headers: 1, bodies: 1, effects: 1 }
  const ofOrder = { ...ofValues, counters: 1 }
  const ofFew = { statuses: 2, headers: 3, bodies: 3, effects: 2, counters: 2 }
  return {
    'one class of values': ofValues,
    'two kinds of values': { statuses: 1, bodies: 1 },
    'after another request of the key': ofOrder,
    'after a request of another key': ofOrder,
    'after a request without a key': ofOrder,
    'without a key after one with a key': ofOrder,
    'the second key only': ofFew,
    'beside another request of the key': ofFew,
    'beside a request of the other key': ofFew,
    'beside others without a key': ofFew,
    'beside another, across the limit': ofOrder,
  }
})()

/** Of each situation some changes of each aspect that can be made in it, chosen by their names: the same ones each time. */
export const situatedOperators: readonly SituatedOperator[] = situations.flatMap((situation) =>
  aspects.flatMap((aspect) => {
    const possible = changes.filter((one) => one.aspect === aspect && canBeMadeIn(one, situation))
    return possible
      .map((one) => ({ one, place: hashOf(`${situation.name} ${one.name}`) }))
      .toSorted((first, second) => first.place - second.place)
      .slice(0, CHANGES_EACH[situation.kind][aspect] ?? 0)
      .map(({ one }) => situated(one, situation))
  }),
)

function canBeMadeIn(change: Change, { operation, statuses, isOpen, keyClass }: Situation): boolean {
  if (isOpen === true && change.aspect === 'statuses') return false
  const isOfKey = keyClass === undefined || change.keyClass === undefined || keyClass === change.keyClass
  return isOfKey && statuses.some((status) => change.appliesTo({ operation, status }))
}

function situated(change: Change, situation: Situation): SituatedOperator {
  const watched = (): WatchedOverlay => watchIn(situation, change)
  const [target = '', how = ''] = change.name.split(': ')
  return {
    ...{ target, change: how, when: `only ${situation.name}`, mayBreak: change.mayBreak, isByChance: false },
    ...{ aspect: change.aspect, situation, watched },
    overlay: (healthy) => watched().overlay(healthy),
  }
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}
