import type { ClauseId, OpenPointId } from '../../../spec/index.ts'

/** The steps of a request's way, in their order; each can be the one that decides. */
export type Step = 'connection' | 'meter' | 'authenticate' | 'route' | 'fault' | 'read body' | 'act' | 'bug'

/** Why a request got its reply: the step that decided, what it rests on, and one sentence for a person. */
export interface Reason {
  readonly step: Step
  /** The clause that asks for it, or the open point whose choice it follows. */
  readonly rule?: ClauseId | OpenPointId
  readonly sentence: string
}
