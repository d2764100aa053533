import type { FaultSpec } from './faults.ts'

// A reply may be late, but no test and no page waits for ever.
const LONGEST = 600_000

/** What is wrong with a fault whose shape is right, in a sentence; `undefined` when nothing is. */
export function faultProblem({ effect, probability, times, seconds }: FaultSpec): string | undefined {
  if (effect.kind === 'delay' && !(isTime(effect.from) && isTime(effect.to) && effect.from <= effect.to)) {
    return `A delay goes from some milliseconds to no fewer, at most ${LONGEST}`
  }
  if (effect.kind === 'trickle' && !isTime(effect.over)) {
    return `A body trickles over at most ${LONGEST} milliseconds`
  }
  if (
    effect.kind === 'status' &&
    !(Number.isInteger(effect.status) && effect.status >= 400 && effect.status <= 599)
  ) {
    return 'The status of a fault is an error: 400 to 599'
  }
  if (effect.kind === 'status' && effect.status === 429) {
    return 'A 429 is no fault: set what the key has left in its window, and the service gives one with its Retry-After'
  }
  if (probability !== undefined && !(probability >= 0 && probability <= 1))
    return 'A probability is from 0 to 1'
  if (times !== undefined && !(Number.isInteger(times) && times >= 1)) return 'A number of times is 1 or more'
  if (seconds !== undefined && !(seconds > 0)) return 'A time to heal is more than 0 seconds'
  return undefined
}

function isTime(milliseconds: number): boolean {
  return Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds <= LONGEST
}
