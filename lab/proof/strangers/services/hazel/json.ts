/**
 * JSON whose integers survive beyond 2^53: numbers are read as they were written and bigints are
 * written digit by digit. Rests on the "JSON.parse source text access" functions of the runtime,
 * which the standard typings do not all know yet.
 */
type ReviverContext = { source: string }
type Reviver = (key: string, value: unknown, context: ReviverContext) => unknown
const runtime = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown
  rawJSON(text: string): unknown
}

/** A number literal of a parsed text, not yet converted to anything. */
export class JsonNumber {
  readonly literal: string

  constructor(literal: string) {
    this.literal = literal
  }
}

/** Parses JSON; each number in it comes out as a JsonNumber. Throws on text that is not JSON. */
export const parseExact = (text: string): unknown =>
  runtime.parse(text, (_key, value, { source }) =>
    typeof value === 'number' ? new JsonNumber(source) : value)

/** Serializes JSON; bigints become plain JSON integers. */
export const stringifyExact = (value: unknown): string =>
  JSON.stringify(value, (_key, member) =>
    typeof member === 'bigint' ? runtime.rawJSON(member.toString()) : member)

export const fitsInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The int64 that a number literal denotes (`7`, `7.0` and `70e-1` are all seven), if it denotes one. */
export function toInt64({ literal }: JsonNumber): bigint | undefined {
  const match = literal.length <= 64 ? NUMBER.exec(literal) : null
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return 0n
  const significant = digits.replace(/0+$/, '')
  const zeros = digits.length - significant.length + Number(exponent) - fraction.length
  if (zeros < 0 || significant.length + zeros > 19) return undefined
  const value = BigInt(sign + significant + '0'.repeat(zeros))
  return fitsInt64(value) ? value : undefined
}
