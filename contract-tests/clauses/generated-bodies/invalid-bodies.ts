import fc from 'fast-check'
import { petStatuses } from '../../../spec/index.ts'

/** A body that no conforming service takes, as JSON text, and the clause that says so. */
export interface InvalidBody {
  readonly clause: 'CREATE-3' | 'CREATE-4' | 'CREATE-5'
  readonly text: string
}

/** Invalid bodies of all kinds; each would be added under the name if it were taken. */
export function invalidBodies(name: string, categoryId: string): fc.Arbitrary<InvalidBody> {
  const valid = { name: JSON.stringify(name), categoryId }
  const wrong = (field: string, values: fc.Arbitrary<string>): fc.Arbitrary<InvalidBody> =>
    values.map((value) => ({ clause: 'CREATE-4', text: object({ ...valid, [field]: value }) }))
  const noObject = (values: fc.Arbitrary<string>): fc.Arbitrary<InvalidBody> =>
    values.map((text) => ({ clause: 'CREATE-5', text }))
  return fc.oneof(
    fc.constantFrom(...(['name', 'categoryId'] as const)).map((missing) => ({
      clause: 'CREATE-3' as const,
      text: object(Object.fromEntries(Object.entries(valid).filter(([field]) => field !== missing))),
    })),
    wrong('name', fc.oneof(number, constant, structure(valid.name))),
    wrong(
      'categoryId',
      fc.oneof(fraction, beyondInt64, quoted(fc.integer().map(String)), constant, structure('1')),
    ),
    wrong('status', fc.oneof(number, fc.constantFrom('true', 'false'), structure('"sold"'), unknownStatus)),
    noObject(fc.oneof(number, constant, quoted(fc.string()), fc.constant(`[${object(valid)}]`))),
    noObject(fc.nat(object(valid).length - 2).map((length) => object(valid).slice(0, length + 1))),
  )
}

function object(members: Readonly<Record<string, string>>): string {
  const list = Object.entries(members).map(([field, value]) => `${JSON.stringify(field)}:${value}`)
  return `{${list.join(',')}}`
}

const number = fc.integer().map(String)
const constant = fc.constantFrom('null', 'true', 'false')
const fraction = fc
  .tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, part]) => `${whole}.${part}`)
const beyondInt64 = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 1n, max: 2n ** 70n }))
  .map(([isBelow, excess]) => String(isBelow ? -(2n ** 63n) - excess : 2n ** 63n - 1n + excess))
const unknownStatus = quoted(
  fc.oneof(
    fc.string().filter((text) => !petStatuses.some((status) => status === text)),
    fc
      .constantFrom(...petStatuses)
      .chain((status) => fc.constantFrom(status.toUpperCase(), `${status} `, status.slice(0, -1))),
  ),
)

/** A value that would do, within an array or an object. */
function structure(value: string): fc.Arbitrary<string> {
  return fc.constantFrom(`[${value}]`, `{"value":${value}}`, '[]', '{}')
}

function quoted(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return texts.map((text) => JSON.stringify(text))
}
