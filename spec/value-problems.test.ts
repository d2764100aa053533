import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputs } from '../mock/core/world/generated/inputs.ts'
import { schemaCheck } from './testing/schema-check.ts'
import { valueProblems, type ValueSchema } from './value-problems.ts'

const schemas: Readonly<Record<string, ValueSchema>> = inputs.schemas

/** The names that a schema knows, so that values come near to being right. */
const NAMES = [
  ...new Set(Object.values(schemas).flatMap(({ properties = {} }) => Object.keys(properties))),
  'other',
]
const TEXTS = Object.values(schemas).flatMap(({ enum: values = [] }) => values.map(String))

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

describe('valueProblems takes what Ajv takes, and refuses what it refuses', () => {
  test.for(Object.entries(schemas))('%s', ([, schema]) => {
    const byAjv = schemaCheck(schema, { schemas })
    fc.assert(
      fc.property(value, (candidate) => {
        const [ours, theirs] = [valueProblems(candidate, schema, schemas), byAjv(candidate)]
        // Ajv knows no bigint where a number is asked for.
        fc.pre(ours.length > 0 || !holdsBigint(candidate))
        expect(ours.length === 0, JSON.stringify([ours, theirs])).toBe(theirs.length === 0)
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})

function holdsBigint(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsBigint)
  return typeof value === 'bigint'
}

test('no schema of the control API has a word that it passes over', () => {
  const known = new Set([
    ...[
      '$ref',
      'type',
      'description',
      'enum',
      'format',
      'pattern',
      'maxLength',
      'minimum',
      'maximum',
      'maxItems',
    ],
    ...['items', 'required', 'minProperties', 'maxProperties', 'properties', 'additionalProperties', 'oneOf'],
    ...['discriminator', 'default', 'example'],
  ])
  const wordsOf = (schema: ValueSchema): readonly string[] => [
    ...Object.keys(schema),
    ...[
      ...Object.values(schema.properties ?? {}),
      ...(schema.oneOf ?? []),
      schema.items,
      schema.additionalProperties,
    ]
      .filter((inner) => typeof inner === 'object')
      .flatMap(wordsOf),
  ]
  const words = [
    ...Object.values(schemas),
    ...Object.values(inputs.operations).flatMap(({ path, query, body }) => [path, query, body]),
  ].flatMap(wordsOf)
  expect([...new Set(words)].filter((word) => !known.has(word))).toEqual([])
})

test.for<readonly [unknown, ValueSchema, string]>([
  [9007199254740993n, { type: 'integer', maximum: 9007199254740991 }, 'must be <= 9007199254740991'],
  [-9007199254740993n, { type: 'integer', minimum: 0 }, 'must be >= 0'],
  [Infinity, { type: 'integer', maximum: 5 }, 'must be <= 5'],
  [1e300, { type: 'integer', maximum: 5 }, 'must be <= 5'],
  [0.5, { type: 'integer' }, 'must be an integer'],
  [2n ** 63n, { type: 'integer', format: 'int64' }, 'must be an integer from -2^63 to 2^63 - 1'],
  ['x', { oneOf: [{ type: 'integer' }, { type: 'array' }] }, 'must be an integer or an array'],
  ['x', { type: 'string', pattern: '^\\d$', description: 'one digit.' }, 'must be one digit'],
])('%s by %j: %s', ([value, schema, message]) => {
  expect(valueProblems(value, schema, {})).toEqual([{ path: '', message }])
})
