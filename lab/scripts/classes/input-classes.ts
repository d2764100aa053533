// Which classes the inputs of each operation have, by what the OpenAPI document says of them.
import { type InputClass, jsonTypes } from '../../../contract-tests/asked/input-class.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import { documentMethods } from '../../../spec/methods.ts'
import { read, source } from '../../../spec/generate/targets.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { ABSENT, like, type Recipe, type Side } from './recipe.ts'
import { bodyClasses, keyClasses, mediaTypeClasses } from './request-classes.ts'
import { textsForNumbers, valueClasses, type ValueSchema } from './value-classes.ts'

interface Schema extends ValueSchema {
  readonly $ref?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Operation {
  readonly operationId: OperationId
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'query' | 'path'
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

type Sides = Partial<Readonly<Record<Side, readonly ClauseId[]>>>

// Which clauses speak of the values of an input. An input that is not named has classes without a clause.
const CLAUSES: Readonly<Record<string, Sides>> = {
  'listPets limit': { valid: ['LIST-2', 'LIST-3'], absent: ['LIST-4'] },
  'listPets status': { valid: ['LIST-5'], absent: ['LIST-6'] },
  'getPet petId': { valid: ['GET-3'] },
  'createPet name': { valid: ['CREATE-2'], invalid: ['CREATE-4'], absent: ['CREATE-3'] },
  'createPet categoryId': { valid: ['CREATE-2', 'PET-4'], invalid: ['CREATE-4'], absent: ['CREATE-3'] },
  'createPet status': { valid: ['CREATE-7'], invalid: ['CREATE-4'], absent: ['CREATE-7'] },
  'createPet body': { invalid: ['CREATE-5'] },
  'createPet media type': { valid: ['BASE-3'] },
}

/** The file with the classes of all inputs of all operations, in the order of the document. */
export const inputClassesFile = source(
  'contract-tests/asked/generated/input-classes.ts',
  'spec/openapi.yaml',
  async (yaml) => {
    const classes = inputClassesOf(await read(yaml)).map((one) => `  ${JSON.stringify(one)},\n`)
    return `export const inputClasses = [\n${classes.join('')}] as const\n`
  },
)

function inputClassesOf(document: unknown): readonly InputClass[] {
  // The linter has judged the document.
  const { paths, components } = document as OpenApi
  const resolved = (schema: Schema): Schema =>
    components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  const operations = Object.values(paths).flatMap((item) =>
    documentMethods.filter((method) => method in item).map((method) => item[method] as Operation),
  )
  return operations.flatMap(({ operationId: operation, parameters = [], requestBody }) => {
    const of = (
      place: InputClass['place'],
      input: string,
      recipes: readonly Recipe[],
    ): readonly InputClass[] =>
      recipes.map(({ side, name, test, sample, clause }) => {
        const clauses = clause === undefined ? (CLAUSES[`${operation} ${input}`]?.[side] ?? []) : [clause]
        return { operation, input, place, name, clauses, test, sample }
      })
    const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
      const { properties = {}, required = [] } = resolved(schema)
      return [
        ...of('body', 'body', bodyClasses(Object.keys(properties))),
        ...of('media type', 'media type', mediaTypeClasses(type)),
        ...Object.entries(properties).flatMap(([name, member]) =>
          of('member', name, memberClasses(resolved(member), required.includes(name))),
        ),
      ]
    })
    return [
      ...of('key', 'key', keyClasses),
      ...parameters.flatMap((one) =>
        of(one.in, one.name, parameterClasses(one.in, one.name, resolved(one.schema))),
      ),
      ...bodies,
    ]
  })
}

function parameterClasses(where: 'query' | 'path', name: string, schema: Schema): readonly Recipe[] {
  const others = schema.enum ? [] : textsForNumbers
  const once = [...valueClasses(schema), ...others].map((recipe): Recipe => {
    // The document does not say what an invalid parameter is answered.
    const side = recipe.side === 'invalid' ? 'open' : recipe.side
    const sample = encodeURIComponent(recipe.sample)
    return { ...recipe, side, sample: where === 'path' ? sample : `${name}=${sample}` }
  })
  if (where === 'path') return once
  const valid = once.find(({ side }) => side === 'valid')?.sample
  const empty = schema.enum ? [] : [like('empty', 'open', '^$', `${name}=`)]
  const twice: Recipe = { name: 'twice', side: 'open', test: { times: 2 }, sample: `${valid}&${valid}` }
  return [ABSENT, ...once, ...empty, twice]
}

function memberClasses(schema: Schema, isRequired: boolean): readonly Recipe[] {
  const own = schema.type === 'integer' ? 'number' : 'string'
  const values = valueClasses(schema).map((recipe): Recipe => {
    const sample = own === 'string' ? JSON.stringify(recipe.sample) : recipe.sample
    return { ...recipe, test: { ...recipe.test, json: own }, sample }
  })
  const others = jsonTypes
    .filter((type) => type !== own)
    .map((type): Recipe => {
      // What an optional member means that is null, the document does not say.
      const side = type === 'null' && !isRequired ? 'open' : 'invalid'
      return {
        name: type === 'null' ? type : `of type ${type}`,
        side,
        test: { json: type },
        sample: SAMPLES[type],
      }
    })
  return [ABSENT, ...values, ...others]
}

const SAMPLES = {
  ...{ null: 'null', boolean: 'true', number: '7', string: '"1"' },
  ...{ array: '["Rex"]', object: '{"en":"Rex"}' },
} as const
