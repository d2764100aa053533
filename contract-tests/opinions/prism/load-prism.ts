import { openapi, operationIds, type OperationId } from '../../../spec/index.ts'
import { parseDiagnostics, type Diagnostic } from './parse-diagnostics.ts'
import { isRecord } from './is-record.ts'
import type { Prism, PrismOperation } from './prism.ts'
import { PrismMissing } from './prism-missing.ts'
import { withoutInventedBounds } from './without-invented-bounds.ts'

/** Loads a module by its name; Node's own `import` where tests have no other. */
export type ImportModule = (name: string) => Promise<unknown>

// The root would load Prism's mock server as well, which takes twice as long. A name that is not written into
// `import` keeps Prism's types, and those of what it is made of, out of ours.
const VALIDATOR = '@stoplight/prism-http/dist/validator/index.js'
const OPERATIONS = '@stoplight/prism-http/dist/utils/operations.js'

let loaded: Promise<Prism> | undefined

/** Prism, loaded when it is first asked for. Rejects with PrismMissing where it is not installed. */
export function loadPrism(): Promise<Prism> {
  return (loaded ??= importPrism((name) => import(name)))
}

/** Prism from modules that `importModule` has. */
export async function importPrism(importModule: ImportModule): Promise<Prism> {
  const [operationModule, validator] = await Promise.all([
    importOrMiss(importModule, OPERATIONS),
    importOrMiss(importModule, VALIDATOR),
  ])
  const readOperations = functionOf(operationModule, 'getHttpOperationsFromSpec')
  // Prism resolves the references in place, so it gets a document of its own.
  const operations: unknown = await readOperations(structuredClone(openapi))
  if (!Array.isArray(operations)) throw new TypeError('Prism did not read the OpenAPI document')
  const judge = (name: string) => {
    const validate = functionOf(validator, name)
    return ({ source }: PrismOperation, element: object): readonly Diagnostic[] =>
      parseDiagnostics(validate({ resource: source, element }))
  }
  return {
    operations: operations.map((operation) => parseOperation(withoutInventedBounds(operation))),
    judgeInput: judge('validateInput'),
    judgeSecurity: judge('validateSecurity'),
    judgeOutput: judge('validateOutput'),
  }
}

async function importOrMiss(importModule: ImportModule, name: string): Promise<unknown> {
  try {
    return await importModule(name)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    throw isMissing ? new PrismMissing({ cause: error }) : error
  }
}

function functionOf(module: unknown, name: string): (argument: object) => unknown {
  const value = isRecord(module) ? module[name] : undefined
  if (typeof value !== 'function') throw new TypeError(`this version of Prism has no ${name}`)
  return value as (argument: object) => unknown
}

function parseOperation(value: unknown): PrismOperation {
  if (isRecord(value)) {
    const { iid, method, path, responses } = value
    const isWhole = typeof method === 'string' && typeof path === 'string' && Array.isArray(responses)
    if (isWhole && isOperationId(iid)) {
      return { id: iid, method: method.toLowerCase(), path, statuses: responses.map(statusOf), source: value }
    }
  }
  throw new TypeError('this version of Prism reads operations in a form that we do not know')
}

function statusOf(response: unknown): number {
  return isRecord(response) ? Number(response['code']) : Number.NaN
}

function isOperationId(value: unknown): value is OperationId {
  return operationIds.some((id) => id === value)
}
