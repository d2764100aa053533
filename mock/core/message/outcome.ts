import type { OpenPointId } from '../../../spec/choices.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import { errors, type ErrorCode } from './errors.ts'

/** Header fields as name, value, name, value. */
export type HeaderList = readonly string[]

/** The decision of the service, before it is written in the chosen style. */
export type Outcome = Success | Refusal

export interface Success {
  readonly status: 200 | 201 | 204
  /** Compact JSON; empty for 204. */
  readonly json: string
  readonly headers?: HeaderList | undefined
  readonly reason: Reason
}

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers?: HeaderList | undefined
  readonly reason: Reason
}

/** A refusal with an error of the catalogue. The reason's sentence is the message unless it has one of its own. */
export function refusal(
  code: ErrorCode,
  message: string,
  reason: Omit<Reason, 'sentence'> & { readonly sentence?: string },
  headers?: HeaderList,
): Refusal {
  return {
    status: errors[code],
    code,
    message,
    reason: { sentence: message, ...reason },
    headers,
  }
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'code' in outcome
}

/** The steps of a request's way, in their order. Each can decide. */
export type Step =
  | 'connection'
  | 'store'
  | 'meter'
  | 'authenticate'
  | 'route'
  | 'fault'
  | 'read body'
  | 'act'
  | 'forward'
  | 'bug'

/** Why a request got its reply: the step that decided, the rule that it applied, and one sentence for people. */
export interface Reason {
  readonly step: Step
  /** The clause, or the open point whose choice was applied. */
  readonly rule?: ClauseId | OpenPointId
  readonly sentence: string
}
