import { ChoiceError } from '../../spec/index.ts'
import { ControlError } from '../core/world/control-error.ts'
import { Refusal, type ControlErrorCode } from './refusal.ts'

const CODES: Readonly<Record<ControlError['kind'], ControlErrorCode>> = {
  'not-found': 'not_found',
  invalid: 'invalid_body',
  conflict: 'conflict',
}

/** What is answered when something was thrown; `undefined` for a mistake of our own. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof ControlError) return new Refusal(CODES[error.kind], error.message)
  if (error instanceof ChoiceError) return new Refusal('invalid_body', error.message)
  // The router could not decode a parameter of the path.
  if (error instanceof URIError) return new Refusal('invalid_parameter', 'The path is not percent-encoded')
  return undefined
}
