import type { PlanId } from '../../spec/index.ts'

/** The command line of `petstore contract`, as written. */
export interface ContractFlags {
  /** The service to check; a mock of our own where it is not said. */
  readonly baseUrl: string | undefined
  readonly apiKeyEnv?: string
  readonly secondKeyEnv?: string
  readonly secondBaseUrl?: string
  readonly plan?: PlanId
  readonly readOnly?: boolean
  readonly exhaust?: boolean
  readonly ban?: boolean
  readonly deep?: boolean
  readonly seed?: number
  readonly maxRequests?: number
  readonly maxWait?: number
  readonly timeout?: number
  readonly only?: readonly string[]
  readonly bail?: boolean
  readonly report?: readonly string[]
  readonly saveChoices?: string
  readonly expectChoices?: string
  readonly known?: string
  readonly secondOpinion?: 'prism'
  readonly list?: boolean
}
