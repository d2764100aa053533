import { planIds } from '../../../../spec/plans.ts'
import type { KeyState } from '../../../client/world-state.ts'

/**
 * First `own`, the keys of a scenario of this page, side by side as long as there are any, then by plan and name. The mock lists
 * them by last use, but cards that move are hard to read.
 */
export function inOrder<Key extends Pick<KeyState, 'key' | 'plan'>>(
  keys: readonly Key[],
  own: readonly string[],
): readonly Key[] {
  const rank = ({ key, plan }: Key): number =>
    own.includes(key) ? own.indexOf(key) - own.length : planIds.indexOf(plan)
  return [...keys].sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1))
}

/** The names of keys: first `own`, those of a scenario of this page, in its order, then the others by name. */
export function namesInOrder(names: readonly string[], own: readonly string[]): readonly string[] {
  return [
    ...own.filter((name) => names.includes(name)),
    ...names.filter((name) => !own.includes(name)).toSorted(),
  ]
}
