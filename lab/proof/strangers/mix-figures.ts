import type { ContractSettings } from '../../../contract-tests/engine/settings.ts'

/** The kinds of run that judge a mix of a stranger's options, by what users write. */
export const mixRuns = {
  'a default run': { exhaust: false, ban: false },
  '--exhaust': { exhaust: true, ban: false },
  '--exhaust --ban': { exhaust: true, ban: true },
} as const satisfies Record<string, Partial<ContractSettings>>
export type MixRun = keyof typeof mixRuns
export const kindsOfRun = Object.keys(mixRuns) as readonly MixRun[]
export const LONGEST: MixRun = '--exhaust --ban'

/** Whether a breach was reported: on a clause that it breaks, on other clauses alone, or not at all. */
export type BreachOutcome = 'seen' | 'wrong clause' | 'missed'
export type BreachFigures = Readonly<Record<BreachOutcome, number>>

/** How the suite judged a stranger under its options. */
export interface MixFigures {
  readonly stranger: string
  /** How many mixes were tried and blamed, by the kind of run. */
  readonly mixes: Readonly<Record<MixRun, { readonly tried: number; readonly blamed: number }>>
  /** Under the default options, and under mixes. */
  readonly breaches: Readonly<Record<'default' | 'mixes', BreachFigures>>
  /** A line for each mix that was blamed, and for each breach that was not seen. */
  readonly findings: readonly string[]
}
