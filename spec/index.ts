import { clauses as clauseData } from './generated/clauses.ts'
import { plans as planData } from './generated/plans.ts'
import type { components } from './generated/wire.ts'
import type { OperationId } from './operations.ts'

export { openapi } from './generated/openapi.ts'
export * from './choices.ts'
export * from './date-time.ts'
export * from './int64.ts'
export * from './json.ts'
export * from './operations.ts'
export * from './retry-after.ts'
export * from './schema-check.ts'
export * from './service-schemas.ts'
export * from './value-problems.ts'
export * from './variants.ts'
export * from './wording.ts'

export type PetStatus = components['schemas']['PetStatus']
export type NewPet = components['schemas']['NewPet']
export type Pet = components['schemas']['Pet']
export type ErrorBody = components['schemas']['Error']

export type ClauseId = (typeof clauseData)[number]['id']

/** One promise of the document. */
export interface Clause {
  readonly id: ClauseId
  readonly level: 'must' | 'should'
  /** Who has to keep it; the service where it is not said. */
  readonly party?: 'client'
  readonly operations: readonly OperationId[]
  readonly section: string
  readonly text: string
  /** The words of the document that promise it. */
  readonly quote?: string
  /** The general standard that asks for it, where the document does not. */
  readonly source?: string
}

export const clauses: readonly Clause[] = clauseData

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
