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
