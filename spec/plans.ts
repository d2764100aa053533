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

/** The name of a plan in the document. */
export function planName(id: string): string {
  return plans.find((plan) => plan.id === id)?.name ?? id
}

/** The figures that a plan leaves to each of its keys; none for an unknown plan. */
export function customFigures(plan: string): readonly ('perMinute' | 'perDay')[] {
  const found = plans.find(({ id }) => id === plan)
  return (['perMinute', 'perDay'] as const).filter((name) => found?.[name] === 'custom')
}

/** The plans whose keys have figures of their own. */
export const customPlanIds = planIds.filter((id) => customFigures(id).length > 0)
