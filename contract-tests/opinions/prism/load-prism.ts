import { openapi } from '../../../spec/generated/openapi.ts'
import { operationIds, type OperationId } from '../../../spec/operations.ts'
import { isObject } from '../../history/values.ts'
import { CannotJudge } from '../judge.ts'
import { parseDiagnostics, type Diagnostic } from './diagnostics.ts'

/** The parts of Prism that we use: its parser of OpenAPI documents, and three validators. */
export interface Prism {
  readonly operations: ReadonlyMap<OperationId, PrismOperation>
  /** Path parameters and body of a request. */
  readonly judgeInput: (operation: OperationId, request: PrismRequest) => readonly Diagnostic[]
  /** The credentials of a request. */
  readonly judgeSecurity: (operation: OperationId, request: PrismRequest) => readonly Diagnostic[]
  /** Status, headers, content type and body of a reply. */
  readonly judgeOutput: (operation: OperationId, reply: PrismReply) => readonly Diagnostic[]
}

/** An operation in the form that Prism's own functions expect. */
type PrismOperation = Readonly<Record<string, unknown>>

/** Header names are in lower case, as Prism looks them up. */
export interface PrismRequest {
  readonly method: string
  readonly url: { readonly path: string; readonly query: Readonly<Record<string, string>> }
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface PrismReply {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Loads a module by its name; Node's own `import` where tests have no other. */
type ImportModule = (name: string) => Promise<unknown>

// The root would load Prism's mock server as well, which needs twice as long. A name that is not written into
// `import` excludes the types of Prism and its packages from ours.
const VALIDATOR = '@stoplight/prism-http/dist/validator/index.js'
const OPERATIONS = '@stoplight/prism-http/dist/utils/operations.js'

/** Prism, loaded when it is first asked for, and again after it could not be. Rejects with CannotJudge where it is not installed. */
export const loadPrism = prismLoader((name) => import(name))

/** A way to have Prism that loads it once; a failure is not remembered. */
export function prismLoader(importModule: ImportModule): () => Promise<Prism> {
  let loaded: Promise<Prism> | undefined
  return () => {
    loaded ??= importPrism(importModule).catch((error: unknown) => {
      // A moment without file descriptors must not last as long as the proxy runs.
      loaded = undefined
      throw error
    })
    return loaded
  }
}

/** Prism from modules that `importModule` has. */
export async function importPrism(importModule: ImportModule): Promise<Prism> {
  const [operationModule, validator] = await Promise.all([
    importOrMiss(importModule, OPERATIONS),
    importOrMiss(importModule, VALIDATOR),
  ])
  const readOperations = functionOf(operationModule, 'getHttpOperationsFromSpec')
  // Prism resolves the references in place, so it gets a document of its own.
  const operations = operationsById(withoutInventedBounds(await readOperations(structuredClone(openapi))))
  const judge = (name: string) => {
    const validate = functionOf(validator, name)
    return (id: OperationId, element: object): readonly Diagnostic[] =>
      parseDiagnostics(validate({ resource: operations.get(id), element }))
  }
  return {
    operations,
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
    throw isMissing ? new CannotJudge(MISSING, { cause: error }) : error
  }
}

const MISSING =
  'Prism is not installed; to have its opinion: npm install @stoplight/prism-http (in a clone: npm ci)'

function functionOf(module: unknown, name: string): (argument: object) => unknown {
  const value = isObject(module) ? module[name] : undefined
  if (typeof value !== 'function') throw new TypeError(`this version of Prism has no ${name}`)
  return value as (argument: object) => unknown
}

function operationsById(read: unknown): ReadonlyMap<OperationId, PrismOperation> {
  const operations: readonly unknown[] = Array.isArray(read) ? read : []
  const found = operationIds.flatMap((id) => {
    const operation = operations.find((one) => isObject(one) && one['iid'] === id)
    return isObject(operation) ? [[id, operation] as const] : []
  })
  if (found.length < operationIds.length) throw new TypeError('Prism did not read the OpenAPI document')
  return new Map(found)
}

/**
 * A copy of a schema, or of anything that holds schemas, without the bounds of ±(2^53 − 1) that Prism invents for
 * every `format: int64`. The document's int64 has none of its own.
 */
function withoutInventedBounds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInventedBounds)
  if (!isObject(value)) return value
  const isInt64 = value['format'] === 'int64'
  const others = Object.entries(value).filter(([name]) => !isInt64 || !BOUNDS.has(name))
  return Object.fromEntries(others.map(([name, inner]) => [name, withoutInventedBounds(inner)]))
}

const BOUNDS = new Set(['minimum', 'maximum'])
