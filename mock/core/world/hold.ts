import type { ChangeKind } from '../journal/events.ts'
import type { WorldState } from './world-state.ts'

/** What a control holds of its world. */
export interface Hold {
  /** The state of now: a reset puts another in its place. */
  state(): WorldState
  /** Tells the listeners what was changed, in one sentence. */
  changed(what: ChangeKind, sentence: string): void
}
