import { counted } from '../../spec/wording.ts'
import type { Keys } from './keys.ts'
import { partFinder } from './key-parts.ts'

/** Redacts the keys in a text. */
export type KeyCutter = (text: string) => string

// Parts of a shorter one stand in many texts by chance, and its letters count in their case.
const SHORTEST_LONG = 8
// A shorter one would be found in the words of every report.
const SHORTEST_KEY = 4
// Reports truncate longer texts, and longer bodies: one of 100 pets is shown whole.
const LONGEST = 4000
const LONGEST_BODY = 16_000
// Of a longer one, a search for the whole would take long. Its parts are found all the same.
const LONGEST_WHOLE = 100

const PART = '{part-of-the-key}'

/** A function that redacts the keys of a run, as `cutterOf` says. */
export function keyCutter({ key, secondKey }: Keys, harmless: readonly string[] = []): KeyCutter {
  const second = secondKey === undefined ? [] : [[secondKey, '{second-key}'] as const]
  return cutterOf(new Map([...second, [key, '{key}']]), harmless)
}

/**
 * A function that redacts keys, each given with what stands for it. A whole key is replaced alone. What discloses a part of one of eight
 * characters or more (`partFinder`) is replaced whole: a string in quotes, so that the rest of a JSON text stays JSON, or else the
 * text. A shorter key is found as it is, in a URL and in base64, one of less than four characters not at all. What stands in
 * `harmless` may be shown. Takes linear time.
 */
export function cutterOf(
  placeholders: ReadonlyMap<string, string>,
  harmless: readonly string[] = [],
): KeyCutter {
  const keys = [...placeholders]
  const long = keys.filter(([key]) => key.length >= SHORTEST_LONG)
  const short = keys.filter(([key]) => key.length < SHORTEST_LONG && key.length >= SHORTEST_KEY)
  const cutLong = wholeCutter(
    long.filter(([key]) => key.length <= LONGEST_WHOLE),
    'gi',
  )
  const cutShort = wholeCutter(short, 'g')
  const discloses = partFinder(
    long.map(([key]) => key),
    [...harmless, ...placeholders.values(), PART],
  )
  return remembering((text) => {
    const rest = cutShort(cutLong(text))
    if (!discloses(rest)) return rest
    if (rest.length > 2 * LONGEST_BODY) return instead(text)
    const strings = withStrings(rest, (string) => (discloses(string) ? `"${PART}"` : string))
    return discloses(strings) ? instead(text) : strings
  })
}

function instead({ length }: string): string {
  return `${PART.slice(0, -1)}, in ${counted(length, 'character')}}`
}

/** A text with each string in quotes replaced; the last one may lack its end. A regular expression would look for that end again and again. */
function withStrings(text: string, replace: (string: string) => string): string {
  const parts: string[] = []
  let done = 0
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', done)) {
    let end = start + 1
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
    parts.push(text.slice(done, start), replace(text.slice(start, end + 1)))
    done = end + 1
  }
  return [...parts, text.slice(done)].join('')
}

function wholeCutter(keys: readonly (readonly [string, string])[], flags: 'g' | 'gi'): KeyCutter {
  const forms = new Map(
    keys
      .flatMap(([key, placeholder]) => formsOf(key).map((form) => [form, placeholder] as const))
      // One key may begin as another one does.
      .sort(([one], [other]) => other.length - one.length),
  )
  if (forms.size === 0) return (text) => text
  const pattern = new RegExp([...forms.keys()].map((form) => literal(form)).join('|'), flags)
  const [any = ''] = forms.values()
  const inSmallLetters = new Map([...forms].map(([form, placeholder]) => [form.toLowerCase(), placeholder]))
  return (text) =>
    text.replace(pattern, (found) => forms.get(found) ?? inSmallLetters.get(found.toLowerCase()) ?? any)
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}

function formsOf(key: string): readonly string[] {
  return [key, encodeURIComponent(key), ...[key, `${key}:`].map((one) => Buffer.from(one).toString('base64'))]
}

// A run reports the same names, headers, sentences and lists again and again. In characters.
const MOST_REMEMBERED = 4_000_000

function remembering(cut: KeyCutter): KeyCutter {
  const redacted = new Map<string, string>()
  let room = MOST_REMEMBERED
  return (text) => {
    const before = redacted.get(text)
    if (before !== undefined) return before
    const after = cut(text)
    if (text.length <= room) {
      redacted.set(text, after)
      room -= text.length
    }
    return after
  }
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
  'leftOutWithSecondKey',
  'leftOutWithoutKey',
])

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
      if (typeof inner !== 'string') return [cut(name), cleaned(inner, cut)]
      return [cut(name), shortened(inner, cut, name === 'body' ? LONGEST_BODY : LONGEST)]
    }),
  )
}

function shortened(text: string, cut: KeyCutter, longest = LONGEST): string {
  if (text.length <= longest) return cut(text)
  // The truncated text may end in the middle of a key.
  return `${cut(text.slice(0, 2 * longest)).slice(0, longest)}… (${text.length} characters)`
}
