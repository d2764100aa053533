import type { ClauseId } from '../../spec/clauses.ts'
import type { OperationId } from '../../spec/operations.ts'
import { inputClasses as generated } from './generated/input-classes.ts'

/** The JSON types of a member's value. */
export const jsonTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type JsonType = (typeof jsonTypes)[number]

/** A set of values of one input that a service may well treat alike: an equivalence class, or one side of a bound. */
export interface InputClass {
  readonly operation: OperationId
  /** A parameter, a member of the body, or one of `key`, `body` and `media type`. */
  readonly input: string
  readonly place: 'query' | 'path' | 'member' | 'body' | 'media type' | 'key'
  readonly name: string
  /** The clauses that say what such a value is answered; none where the document leaves it open. */
  readonly clauses: readonly ClauseId[]
  readonly test: ClassTest
  /**
   * A value of the class, as it is written in a request: a query, a part of the path, JSON, or a header. `{mark}` is the
   * run's tag, `{mark 51}` the same, made so many letters long; `{name}` and `{categoryId}` are values of the usual kind.
   */
  readonly sample: string
}

/** All of them, input by input, in the order of the document. */
export const inputClasses: readonly InputClass[] = generated

/** Whether its values are credentials that the document refuses: whoever sends them has no key. */
export function isRefusedKey({ place, clauses }: InputClass): boolean {
  return place === 'key' && /^AUTH-[34]$/.test(clauses.at(-1) ?? '')
}

/** A sample, or another text with such placeholders, for a run with this tag. */
export function filledIn(sample: string, mark: string, { name = '', categoryId = '' } = {}): string {
  return sample
    .replaceAll(/\{mark(?: (\d+))?\}/g, (_all, length?: string) => {
      return length === undefined ? mark : mark.padEnd(Number(length), 'o').slice(0, Number(length))
    })
    .replaceAll('{name}', () => name)
    .replaceAll('{categoryId}', categoryId)
}

/** What holds of each value of a class, and of no other; all of it. */
export interface ClassTest {
  /** How often the input is there: `2` is twice or more. Once, where it is not said. */
  readonly times?: 0 | 2
  /** The JSON type of a member, or of the body. */
  readonly json?: JsonType
  readonly is?: string
  /** A regular expression, in Unicode mode. */
  readonly like?: string
  /** An integer in its usual spelling, between these two and as large as them at most. */
  readonly from?: string
  readonly to?: string
  /** How many characters it has. */
  readonly letters?: readonly [least: number, most: number]
}

/** A value of an input, as a request has it. */
export interface InputValue {
  readonly times: 0 | 1 | 2
  readonly text: string
  readonly json?: JsonType | undefined
}

/** Makes a predicate of a test, which says whether a value is of the class. */
export function predicateOf(test: ClassTest): (value: InputValue) => boolean {
  const { times = 1, json, is, like, from, to, letters } = test
  const pattern = like === undefined ? undefined : new RegExp(like, 'u')
  const range = from === undefined || to === undefined ? undefined : ([BigInt(from), BigInt(to)] as const)
  return (value) =>
    value.times === times &&
    (json === undefined || value.json === json) &&
    (is === undefined || value.text === is) &&
    (pattern === undefined || pattern.test(value.text)) &&
    (range === undefined || isBetween(value.text, range)) &&
    (letters === undefined || hasLength(value.text, letters))
}

const LONGEST_INTEGER = 20

function isBetween(text: string, [from, to]: readonly [bigint, bigint]): boolean {
  if (text.length > LONGEST_INTEGER || !/^(?:0|-?[1-9]\d*)$/.test(text)) return false
  const number = BigInt(text)
  return number >= from && number <= to
}

function hasLength(text: string, [least, most]: readonly [number, number]): boolean {
  // A character has one or two code units, and few texts need counting.
  if (text.length < least || text.length > 2 * most) return false
  const length = Array.from(text).length
  return length >= least && length <= most
}
