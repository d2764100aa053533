import { didYouMean } from '../../../spec/wording.ts'

/** Thrown if a control cannot do what is requested; the message says what to do instead. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** Whether the thing itself is missing, or the request is wrong. */
  readonly kind: 'not-found' | 'invalid' | 'conflict'

  constructor(kind: ControlError['kind'], message: string, options?: { readonly cause: unknown }) {
    super(message, options)
    this.kind = kind
  }
}

/** Refuses what cannot be done. */
export function throwInvalid(problem: string): never {
  throw new ControlError('invalid', problem)
}

/** Says that there is no such key, and which one it resembles. */
export function noSuchKey(keys: Iterable<string>, key: string): string {
  const hint = didYouMean(key, [...keys])
  return `There is no key ${JSON.stringify(key.slice(0, 60))}${hint && `.${hint}`}`
}
