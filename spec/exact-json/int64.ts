/** An integer of the wire: a number while it is safe, a bigint beyond 2^53, so that every int64 is exact. */
export type Int64 = number | bigint

const MAX = 2n ** 63n - 1n
const MIN = -(2n ** 63n)

/** Whether `value` is an integer that OpenAPI's `format: int64` admits: -2^63 to 2^63 - 1. */
export function isInt64(value: unknown): value is Int64 {
  if (typeof value === 'bigint') return value >= MIN && value <= MAX
  return Number.isSafeInteger(value)
}

const DECIMAL = /^-?\d{1,400}$/

/** Reads decimal digits as an int64; `undefined` for any other text, and for a number out of range. */
export function parseInt64(text: string): Int64 | undefined {
  if (!DECIMAL.test(text)) return undefined
  // Safe as a number; what is added turns -0 into 0.
  if (text.length < 16) return Number(text) + 0
  const value = toInt64(BigInt(text))
  return isInt64(value) ? value : undefined
}

/** The shortest exact form of an integer: a number where that loses nothing. */
export function toInt64(value: bigint): Int64 {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
