import { counted } from '../../spec/wording.ts'
import { inTheOtherCase, type Keys } from './keys.ts'
import { partFinder } from './key-parts.ts'
import { all, any, charOf, optional, repeated, text as written, upTo, type Pattern } from './pattern.ts'
import { replacer } from './replace-patterns.ts'

/** Redacts the keys in a text, in every spelling in which a service may echo them. */
export type KeyCutter = (text: string) => string

// Shorter parts disclose little, and would be found everywhere.
const SHORTEST_PART = 8
// A shorter one would be found in the words of every report.
const SHORTEST_KEY = 4

/**
 * A function that redacts keys in a text, in every spelling of `wholeCutter`; what discloses a part of one in whatever other form is
 * replaced whole (`partCutter`). What stands in `harmless` may be shown.
 */
export function keyCutter(keys: Keys, harmless: readonly string[] = []): KeyCutter {
  const cutWhole = wholeCutter(keys)
  const cutParts = partCutter([keys.key, keys.secondKey ?? ''], harmless)
  return rememberingShort((text) => cutParts(cutWhole(text)))
}

/**
 * A function that redacts whole keys. It finds a key in any letter case, percent-encoded, escaped as in JSON and HTML, in
 * hex, in base64 and base64url even within a longer text, reversed, and as the name of a header, without case and punctuation.
 * It also finds near variants of a key, because the suite sends them. A key of less than eight characters is only found as it
 * is, in a URL, or in base64; one of less than four characters not at all. Takes linear time, and some milliseconds to build.
 */
export function wholeCutter({ key, secondKey }: Keys): KeyCutter {
  const named = [
    { key, name: 'key' },
    ...(secondKey === undefined ? [] : [{ key: secondKey, name: 'second-key' }]),
  ].sort((one, other) => other.key.length - one.key.length)
  const long = named.filter((one) => one.key.length >= SHORTEST_PART)
  const short = named.filter((one) => one.key.length < SHORTEST_PART && one.key.length >= SHORTEST_KEY)
  // One key may be the other one and a letter: whole ones are looked for first.
  const cutLong = replacer([
    ...long.map((one) => ({ pattern: wholeOf(one.key), replacement: `{${one.name}}` })),
    ...long.map((one) => ({ pattern: any(...inBase64(one.key)), replacement: `${SWALLOW}{${one.name}}` })),
    ...long.map((one) => ({ pattern: nearlyOf(one.key), replacement: `{nearly-the-${one.name}}` })),
  ])
  const cutShort = shortCutter(short)
  return rememberingShort((text) => cutShort(swallowed(cutLong(text))))
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g

/**
 * A function that replaces what discloses a part of a key of eight characters or more (`partFinder`): a string in quotes, so that the
 * rest of a JSON text stays JSON, or else the whole text. The whole keys must have been cut before.
 */
export function partCutter(keys: readonly string[], harmless: readonly string[] = []): KeyCutter {
  const discloses = partFinder(
    keys.filter((key) => key.length >= SHORTEST_PART),
    harmless,
  )
  return (text) => {
    if (!discloses(text)) return text
    const rest = text.replaceAll(QUOTED, (string) => (discloses(string) ? '"{part-of-the-key}"' : string))
    return discloses(rest) ? `{part-of-the-key, in ${counted(text.length, 'character')}}` : rest
  }
}

// A run reports the same names, headers and sentences again and again.
const MOST_REMEMBERED = 5_000
const LONGEST_REMEMBERED = 200

function rememberingShort(cut: KeyCutter): KeyCutter {
  const redacted = new Map<string, string>()
  return (text) => {
    if (text.length > LONGEST_REMEMBERED) return cut(text)
    const before = redacted.get(text)
    if (before !== undefined) return before
    const after = cut(text)
    if (redacted.size < MOST_REMEMBERED) redacted.set(text, after)
    return after
  }
}

// Stands before a key that was found in base64, whose first letters are mixed with those before it.
const SWALLOW = '\0'

function swallowed(text: string): string {
  return text.includes(SWALLOW) ? text.replaceAll(/[a-z\d+/_-]{0,4}\0/gi, '') : text
}

function alphanumeric(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]+/g, '')
}

function wholeOf(key: string): Pattern {
  const chars = spelling(key)
  return any(all(...chars), all(...chars.toReversed()), hex(key))
}

/** A key with its first or last letter missing or set apart, and base64 of the like and of its letters in the other case. */
function nearlyOf(key: string): Pattern {
  const [first = all(), ...rest] = spelling(key)
  const last = rest.pop() ?? all()
  const shortened = all(optional(all(first, optional(written(' ')))), ...rest, optional(last))
  return any(shortened, ...inBase64(inTheOtherCase(key)))
}

const ANY_SIGN = charOf(/[^a-zA-Z\d\s]/)

/** A pattern of each character of a key. A header's name has no room for signs: they may be missing where enough is left. */
function spelling(key: string): readonly Pattern[] {
  const mayMissSigns = alphanumeric(key).length >= SHORTEST_PART
  return Array.from(key).map((char) => {
    const isSign = !/[a-z\d]/i.test(char)
    return isSign && mayMissSigns ? optional(any(spelled(char), ANY_SIGN)) : spelled(char)
  })
}

function spelled(char: string): Pattern {
  const code = char.charCodeAt(0)
  const digits = code.toString(16).padStart(2, '0')
  const percent = [...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const zeros = repeated(written('0'))
  return any(
    all(optional(written('\\')), written(char)),
    ...[percent, `%${digits}`, `\\u00${digits}`, `\\x${digits}`].map(written),
    all(written('&#x'), zeros, written(`${digits};`)),
    all(written('&#'), zeros, written(`${code};`)),
  )
}

const BETWEEN_BYTES = upTo(3, any(charOf(/[\s:,-]/), written('0x'), written('\\x')))

function hex(key: string): Pattern {
  const bytes = [...Buffer.from(key)].map((byte) => written(byte.toString(16).padStart(2, '0')))
  return all(...bytes.flatMap((byte, at) => (at === 0 ? [byte] : [BETWEEN_BYTES, byte])))
}

/** The base64 forms of a key without its first and last letters, for each of the three possible offsets. */
function textsInBase64(key: string): readonly string[] {
  const bytes = Buffer.from(key).subarray(1, -1)
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
}

function inBase64(key: string): readonly Pattern[] {
  return textsInBase64(key).map((text) =>
    all(
      ...Array.from(text).map((char) => SIGNS[char] ?? written(char)),
      upTo(4, charOf(/[a-zA-Z\d+/_-]/)),
      upTo(2, any(written('='), written('%3d'))),
    ),
  )
}

const SIGNS: Readonly<Record<string, Pattern>> = {
  '-': any(written('-'), written('+'), written('%2b')),
  _: any(written('_'), written('/'), written('\\/'), written('%2f')),
}

/** Case counts in so short a key, and nothing in it stands for anything else. */
function shortCutter(named: readonly { readonly key: string; readonly name: string }[]): KeyCutter {
  const forms = named.flatMap(({ key, name }) =>
    shortForms(key).map((form) => ({ form, placeholder: `{${name}}` })),
  )
  if (forms.length === 0) return (text) => text
  const pattern = new RegExp(forms.map(({ form }) => literal(form)).join('|'), 'g')
  return (text) =>
    text.replace(pattern, (found) => forms.find(({ form }) => form === found)?.placeholder ?? '')
}

function shortForms(key: string): readonly string[] {
  const forms = [key, encodeURIComponent(key), btoa(key), btoa(`${key}:`)]
  return [...new Set(forms)].toSorted((one, other) => other.length - one.length)
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}

// Any other member of a report may contain text of a service.
const OUR_OWN = new Set([
  'kind',
  'clause',
  'openPoint',
  'aspect',
  'needs',
  'ruledOutBy',
  'caller',
  'method',
  'leftOut',
])
// They are meant to be copied, and contain only what the suite sends.
const MAY_BE_LONG = new Set(['curl', 'path'])
const LONGEST = 4000

/** A value as it may leave the process: no text and no member name has a key in it, and long texts are truncated. */
export function withoutKeys<Value>(value: Value, cut: KeyCutter): Value {
  // The same value with other texts.
  return cleaned(value, cut) as Value
}

function cleaned(value: unknown, cut: KeyCutter): unknown {
  if (typeof value === 'string') return shortened(value, cut)
  if (Array.isArray(value)) return value.map((item: unknown) => cleaned(item, cut))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (OUR_OWN.has(name)) return [name, inner]
      const mayBeLong = typeof inner === 'string' && MAY_BE_LONG.has(name)
      return [cut(name), mayBeLong ? cut(inner) : cleaned(inner, cut)]
    }),
  )
}

function shortened(text: string, cut: KeyCutter): string {
  if (text.length <= LONGEST) return cut(text)
  // The truncated text may end in the middle of a key.
  return `${cut(text.slice(0, 2 * LONGEST)).slice(0, LONGEST)}… (${text.length} characters)`
}
