import { describe, expect, it } from 'vitest'
import { problemText } from './schema-check.ts'
import { schemaCheck } from './testing/schema-check.ts'

const components = {
  schemas: {
    Cat: {
      type: 'object',
      required: ['kind', 'lives'],
      additionalProperties: false,
      properties: { kind: { type: 'string', enum: ['cat'] }, lives: { type: 'integer', maximum: 9 } },
    },
    Dog: {
      type: 'object',
      required: ['kind'],
      additionalProperties: false,
      properties: { kind: { type: 'string', enum: ['dog'] } },
    },
    Pet: {
      description: 'By kind.',
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
      },
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    },
  },
}

const shelter = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    since: { type: 'string', format: 'date-time', nullable: true },
    pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
    size: { type: 'string', enum: ['small', 'large'] },
  },
}

function problems(value: unknown): string[] {
  const check = schemaCheck(shelter, components)
  return check(value).map((problem) => problemText(problem, 'It') + (problem.hint ?? ''))
}

describe('schemaCheck', () => {
  it.each([
    [{ since: '2030-12-05T00:00:00Z', size: 'small' }],
    [{ since: null }],
    [{ pets: [{ kind: 'cat', lives: 9 }, { kind: 'dog' }] }],
  ])('accepts %j', (value) => {
    expect(problems(value)).toEqual([])
  })

  it.each([
    [{}, ['It must not be empty']],
    [{ since: 'now' }, ['since must be a time such as 2030-12-05T00:00:00Z']],
    [{ sizes: 1 }, ['sizes is not known Did you mean size?']],
    [{ photograph: 1 }, ['photograph is not known']],
    [{ size: 'smal' }, ['size must be one of small, large Did you mean small?']],
    [{ pets: [{ kind: 'parrot' }] }, ['pets[0].kind must be one of cat, dog']],
    [{ pets: [{ lives: 3 }] }, ['pets[0].kind is required']],
  ])('describes the problems of %j', (value, expected) => {
    expect(problems(value)).toEqual(expected)
  })

  it('reports only problems of the schema that the discriminating field selects', () => {
    expect(problems({ pets: [{ kind: 'cat', live: 3 }] })).toEqual([
      'pets[0].lives is required',
      'pets[0].live is not known Did you mean lives?',
    ])
    expect(problems({ pets: [{ kind: 'dog', lives: 3 }] })).toEqual(['pets[0].lives is not known'])
  })
})
