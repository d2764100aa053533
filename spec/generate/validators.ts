import { _, Ajv, type KeywordCxt } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { isDateTime } from '../date-time.ts'
import { isInt64 } from '../exact-json/int64.ts'
import { toJsonSchema } from './json-schema.ts'

/** OpenAPI 3.0 schemas by their names. */
export type Schemas = Readonly<Record<string, object>>

/**
 * A TypeScript module whose function returns an Ajv validator for each of `schemas`, by its name; their references lead
 * into `components`. Loading the module compiles nothing and does not need Ajv.
 */
export function validatorModule(schemas: Schemas, components: Schemas = {}): string {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    // `describe` words the errors.
    messages: false,
    inlineRefs: false,
    strict: true,
    strictRequired: false,
    verbose: true,
    code: { source: true, lines: true, formats: _`formats` },
  })
  for (const word of ['example', 'components']) ajv.addKeyword(word)
  ajv.addKeyword({ keyword: 'int64', code: int64Code })
  ajv.addKeyword({
    keyword: 'isFunction',
    code: functionCode,
  })
  ajv.addKeyword({ keyword: 'notEmpty', type: 'object', code: notEmptyCode })
  ajv.removeKeyword('maxLength')
  ajv.addKeyword({
    keyword: 'maxLength',
    type: 'string',
    code: maxLengthCode,
    error: { message: '', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
  })
  ajv.addFormat('date-time', isDateTime)

  // Schemas that are alike share a validator.
  const nameOf = new Map<string, string>()
  const shared = Object.entries(schemas).map(([name, schema]): [name: string, same: string] => {
    const text = JSON.stringify(schema)
    const same = nameOf.get(text) ?? name
    nameOf.set(text, same)
    return [name, same]
  })
  ajv.addSchema(toJsonSchema({ components: { schemas: { ...components, ...schemas } } }), 'named')
  const compiled = Array.from(nameOf.values(), (name) => [name, `named#/components/schemas/${name}`])

  const code = standalone.default(ajv, Object.fromEntries(compiled) as Record<string, string>)
  const names = shared.map(([name]) => `'${name}'`).join(' | ')
  return `// @ts-nocheck
/** As spec/schema-check.ts has it. */
export interface Validator {
  (value: unknown): boolean
  errors?: readonly {
    readonly instancePath: string
    readonly keyword: string
    readonly params: Readonly<Record<string, unknown>>
    readonly data?: unknown
    readonly parentSchema?: Readonly<Record<string, unknown>>
  }[] | null | undefined
}

export function validators(
  isInt64: (value: unknown) => boolean,
  isDateTime: (text: string) => boolean,
): Readonly<Record<${names}, Validator>> {
const formats = { 'date-time': isDateTime }
const exports = {}
const add = (errors, instancePath, keyword, params, parentSchema, data) => {
  const all = errors ?? []
  all.push({ instancePath, keyword, params, parentSchema, data })
  return all
}
${boundedLoops(compact(code))}
return { ${shared.map(([name, same]) => `'${name}': exports['${same}']`).join(', ')} }
}
`
}

function int64Code(context: KeywordCxt): void {
  const isValid = context.gen.scopeValue('func', { ref: isInt64, key: isInt64, code: _`isInt64` })
  context.pass(_`${isValid}(${context.data})`)
}

function functionCode(context: KeywordCxt): void {
  context.pass(_`typeof ${context.data} == "function"`)
}

// In UTF-16 code units: Ajv's own, in code points, needs a module of Ajv's at run time.
function maxLengthCode(context: KeywordCxt): void {
  context.pass(_`${context.data}.length <= ${context.schemaCode}`)
}

function notEmptyCode(context: KeywordCxt): void {
  context.pass(_`Object.values(${context.data}).some((field) => field !== undefined)`)
}

const MOST_ERRORS = 100

/** The code with loops that end after so many errors: a body of megabytes may have an error in each item. */
function boundedLoops(code: string): string {
  return code
    .replaceAll(
      /for\(let (\w+)=0; \1<(\w+); \1\+\+\)/g,
      `for(let $1=0; $1<$2 && errors<${MOST_ERRORS}; $1++)`,
    )
    .replaceAll(/for\(const (\w+) in (\w+)\)\{/g, `$&\nif(errors>=${MOST_ERRORS})break;`)
}

const ERROR =
  /const (err\d+) = \{instancePath(?::(.*))?,schemaPath:"[^"]*",keyword:(".*?"),params:(.*),schema:.*?,parentSchema:(.*),data(?::(\w+))?\};\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g

/** The code with one call in place of the six lines that add an error: it is a third of the size. */
function compact(code: string): string {
  return code
    .replace('"use strict";', '')
    .replaceAll(
      ERROR,
      (_error, _name, path = 'instancePath', keyword, params, parentSchema, data = 'data') =>
        `vErrors = add(vErrors, ${path}, ${keyword}, ${params}, ${parentSchema}, ${data});`,
    )
}
