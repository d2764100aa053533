import { isInt64 } from './int64.ts'

/** What is wrong with a value, and where: `path` is written as in JavaScript (`[3].categoryId`), empty at the root. */
export interface Problem {
  readonly path: string
  readonly message: string
}

export type SchemaCheck = (value: unknown) => readonly Problem[]

/** Named schemas that others refer to, as an OpenAPI document holds them. */
export interface Components {
  readonly schemas: Readonly<Record<string, object>>
}

/**
 * Compiles an OpenAPI 3.0 schema; its references point into `components`. Unlike plain Ajv it takes a bigint for
 * `format: int64` and holds both to the range. Ajv is loaded at the first call, for the mock starts without it.
 */
export async function schemaCheck(schema: object, components?: Components): Promise<SchemaCheck> {
  const { Ajv } = await import('ajv')
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false, verbose: true })
  for (const word of ['example', 'components']) ajv.addKeyword(word)
  ajv.addKeyword({ keyword: 'int64', validate: (_on: boolean, value: unknown) => isInt64(value) })
  const validate = ajv.compile(withInt64({ ...schema, ...(components && { components }) }))
  return (value) => {
    if (validate(value)) return []
    return (validate.errors ?? []).map((error) => describe(error))
  }
}

function withInt64(node: object): object {
  if (Array.isArray(node)) return node.map((item: unknown) => (isObject(item) ? withInt64(item) : item))
  const entries = Object.entries(node).map(([key, value]: [string, unknown]) => [
    key,
    isObject(value) ? withInt64(value) : value,
  ])
  const copy = Object.fromEntries(entries) as Record<string, unknown>
  if (copy['format'] !== 'int64') return copy
  const { type: _type, format: _format, ...rest } = copy
  return { ...rest, int64: true }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

interface AjvError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Record<string, unknown>
  readonly message?: string
}

function describe({ instancePath, keyword, params, message }: AjvError): Problem {
  const path = toJavaScript(instancePath)
  switch (keyword) {
    case 'required':
      return { path: member(path, String(params['missingProperty'])), message: 'is required' }
    case 'additionalProperties':
      return { path: member(path, String(params['additionalProperty'])), message: 'is not known' }
    case 'enum':
      return { path, message: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` }
    case 'int64':
      return { path, message: 'must be an integer from -2^63 to 2^63 - 1' }
    case 'type':
      return { path, message: `must be ${withArticle(String(params['type']))}` }
    default:
      return { path, message: message ?? `breaks ${keyword}` }
  }
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

function toJavaScript(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(member, '')
}

function member(path: string, name: string): string {
  if (/^\d+$/.test(name)) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}

/** One problem as a sentence's beginning: "name is required"; the root is called `whole`. */
export function problemText({ path, message }: Problem, whole: string): string {
  return `${path === '' ? whole : path} ${message}`
}
