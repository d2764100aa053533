// What the rate-limit headers say over a whole run: one figure after the other, as one caller was answered.
import type { Check } from '../engine/check.ts'
import { historyOfLimits } from '../engine/history-of-run.ts'
import type { Run } from '../engine/run.ts'
import type { Breach } from '../engine/verdicts.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { chargesIn } from '../history/charges.ts'
import { figuresAreItsOwn } from '../history/copied-figures.ts'
import { contradictionsIn } from '../history/judge.ts'
import { isInWindow } from '../history/limits.ts'
import { costFault, keylessFault, lateFault, staleFault } from '../probes/costs.ts'
import {
  givenFalls,
  givenPlan,
  type Key,
  refusalFault,
  repliesToKeys,
  staysFault,
  stepsFault,
  unspentFault,
} from '../probes/rate-limits.ts'

const callers: readonly Key[] = ['key', 'second key']
const faults: readonly ((run: Run, caller: Key) => Breach | undefined)[] = [
  staysFault,
  stepsFault,
  unspentFault,
  refusalFault,
  lateFault,
  staleFault,
  costFault,
  keylessFault,
]

export const rateLimitHeaderChecks: readonly Check[] = [
  {
    id: 'LIMIT-2',
    ask: (run) => {
      const replies = repliesToKeys(run)
      givenPlan(run)
      return replies
    },
  },
  {
    id: 'LIMIT-4',
    aspect: 'Reset is at most a minute ahead where Limit is the limit per minute',
    ask: (run) => {
      const replies = repliesToKeys(run).filter(isInWindow)
      givenPlan(run)
      return replies.length > 0 ? replies : missing('a request that was served, with a Reset that is a time')
    },
  },
  {
    id: 'LIMIT-3',
    aspect: 'Remaining falls with each request that counts',
    // What a kind of request costs shows by how often it does, where others may have asked beside one: no few exchanges contradict it.
    check: (run) => {
      if (isOfAnother(run)) dependsOn('LIMIT-11')
      for (const fault of faults) {
        for (const caller of callers) {
          const breach = fault(run, caller)
          if (breach) throw breach
        }
      }
      givenFalls(run)
    },
  },
]

/** Whether one key pays for another, or shows what that one has left, as what contradicts their meters shows. */
function isOfAnother(run: Run): boolean {
  const history = historyOfLimits(run)
  const mayBe = chargesIn(history).length > 0 || figuresAreItsOwn(history).length > 0
  return mayBe && contradictionsIn(history).some(({ clause }) => clause === 'LIMIT-11')
}
