// The classes that the values of an integer, an enumeration and a text fall into.
import { inAnyCase, like, type Recipe } from './recipe.ts'

/** What the OpenAPI document says of a value. */
export interface ValueSchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

export function valueClasses(schema: ValueSchema): readonly Recipe[] {
  if (schema.enum !== undefined) return enumClasses(schema.enum)
  return schema.type === 'integer' ? [...integers(schema), ...numberSpellings] : textClasses
}

const raw = String.raw

function enumClasses(values: readonly string[]): readonly Recipe[] {
  const [any, anyCase] = [values.join('|'), inAnyCase(values.join('|'))]
  const [first = '', second = ''] = values
  return [
    ...values.map((value): Recipe => ({ name: value, side: 'valid', test: { is: value }, sample: value })),
    like('in another case', 'invalid', `^(?!(?:${any})$)(?:${anyCase})$`, second.toUpperCase()),
    like('with a blank', 'invalid', raw`^(?:\s+(?:${any})|(?:${any})\s+)$`, `${first} `),
    like('two of them', 'invalid', `^(?:${any}),(?:${any})$`, `${first},${second}`),
    like('another word', 'invalid', `^(?!(?:${anyCase}|null)$)[A-Za-z]+$`, 'lost'),
    like('the word null', 'invalid', '^null$', 'null'),
    like('empty', 'invalid', '^$', ''),
  ]
}

const [LEAST, MOST] = [-(2n ** 63n), 2n ** 63n - 1n]
/** Where whole numbers of 32 bits end, and those that a double holds exactly: on both sides. */
const ENDS = [-1n, 1n].flatMap((sign) => [
  sign,
  sign * 2n ** 31n,
  sign * (2n ** 53n - 1n),
  sign * (2n ** 53n + 1n),
])
// A value between two bounds is not right beside one of them.
const AWAY = 6n

/** Both sides of each bound, and what lies between: of int64 also where narrower numbers end. */
function integers({ format, minimum, maximum, default: preset }: ValueSchema): readonly Recipe[] {
  const isWide = format === 'int64'
  const [least, most] = isWide ? [LEAST, MOST] : [BigInt(minimum ?? 0), BigInt(maximum ?? MOST)]
  const bounds = [least, most, ...(preset === undefined ? [] : [BigInt(preset)])]
  const around = isWide
    ? [0n, ...ENDS, least - 1n, least, most, most + 1n]
    : [-1n, 2n ** 31n, ...bounds.flatMap((bound) => [bound - 1n, bound, bound + 1n])]
  const points = [...new Set(around)].toSorted((one, other) => (one < other ? -1 : 1))
  return points.flatMap((one, at): readonly Recipe[] => {
    const side = one >= least && one <= most ? 'valid' : 'invalid'
    const exact: Recipe = { name: nameOf(one), side, test: { is: String(one) }, sample: String(one) }
    const [from, to] = [one + 1n, (points[at + 1] ?? one) - 1n]
    if (from > to || from < least || to > most) return [exact]
    const name = from === to ? nameOf(from) : `${nameOf(from)} to ${nameOf(to)}`
    const sample = to - from > AWAY ? (from < 0n ? to - AWAY : from + AWAY) : from
    const test = { from: String(from), to: String(to) }
    return [exact, { name, side: 'valid', test, sample: String(sample) }]
  })
}

/** `2^53+1`; small numbers as they are. */
function nameOf(number: bigint): string {
  const powers = [31, 53, 63].flatMap((bits) => [1n, -1n].map((sign) => ({ bits, sign })))
  for (const { bits, sign } of powers) {
    const rest = number - sign * 2n ** BigInt(bits)
    if (rest < -2n || rest > 2n) continue
    return `${sign < 0n ? '-' : ''}2^${bits}${rest === 0n ? '' : rest < 0n ? rest : `+${rest}`}`
  }
  return String(number)
}

const numberSpellings: readonly Recipe[] = [
  like('1.0', 'open', raw`^-?\d+\.0+$`, '1.0'),
  like('1e1', 'open', raw`^-?\d+(?:\.\d+)?[eE][+-]?\d+$`, '1e1'),
  like('with a fraction', 'invalid', raw`^-?\d+\.\d*[1-9]\d*$`, '1.5'),
  like('-0', 'open', '^-0$', '-0'),
]

/** What else may stand in a query or a path for a number. */
export const textsForNumbers: readonly Recipe[] = [
  like('with a sign', 'open', raw`^\+\d+$`, '+5'),
  like('with a blank', 'open', raw`^\s+\d+$|^\d+\s+$`, ' 5'),
  like('with a leading zero', 'open', raw`^-?0\d+$`, '05'),
  like('letters', 'open', '^[A-Za-z]+$', 'abc'),
  like('digits and letters', 'open', raw`^\d+[A-Za-z]+$`, '7x'),
]

/** Lengths at which storage ends. */
const LENGTHS = [1, 33, 50, 51, 255, 256, 1000]
const LONGEST = 10_000_000

/** A text of which the document gives no bounds, by its length and by letters that are easily lost. */
const textClasses: readonly Recipe[] = [
  ...LENGTHS.flatMap((length, at) => {
    const [from, to] = [length + 1, (LENGTHS[at + 1] ?? LONGEST) - 1]
    const between = ofLength(LENGTHS[at + 1] ? `${from} to ${to}` : `more than ${length}`, from, to)
    return [ofLength(`${length}`, length, length), ...(from <= to ? [between] : [])]
  }),
  like('empty', 'valid', '^$', ''),
  like('blank', 'valid', raw`^\s+$`, '  '),
  like('plain letters', 'valid', '^[A-Za-z]+$', '{mark}'),
  like('digits only', 'valid', raw`^\d+$`, '12345'),
  like('composed letters (NFC)', 'valid', '[\u00c0-\u024f]', '{mark} Zo\u00eb'),
  like('letters with marks apart (NFD)', 'valid', raw`\p{L}\p{M}`, '{mark} Zoe\u0308'),
  like('letters beyond 16 bits', 'valid', '[\u{10000}-\u{10ffff}]', '{mark} \u{1f408}'),
  like('right to left', 'valid', raw`[\p{Script=Hebrew}\p{Script=Arabic}]`, '{mark} \u05db\u05dc\u05d1'),
  like('a control letter', 'valid', raw`[\x01-\x1f\x7f]`, '{mark}\u0007'),
  like('NUL', 'valid', raw`\0`, '{mark}\0'),
  like('half a surrogate pair', 'open', raw`\p{Cs}`, '{mark}\ud800'),
  like('markup', 'valid', '[<>&]', '{mark} <b>&amp;'),
  like('outer blanks', 'valid', raw`^\s+\S|\S\s+$`, ' {mark} '),
]

function ofLength(name: string, least: number, most: number): Recipe {
  const test = { letters: [least, most] as const }
  return {
    name: `${name} ${most === 1 ? 'letter' : 'letters'}`,
    side: 'valid',
    test,
    sample: `{mark ${least}}`,
  }
}
