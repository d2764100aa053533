import { isObject } from '../../history/values.ts'
import type { Finding } from '../judge.ts'

/** A diagnostic of a Prism validator, before it is filtered. */
export interface Diagnostic {
  readonly message: string
  readonly code: string
  readonly path: readonly string[]
  readonly severity: Finding['severity']
}

// Prism's DiagnosticSeverity counts up from the gravest.
const GRAVEST = 0

/**
 * Reads what a validator returns: an Either of fp-ts, with diagnostics on its left. Throws for anything else, so that
 * another version of Prism cannot pass for one that finds nothing.
 */
export function parseDiagnostics(returned: unknown): readonly Diagnostic[] {
  if (isObject(returned) && returned['_tag'] === 'Right') return []
  if (isObject(returned) && returned['_tag'] === 'Left' && Array.isArray(returned['left'])) {
    return returned['left'].map(parseDiagnostic)
  }
  throw new TypeError('this version of Prism answers in a form that we do not know')
}

/** A diagnostic as we report it. */
export function toFinding({ message, path, severity }: Diagnostic): Finding {
  return path.length === 0 ? { message, severity } : { message, path: path.join('.'), severity }
}

function parseDiagnostic(value: unknown): Diagnostic {
  if (!isObject(value) || typeof value['message'] !== 'string') {
    throw new TypeError('this version of Prism has diagnostics without a message')
  }
  const { message, code, path, severity } = value
  return {
    message,
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : '',
    path: Array.isArray(path) ? path.map(String) : [],
    severity: severity === GRAVEST ? 'error' : 'warning',
  }
}
