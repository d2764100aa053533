import type { ScenarioEvent } from '../../mock/scenarios/scenario-event.ts'

/** Whoever shows a scenario while it runs. */
export interface Audience {
  readonly tell: (event: ScenarioEvent) => void
  /** It is over. */
  readonly close: () => void
}
