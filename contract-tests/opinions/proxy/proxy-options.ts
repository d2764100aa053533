import type { Judge } from '../judge.ts'

export interface ProxyOptions {
  /** The base address of the service. The proxy has the same paths below an origin of its own. */
  readonly upstream: string
  /** Whether a reply with a breach is withheld, and 502 answered in its place. */
  readonly fail?: boolean
  /** Takes a line for every breach, and for every failure of the upstream. */
  readonly log: (line: string) => void
  /** Prism where it is not said. */
  readonly judge?: Judge
  /** Milliseconds that the upstream may be silent; 30 s where it is not said. */
  readonly timeout?: number
}

/** What a proxy has seen so far. */
export interface ProxyCounts {
  exchanges: number
  /** Those that were looked at: below the base address, and not too large. */
  judged: number
  /** Findings that are errors. */
  breaches: number
  warnings: number
  /** Requests that the upstream did not answer. */
  failures: number
}
