// That the keys are counted apart.
import type { Check } from '../engine/check.ts'
import { chargedFault } from '../probes/charges.ts'

export const secondKeyChecks: readonly Check[] = [
  {
    id: 'LIMIT-11',
    needs: ['second key'],
    cost: 3,
    // That one key pays for another shows in a rhythm that nobody else would keep, which has to be asked for round by round.
    check: async (run) => {
      const fault = await chargedFault(run)
      if (fault) throw fault
    },
  },
]
