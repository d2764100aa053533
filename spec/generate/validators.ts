import { _, Ajv, type KeywordCxt } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { isDateTime } from '../date-time.ts'
import { isInt64 } from '../exact-json/int64.ts'
import { toJsonSchema } from './json-schema.ts'

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/**
 * A TypeScript module whose function gives an Ajv validator for each schema of an OpenAPI document, by its name. Nothing
 * has to be compiled when it is loaded, and Ajv itself is not needed.
 */
export function validatorModule(document: unknown): string {
  // The linter has judged the document.
  const { schemas } = (document as OpenApi).components
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictRequired: false,
    verbose: true,
    code: { source: true, lines: true, formats: _`formats` },
  })
  ajv.addKeyword('components')
  ajv.addKeyword({ keyword: 'int64', code: int64Code })
  ajv.addFormat('date-time', isDateTime)
  ajv.addSchema(withoutWords(toJsonSchema({ components: { schemas } })), 'document')
  const references = Object.keys(schemas).map((name): [string, string] => [
    name,
    `document#/components/schemas/${name}`,
  ])
  const code = standalone.default(ajv, Object.fromEntries(references)).replace('"use strict";', '')
  return `// @ts-nocheck
/** A validator as Ajv compiles it. */
export interface Validator {
  (value: unknown): boolean
  errors?: readonly AjvError[] | null | undefined
}

export interface AjvError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Record<string, unknown>
  readonly message?: string
  readonly data?: unknown
  readonly parentSchema?: Readonly<Record<string, object | undefined>>
}

export function validators(
  isInt64: (value: unknown) => boolean,
  isDateTime: (text: string) => boolean,
): Readonly<Record<${Object.keys(schemas)
    .map((name) => `'${name}'`)
    .join(' | ')}, Validator>> {
const formats = { 'date-time': isDateTime }
const exports = {}
${code}
return exports
}
`
}

function int64Code(context: KeywordCxt): void {
  const isValid = context.gen.scopeValue('func', { ref: isInt64, key: isInt64, code: _`isInt64` })
  context.fail(_`!${isValid}(${context.data})`)
}

/** What speaks to people and decides nothing would only make the module larger. */
function withoutWords(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  ) as object
}
