import type { ClauseId, PlanId } from '../../spec/index.ts'

/** What a run is asked to do. Plain data: it travels to the thread in which Vitest runs the suite. */
export interface ContractSettings {
  /** Ends with `/v1`. */
  readonly baseUrl: string
  /** The service's second, staging base address, where it is known. */
  readonly secondBaseUrl: string | undefined
  readonly key: string
  /** For the check that one key's use is not charged to another. */
  readonly secondKey: string | undefined
  /** The plan of the key; found out from the limit where it is not said. */
  readonly plan: PlanId | undefined
  /** Addresses in the control API of the worlds behind the base addresses, where the service is our mock. */
  readonly control: readonly [string, ...string[]] | undefined
  /** Short text in the name of every pet that the run adds, by which they can be found. */
  readonly mark: string
  /** Adds no pet. */
  readonly readOnly: boolean
  /** Goes over the limit on purpose. */
  readonly exhaust: boolean
  /** Goes on after a 429 until the key is banned. */
  readonly ban: boolean
  /** Sends generated bodies too, made from the seed. */
  readonly deep: boolean
  readonly seed: number
  /** Requests in all. */
  readonly maxRequests: number
  /** Seconds to wait in all. */
  readonly maxWait: number
  /** Milliseconds until a reply must be there. */
  readonly timeout: number
  /** Has Prism judge every exchange too. */
  readonly secondOpinion: boolean
  /** Stops at the first breach. */
  readonly bail: boolean
  /** Only these clauses; all where it is empty. */
  readonly only: readonly ClauseId[]
}

declare module 'vitest' {
  interface ProvidedContext {
    contract: ContractSettings
  }
}
