// That the keys are counted apart.
import type { Check } from '../engine/check.ts'
import { chargedFault } from '../probes/charges.ts'

export const secondKeyChecks: readonly Check[] = [
  {
    id: 'LIMIT-11',
    needs: ['second key'],
    cost: 3,
    check: async (run) => {
      const fault = await chargedFault(run)
      if (fault) throw fault
    },
  },
]
