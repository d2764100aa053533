import { plans as planData } from './generated/plans.ts'

export type PlanId = (typeof planData)[number]['id']

/** Requests that a plan allows; `custom` where each key has figures of its own. */
export interface Plan {
  readonly id: PlanId
  readonly name: string
  readonly perMinute: number | 'custom'
  readonly perDay: number | 'custom'
}

export const plans: readonly Plan[] = planData
export const planIds = plans.map(({ id }) => id)
