import { toInt64 } from './int64.ts'

declare global {
  interface JSON {
    /** Wraps JSON text so that `stringify` writes it as it stands (ECMAScript, JSON.parse source text access). */
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

const LONG_NUMBER = /(?:^|[\s:,[])-?(?:\d[\d.]{15}|\d[\d.]*[eE])/

/** Whether a JSON text may hold a number that a double does not: many digits, or an exponent, where a number may begin. */
export function mayLoseDigits(text: string): boolean {
  return LONG_NUMBER.test(text)
}

/** How many levels of arrays and objects are read (RFC 8259 §9 allows a bound); what walks a value may recurse, then. */
export const MOST_LEVELS = 100

/** A text whose arrays and objects nest too deep to be read, or to be shown, compared and written afterwards. */
export class TooDeep extends SyntaxError {
  override readonly name = 'TooDeep'
}

/**
 * Parses JSON (RFC 8259) without losing a digit: an integer beyond 2^53 becomes a bigint, and any other number that a
 * double cannot hold retains its text. Throws a SyntaxError for anything else than JSON, and TooDeep for more than 100 levels.
 */
export function parseJson(text: string): unknown {
  refuseTooDeep(text)
  if (!mayLoseDigits(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? exactNumber(value, source) : value,
  )
}

/** Throws TooDeep for a JSON text of more than 100 levels; says nothing of what is no JSON. */
export function refuseTooDeep(text: string): void {
  if (opensOften(text) && jsonSize(text).levels > MOST_LEVELS)
    throw new TooDeep(`it nests deeper than ${MOST_LEVELS} levels`)
}

/** Whether there are more opening signs in a text than levels are allowed, as in few texts. */
function opensOften(text: string): boolean {
  let opened = 0
  for (const sign of '[{') {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      opened += 1
      if (opened > MOST_LEVELS) return true
    }
  }
  return false
}

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE] = ['"', '\\', ',', '[', ']'].map((char) => char.charCodeAt(0))

/** How deep a JSON text nests, and how many values it holds at most, without reading it. */
export function jsonSize(text: string): { readonly levels: number; readonly values: number } {
  let [level, levels, values, inString] = [0, 0, 1, false]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) inString = false
      continue
    }
    if (code === QUOTE) inString = true
    else if (code === COMMA) values += 1
    // Braces differ from brackets in one bit.
    else if ((code & ~32) === OPEN) {
      level += 1
      values += 1
      levels = Math.max(levels, level)
    } else if ((code & ~32) === CLOSE) level -= 1
  }
  return { levels, values }
}

/** Writes a value that `parseJson` may have returned as JSON, digit for digit. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    // Three times as fast as with a replacer, and a bigint is rare.
    return JSON.stringify(value, undefined, indent)
  } catch {
    return JSON.stringify(
      value,
      (_key, inner: unknown) => (typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner),
      indent,
    )
  }
}

// Beyond this an integer is no concern of ours, and 1e1000000000 must not fill the memory.
const MOST_DIGITS = 400

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

function exactNumber(value: number, source: string): unknown {
  if (Number.isSafeInteger(value) && String(value) === source) return value
  const parts = NUMBER.exec(source)
  if (!parts) return value
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = withoutTrailingZeros(whole + fraction)
  const scale = Number(exponent) - fraction.length + (whole.length + fraction.length - digits.length)
  if (digits === '' || /^0+$/.test(digits)) return value
  const isInteger = scale >= 0 && digits.length + scale <= MOST_DIGITS
  if (isInteger) return toInt64(BigInt(sign + digits + '0'.repeat(scale)))
  return survives(value, digits) ? value : JSON.rawJSON(source)
}

// The pattern /0+$/ would need time in the square of the length of a row of zeros that does not end the number.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits.charAt(end - 1) === '0') end -= 1
  return digits.slice(0, end)
}

// A fraction that a double rounds to an integer would pass for one.
function survives(value: number, digits: string): boolean {
  return Number.isFinite(value) && !Number.isInteger(value) && digits.replace(/^0+/, '').length <= 15
}
