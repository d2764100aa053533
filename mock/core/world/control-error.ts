import { didYouMean } from '../../../spec/index.ts'

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

// TypeScript refuses most of what is refused here; a test in plain JavaScript, or a value that was cast, must hear of it
// all the same.

/** Refuses an option of an unknown name, which would be without effect and without a word. */
export function checkNames(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throwInvalid(`There is no option ${name}.${didYouMean(name, known)} There are: ${known.join(', ')}`)
}

/** Refuses whatever is no whole number from 0 to `most`; `or` says what else would do. */
export function checkNumber(name: string, value: unknown, most: number, or = ''): void {
  const isRight = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
  if (!isRight) throwInvalid(`${name} must be a whole number from 0 to ${most}${or}, not ${shown(value)}`)
}

export function checkSwitch(name: string, value: unknown): void {
  if (typeof value !== 'boolean') throwInvalid(`${name} must be true or false, not ${shown(value)}`)
}

export function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '')
    throwInvalid(`${name} must be a text that is not empty, not ${shown(value)}`)
}

export function checkFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throwInvalid(`${name} must be a function, not ${shown(value)}`)
}

export function checkArray(name: string, value: unknown): void {
  if (!Array.isArray(value)) throwInvalid(`${name} must be an array, not ${shown(value)}`)
}

export function checkObject(name: string, value: unknown): void {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) throwInvalid(`${name} must be an object, not ${shown(value)}`)
}

export function throwInvalid(problem: string): never {
  throw new ControlError('invalid', problem)
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
