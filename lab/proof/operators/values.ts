// How a JSON value can be wrong, whatever it means.
import { isInt64, toInt64 } from '../../../spec/exact-json/int64.ts'
import { withFraction, type Json } from '../violations/mutate.ts'

/** The values that a change applies to. Those of `int64` change only what a double or 32 bits cannot hold. */
type Of = 'any' | 'text' | 'integer' | 'int64'

export interface ValueChange {
  readonly name: string
  readonly of: Of
  /** Whether the new value is of another type than the old one, or gone. */
  readonly isOfAnotherType?: true
  /** The new value; `undefined` removes it. `around` is the object that has it, `last` its previous value in the run. */
  readonly to: (was: unknown, around: Json, last: unknown) => unknown
}

export const SIGNLESS = 'without its sign'

const integer =
  (change: (was: bigint) => bigint) =>
  (was: unknown): unknown =>
    isInt64(was) ? toInt64(change(BigInt(was))) : was

const text =
  (change: (was: string) => string) =>
  (was: unknown): unknown =>
    typeof was === 'string' ? change(was) : was

/** All changes of a field; its neighbour, of the same type, is what it is swapped with. */
export function valueChanges(neighbour: string): readonly ValueChange[] {
  return [
    { name: 'missing', of: 'any', isOfAnotherType: true, to: () => undefined },
    { name: 'null', of: 'any', isOfAnotherType: true, to: () => null },
    { name: 'true', of: 'any', isOfAnotherType: true, to: () => true },
    { name: 'in an array', of: 'any', isOfAnotherType: true, to: (was) => [was] },
    { name: 'in an object', of: 'any', isOfAnotherType: true, to: (was) => ({ value: was }) },
    { name: 'a number', of: 'text', isOfAnotherType: true, to: () => 1 },
    { name: 'text', of: 'integer', isOfAnotherType: true, to: String },
    { name: 'a fraction', of: 'integer', isOfAnotherType: true, to: withFraction },
    {
      name: 'in another case',
      of: 'text',
      to: text((was) => (was === was.toUpperCase() ? was.toLowerCase() : was.toUpperCase())),
    },
    { name: 'a letter more', of: 'text', to: text((was) => `${was}x`) },
    { name: 'a letter less', of: 'text', to: text((was) => was.slice(0, -1)) },
    { name: 'empty', of: 'text', to: () => '' },
    { name: 'one up', of: 'integer', to: integer((was) => BigInt.asIntN(64, was + 1n)) },
    { name: 'one down', of: 'integer', to: integer((was) => BigInt.asIntN(64, was - 1n)) },
    { name: 'zero', of: 'integer', to: () => 0 },
    { name: SIGNLESS, of: 'int64', to: integer((was) => (was < 0n ? -was : was)) },
    { name: 'rounded to a double', of: 'int64', to: integer((was) => BigInt(Number(was))) },
    { name: 'cut to 32 bits', of: 'int64', to: integer((was) => BigInt.asIntN(32, was)) },
    { name: `that of ${neighbour}`, of: 'any', to: (was, around) => around[neighbour] ?? was },
    { name: 'stale', of: 'any', to: (was, _around, last) => last ?? was },
    { name: 'constant', of: 'any', to: (was) => (typeof was === 'string' ? 'constant' : 7) },
  ]
}
