import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputProblem, type InputId } from '../mock/core/world/input.ts'
import { controlOpenapi } from '../mock/control/generated/openapi.ts'
import { problemText } from './schema-check.ts'
import { inputSchemaCheck, schemaCheck } from './testing/schema-check.ts'

interface Schema {
  readonly enum?: readonly string[]
  readonly properties?: object
}

interface Operation {
  readonly operationId: InputId
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: object } } }
}

const { components } = controlOpenapi
const named: readonly object[] = Object.values(components.schemas)
const schemas = named as readonly Schema[]
const items: readonly object[] = Object.values(controlOpenapi.paths)
const bodies = items
  .flatMap((item) => Object.values(item) as readonly Partial<Operation>[])
  .flatMap(({ operationId, requestBody }) =>
    operationId && requestBody
      ? [[operationId, requestBody.content['application/json'].schema] as const]
      : [],
  )

/** The names of fields that some schema has, so that values come near to being valid. */
const NAMES = [...new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties))), 'other']
const TEXTS = schemas.flatMap(({ enum: values = [] }) => values.map(String))

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      ...TEXTS,
      'delay',
      'status',
      'cut',
      'trickle',
      'not-json',
      'mid-body',
      'Rex',
      'a b',
      '',
      'w1',
    ),
    fc.constantFrom('2030-12-05T00:00:00Z', '2030-12-05'),
    fc.constantFrom(0, 1, -1, 0.5, 1e9, 1e10, 429, 503, 2 ** 53 - 1, true, false, null),
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).filter((int) => int > 2n ** 53n || int < -(2n ** 53n)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4 }),
  ),
})).value

describe('validators compiled by npm run generate agree with plain Ajv', () => {
  test.for(bodies)('%s', ([id, schema]) => {
    const byAjv = schemaCheck(schema, components)
    fc.assert(
      fc.property(value, (candidate) => {
        const [ours, theirs] = [inputProblem(`${id}.body`, candidate, 'It'), byAjv(candidate)]
        expect(ours === undefined, JSON.stringify([ours, theirs])).toBe(theirs.length === 0)
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})

test.for<readonly [unknown, object, string]>([
  [9007199254740993n, { type: 'integer', maximum: 9007199254740991 }, 'must be <= 9007199254740991'],
  [-9007199254740993n, { type: 'integer', minimum: 0 }, 'must be >= 0'],
  [Infinity, { type: 'integer', maximum: 5 }, 'must be <= 5'],
  [1e300, { type: 'integer', maximum: 5 }, 'must be <= 5'],
  [0.5, { type: 'integer' }, 'must be an integer'],
  [2n ** 63n, { type: 'integer', format: 'int64' }, 'must be an integer from -2^63 to 2^63 - 1'],
  [2 ** 63, { type: 'integer', format: 'int64' }, 'must be an integer from -2^63 to 2^63 - 1'],
  [
    2 ** 60,
    { type: 'integer', format: 'int64' },
    'must be a bigint, such as 1152921504606846976n: a number this large is not exact',
  ],
  ['x', { oneOf: [{ type: 'integer' }, { type: 'array' }] }, 'must be an integer or an array'],
  ['x', { type: 'function' }, 'must be a function'],
  [{ a: undefined }, { type: 'object', minProperties: 1 }, 'must not be empty'],
  [[0, 0], { type: 'array', maxItems: 1, items: { type: 'string' } }, 'must NOT have more than 1 items'],
  ['aaa', { type: 'string', maxLength: 2, pattern: 'b' }, 'must NOT have more than 2 characters'],
  ['x', { type: 'string', pattern: '^\\d$', description: 'one digit.' }, 'must be one digit'],
])('%s by %j: %s', ([value, schema, message]) => {
  expect(inputSchemaCheck(schema)(value)).toEqual([{ path: '', message }])
})

describe('the problems of an input', () => {
  const pet = {
    type: 'object',
    required: ['name', 'id'],
    additionalProperties: false,
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      status: { type: 'string', enum: ['sold'] },
    },
  }
  const problems = (value: unknown): readonly string[] =>
    inputSchemaCheck({ type: 'array', items: pet })(value).map((problem) => problemText(problem, 'It'))

  test('are in the order of the value, missing fields first', () => {
    expect(problems([{ status: 1, other: 2, id: 'x' }, 5])).toEqual([
      '[0].name is required',
      '[0].status must be one of sold',
      '[0].other is not known',
      '[0].id must be an integer',
      '[1] must be an object',
    ])
  })

  test('ignore undefined fields', () => {
    expect(problems([{ id: 1, name: 'Rex', status: undefined, other: undefined }])).toEqual([])
  })

  test('are at most a few hundred', () => {
    expect(inputProblem('restoreWorld.body', { pets: new Array(100_000).fill(0) }, 'It')).toContain(
      'version is required',
    )
  })

  test('name fields with slashes and tildes unescaped', () => {
    expect(problems([{ id: 1, name: 'Rex', 'a/b~c': 1 }])).toEqual(['[0].a/b~c is not known'])
  })
})
