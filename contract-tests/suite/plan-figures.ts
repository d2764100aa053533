import { plans, type PlanId } from '../../spec/index.ts'

/** The limits that a plan may report: its minute's and its day's, or those of every plan where it is not known. */
export function figuresOf(plan: PlanId | undefined): readonly number[] | 'any' {
  const known = plans.filter(({ id }) => plan === undefined || id === plan)
  const figures = known.flatMap(({ perMinute, perDay }) => [perMinute, perDay])
  // A custom plan may have any figures, so only a plan that is known not to be custom can be held to some.
  return figures.includes('custom') ? 'any' : figures.filter((figure) => figure !== 'custom')
}
