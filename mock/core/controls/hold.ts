import type { ChangeKind } from '../events.ts'
import type { WorldState } from '../world-state.ts'

/** What a control holds of its world. */
export interface Hold {
  /** The state of now: a reset puts another in its place. */
  state(): WorldState
  /** Tells the listeners what was changed, in one sentence. */
  changed(what: ChangeKind, sentence: string): void
}

/** Something asked of a control that cannot be done; the message says what to do instead. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** Whether the thing itself is missing, or what was asked of it is wrong. */
  readonly kind: 'not-found' | 'invalid' | 'conflict'

  constructor(kind: ControlError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
