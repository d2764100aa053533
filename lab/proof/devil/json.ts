/** JSON that keeps every digit of a number, every member and their order. */

export class Num {
  readonly text: string
  constructor(value: string | bigint | number) {
    this.text = String(value)
  }
}

export class Obj {
  readonly entries: readonly (readonly [string, Json])[]
  constructor(entries: readonly (readonly [string, Json])[]) {
    this.entries = entries
  }
  has(name: string): boolean {
    return this.entries.some(([own]) => own === name)
  }
  get(name: string): Json | undefined {
    return this.entries.findLast(([own]) => own === name)?.[1]
  }
}

export type Json = null | boolean | string | Num | Obj | readonly Json[]

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings (RFC 8259 §7)
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const BLANKS = /[ \t\n\r]*/y
const DEEPEST = 500

/** Throws a SyntaxError when the text is not JSON. */
export function parse(text: string): Json {
  let at = 0

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const sign = (expected: string): boolean => {
    take(BLANKS)
    if (!text.startsWith(expected, at)) return false
    at += expected.length
    take(BLANKS)
    return true
  }
  const fail = (): never => {
    throw new SyntaxError(`not JSON at ${at}`)
  }
  const string = (): string | undefined => {
    const raw = take(STRING)
    return raw === undefined ? undefined : String(JSON.parse(raw))
  }
  const items = <T>(close: string, one: () => T): T[] => {
    const all: T[] = []
    if (sign(close)) return all
    do all.push(one())
    while (sign(','))
    return sign(close) ? all : fail()
  }
  const value = (depth: number): Json => {
    if (depth > DEEPEST) fail()
    take(BLANKS)
    if (sign('{')) {
      const entries = items('}', (): readonly [string, Json] => {
        const name = string() ?? fail()
        if (!sign(':')) fail()
        return [name, value(depth + 1)]
      })
      return new Obj(entries)
    }
    if (sign('[')) return items(']', () => value(depth + 1))
    if (sign('null')) return null
    if (sign('true')) return true
    if (sign('false')) return false
    const number = take(NUMBER)
    return number === undefined ? (string() ?? fail()) : new Num(number)
  }

  const whole = value(0)
  take(BLANKS)
  return at === text.length ? whole : fail()
}

const MIN = -(2n ** 63n)
const MAX = 2n ** 63n - 1n

export function isInt64(value: bigint): boolean {
  return value >= MIN && value <= MAX
}

/** The int64 that a number is, when it is written with digits alone. */
export function plainInt(value: Json | undefined): bigint | undefined {
  if (!(value instanceof Num) || !/^-?\d{1,19}$/.test(value.text) || value.text === '-0') return undefined
  const exact = BigInt(value.text)
  return isInt64(exact) ? exact : undefined
}

/** The int64 that a number is, when it is a whole one but spelled like 5.0, 5e2 or -0. */
export function oddInt(value: Json | undefined): bigint | undefined {
  if (!(value instanceof Num) || plainInt(value) !== undefined) return undefined
  const [, minus, whole, part, power] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.text) ?? []
  if (whole === undefined) return undefined
  const shift = Number(power ?? '0') - (part?.length ?? 0)
  if (Math.abs(shift) > 40) return undefined
  const digits = BigInt(whole + (part ?? ''))
  const scale = 10n ** BigInt(Math.abs(shift))
  if (shift < 0 && digits % scale !== 0n) return undefined
  const size = shift < 0 ? digits / scale : digits * scale
  const exact = minus === '-' ? -size : size
  return isInt64(exact) ? exact : undefined
}

export interface Style {
  readonly spacing: string // compact, spaced, pretty, tabs, escaped
  readonly order: string // plain, reversed, shuffled
  readonly shuffle: (name: string) => number
}

export function write(value: Json, style: Style, depth = 0): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quote(value, style)
  if (value instanceof Num) return value.text
  if (!(value instanceof Obj)) {
    return wrap(
      '[',
      value.map((item) => write(item, style, depth + 1)),
      ']',
      style,
      depth,
    )
  }
  const colon = style.spacing === 'spaced' ? ' : ' : style.spacing === 'pretty' ? ': ' : ':'
  const members = arrange(value.entries, style).map(
    ([name, inner]) => quote(name, style) + colon + write(inner, style, depth + 1),
  )
  return wrap('{', members, '}', style, depth)
}

function arrange(entries: Obj['entries'], style: Style): Obj['entries'] {
  if (style.order === 'reversed') return entries.toReversed()
  if (style.order !== 'shuffled') return entries
  return entries.toSorted(([a], [b]) => style.shuffle(a) - style.shuffle(b))
}

function wrap(open: string, parts: readonly string[], close: string, style: Style, depth: number): string {
  if (style.spacing === 'spaced') return `${open} ${parts.join(' , ')} ${close}`
  const unit = style.spacing === 'pretty' ? '  ' : '\t'
  const line = style.spacing === 'pretty' ? '\n' : '\r\n'
  if ((style.spacing !== 'pretty' && style.spacing !== 'tabs') || parts.length === 0) {
    return open + parts.join(',') + close
  }
  const indent = line + unit.repeat(depth + 1)
  return open + indent + parts.join(`,${indent}`) + line + unit.repeat(depth) + close
}

function quote(text: string, style: Style): string {
  if (style.spacing !== 'escaped') return JSON.stringify(text)
  const inner = [...text.split('')].map((unit) => {
    if (/[a-df-z0-9]/.test(unit)) return unit
    return unit === '/' ? '\\/' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return `"${inner.join('')}"`
}
