import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, getLineColLocation, lint } from '@redocly/openapi-core'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  default?: number
  required?: string[]
  properties?: Record<string, Schema>
  allOf?: Schema[]
  items?: Schema
}
interface Media {
  schema: Schema
  examples?: Record<string, { $ref?: string; value?: unknown }>
}
type Content = Record<'application/json', Media>
interface Header {
  $ref?: string
  required?: boolean
  schema: Schema
}
interface Response {
  $ref?: string
  headers: Record<string, Header>
  content?: Content
}
interface Operation {
  operationId: string
  deprecated?: boolean
  description: string
  'x-sunset'?: string
  security?: unknown
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}
interface OpenApi {
  info: { version: string }
  security: unknown
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<'PetStatus' | 'NewPet' | 'Pet' | 'Error', Schema>; securitySchemes: unknown }
}

const file = fileURLToPath(new URL('openapi.yaml', import.meta.url))
const openapi = parse(readFileSync(file, 'utf8')) as OpenApi
const document = readFileSync(new URL('service-interface.md', import.meta.url), 'utf8')

const { schemas } = openapi.components
const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const route = `${method.toUpperCase()} ${path}`
    const responses = Object.entries(operation.responses).map(([status, response]) => ({
      status,
      ...resolve(response),
    }))
    const heading = `### ${route} (operation \`${operation.operationId}\`)`
    return { ...operation, route, heading, responses }
  }),
)

describe('openapi.yaml', () => {
  test('passes the strict linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const problems = await lint({ ref: file, config })
    expect(problems.map(toLine)).toEqual([])
  })

  test('has only examples that fit their schemas', () => {
    const ajv = new Ajv({ allErrors: true }).addVocabulary([...Object.keys(openapi), 'example'])
    // Beyond 2^53 the YAML reader rounds: the example would no longer be the one that was written.
    ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
    ajv.addSchema(openapi, 'openapi.yaml')
    const misfits = examplesIn(openapi).flatMap(({ pointer, schema, value }) => {
      const fits = ajv.validate({ $ref: encodeURI(`openapi.yaml#${schema}`) }, value)
      return fits ? [] : [`${pointer}: ${ajv.errorsText(ajv.errors, { dataVar: 'example' })}`]
    })
    expect(misfits).toEqual([])
  })

  test('has exactly the operations of the document', () => {
    const headings = document.match(/^### [A-Z]+ \/.*\(operation `\w+`\)/gm)
    expect(operations.map((operation) => operation.heading)).toEqual(headings)
  })

  test('has the version of the document', () => {
    expect(document).toContain(`The interface version is ${openapi.info.version};`)
  })

  test('requires a bearer key for every operation', () => {
    expect(openapi.security).toEqual([{ bearerAuth: [] }])
    expect(openapi.components.securitySchemes).toMatchObject({
      bearerAuth: { type: 'http', scheme: 'bearer' },
    })
    expect(operations.filter((operation) => operation.security)).toEqual([])
  })

  test('deprecates getPet alone, with the date of its removal', () => {
    const deprecated = operations.filter((operation) => operation.deprecated)
    expect(deprecated.map((operation) => operation.operationId)).toEqual(['getPet'])
    expect(deprecated[0]?.['x-sunset']).toBe('2030-12-05')
    expect(deprecated[0]?.description).toContain('5 December 2030')
    expect(document).toContain('scheduled for removal on 5 December 2030')
  })
})

describe('the schemas', () => {
  test('PetStatus has the values of the document', () => {
    expect(schemas.PetStatus.enum).toEqual(table('### PetStatus', 'Value').map((row) => row['Value']))
  })

  test('NewPet has the fields of the document', () => {
    expect(fieldsOf(schemas.NewPet)).toEqual(documentedFields('### NewPet'))
  })

  test('Pet has the fields of NewPet and those that the document adds', () => {
    const [base = {}, added = {}, ...rest] = schemas.Pet.allOf ?? []
    expect(nameOf(base)).toBe('NewPet')
    expect(fieldsOf(added)).toEqual(documentedFields('### Pet ('))
    expect(rest).toEqual([])
  })

  test('Error has the fields of the document', () => {
    expect(fieldsOf(schemas.Error)).toEqual(documentedFields('### Error'))
  })

  test('have no bounds except for the limit of a list', () => {
    const bounds = /"(m(in|ax)(imum|Length|Items|Properties)|pattern|nullable|additionalProperties)":/g
    expect(JSON.stringify(openapi).match(bounds)).toEqual(['"minimum":', '"maximum":'])
  })
})

describe('the parameters and the request body', () => {
  test('listPets has the query parameters of the document', () => {
    const query = operations.find((operation) => operation.operationId === 'listPets')?.parameters ?? []
    const rows = query.map((parameter) => {
      const { minimum, maximum, enum: values, default: preset } = resolve(parameter.schema)
      return {
        Name: parameter.name,
        Type: nameOf(parameter.schema),
        Required: parameter.required ? 'yes' : 'no',
        'Allowed values / bounds': values?.join(', ') ?? [minimum, 'to', maximum, 'inclusive'].join(' '),
        Default: preset?.toString() ?? 'none (no filter)',
      }
    })
    expect(query.map((parameter) => parameter.in)).toEqual(['query', 'query'])
    expect(rows).toEqual(table('### GET /pets (', 'Name'))
  })

  test('getPet has a required int64 in the path', () => {
    const getPet = operations.find((operation) => operation.operationId === 'getPet')
    const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }
    expect(getPet?.parameters).toMatchObject([petId])
    expect(document).toContain('Path parameter: `petId`, required, integer int64')
  })

  test('only createPet has a body: a required NewPet, with examples', () => {
    const withBody = operations.filter((operation) => operation.requestBody)
    expect(withBody.map((operation) => operation.operationId)).toEqual(['createPet'])
    const body = withBody[0]?.requestBody
    expect(body?.required).toBe(true)
    expect(bodyOf(body?.content)).toBe('NewPet')
    expect(Object.keys(examplesOf(body?.content))).toEqual(['minimal', 'full'])
  })
})

describe.for(operations)('$operationId', ({ heading, route, responses }) => {
  test('has the responses of the document, with their bodies', () => {
    const own = table(heading, 'Status').map((row) => [
      row['Status'],
      row['Body']?.match(/^(JSON array of )?\w+/)?.[0],
    ])
    const general = table('## Errors', 'HTTP status')
      .filter((row) => ['all operations', route].includes(row['Applies to'] ?? ''))
      .map((row) => [row['HTTP status'], 'not stated'])
    const actual = responses.map(({ status, content }) => [status, bodyOf(content)])
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries([...general, ...own]))
  })

  test.for(responses)('$status has the three rate-limit headers as required integers', ({ headers }) => {
    for (const { Header: name = '' } of table('### Rate limit headers', 'Header')) {
      const header = headers[name]
      expect(header && resolve(header), name).toMatchObject({ required: true, schema: { type: 'integer' } })
    }
  })

  test.for(responses.filter(({ content }) => content))('$status has an example', ({ content }) => {
    expect(Object.keys(examplesOf(content))).not.toEqual([])
  })

  test.for(responses.filter(({ status }) => status >= '400'))(
    '$status repeats its status in each example, beside a snake_case code',
    ({ status, content }) => {
      for (const example of Object.values(examplesOf(content))) {
        const code: unknown = expect.stringMatching(/^[a-z]+(_[a-z]+)*$/)
        expect(resolve(example).value).toMatchObject({ code, status: Number(status) })
      }
    },
  )

  test('429 has a required Retry-After of no stated format', () => {
    const header = responses.find(({ status }) => status === '429')?.headers['Retry-After']
    expect(header && resolve(header)).toMatchObject({ required: true, schema: { type: 'string' } })
  })

  test('promises no other headers than the document', () => {
    const documented = [
      ...table('### Rate limit headers', 'Header').map((row) => row['Header']),
      'Retry-After',
    ]
    const promised = responses
      .flatMap(({ headers }) => Object.entries(headers))
      .flatMap(([name, header]) => (resolve(header).required ? [name] : []))
    expect(documented).toEqual(expect.arrayContaining(promised))
  })
})

type Problem = Awaited<ReturnType<typeof lint>>[number]

function toLine({ ruleId, message, location: [at] }: Problem) {
  const { line, col } = at ? getLineColLocation(at).start : { line: 0, col: 0 }
  return `${['openapi.yaml', line, col].join(':')} ${ruleId}: ${message}`
}

/** What a reference points to; a node without one, as it is. */
function resolve<T extends { $ref?: string }>(node: T): T {
  if (!node.$ref) return node
  const keys = node.$ref.slice('#/'.length).split('/')
  return keys.reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], openapi) as T
}

/** Every example under `node`, with the JSON pointers to it and to its schema. */
function examplesIn(node: unknown, pointer = ''): { pointer: string; schema: string; value: unknown }[] {
  if (typeof node !== 'object' || node === null) return []
  const { example, examples = {} } = node as { example?: unknown; examples?: Media['examples'] }
  const besideSchema = 'schema' in node
  const schema = besideSchema ? `${pointer}/schema` : pointer
  const single = example === undefined ? [] : [{ pointer: `${pointer}/example`, schema, value: example }]
  const named = Object.entries(besideSchema ? examples : {}).map(([name, reference]) => ({
    pointer: `${pointer}/examples/${name}`,
    schema,
    value: resolve(reference).value,
  }))
  const below = Object.entries(node).flatMap(([key, child]) =>
    examplesIn(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  return [...single, ...named, ...below]
}

/** The rows of the document's table that stands below a heading and begins with a column. */
function table(heading: string, firstColumn: string): Record<string, string>[] {
  const lines = document.slice(document.indexOf(`\n${heading}`) + 1).split('\n')
  const end = lines.findIndex((line, index) => index > 0 && line.startsWith('#'))
  const section = lines.slice(0, end)
  const start = section.findIndex((line) => line.startsWith(`| ${firstColumn} |`))
  if (start < 0) throw new Error(`The document has no table "${firstColumn}" below "${heading}"`)
  const rows = section.slice(start, section.indexOf('', start)).map((line) => line.split('|').slice(1, -1))
  const [columns = [], , ...values] = rows.map((cells) => cells.map((cell) => cell.trim()))
  return values.map((cells) =>
    Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  )
}

function documentedFields(heading: string) {
  return table(heading, 'Field').map(({ Field, Type, Required }) => ({ Field, Type, Required }))
}

/** The fields of a schema, in the columns and words of the document. */
function fieldsOf({ properties = {}, required = [] }: Schema) {
  return Object.entries(properties).map(([Field, schema]) => ({
    Field,
    Type: nameOf(schema),
    Required: required.includes(Field) ? 'yes' : 'no',
  }))
}

function examplesOf(content?: Content) {
  return content?.['application/json'].examples ?? {}
}

/** The type of a body, in the words of the document. */
function bodyOf(content?: Content) {
  if (!content) return 'none'
  const { schema } = content['application/json']
  const { type, items = {} } = resolve(schema)
  return (type === 'array' ? `JSON array of ${nameOf(items)}` : nameOf(schema)) || 'not stated'
}

/** The type of a field, in the words of the document. */
function nameOf({ $ref, type, format }: Schema) {
  return $ref?.split('/').at(-1) ?? [type, format].filter(Boolean).join(', ')
}
