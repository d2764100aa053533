/** The global by which the source that Stryker has instrumented finds its state. */
export const MUTANTS = '__stryker__'

/** That state: which mutant is active, and what is counted. */
export interface Switch {
  activeMutant?: string | undefined
  /** What is counted as having passed a mutant; while a module loads, nothing. */
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: Coverage
}

/** How often each mutant was passed, by its id. */
type Counts = Readonly<Record<string, number>>

export interface Coverage {
  /** While modules were loaded. */
  readonly static: Counts
  readonly perTest: Readonly<Record<string, Counts>>
}

/** As much of Stryker's interface as is needed here; its packages are installed for `npm run lab -- mutants` alone. */
export interface MutantRun {
  readonly activeMutant: { readonly id: string; readonly fileName: string }
  readonly testFilter?: readonly string[]
  readonly hitLimit?: number
  readonly mutantActivation: 'runtime' | 'static'
}
