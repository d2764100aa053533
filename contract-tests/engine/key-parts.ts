import { choosable } from '../../spec/choices.ts'
import { clauses } from '../../spec/clauses.ts'
import { planIds } from '../../spec/plans.ts'
import { numbersAsBytes } from './numbers-as-bytes.ts'

/** Whether a text discloses a part of a key. */
export type DisclosesPart = (text: string) => boolean

// Fewer characters in a row stand in many texts by chance.
const RUN = 5

/**
 * A function that finds parts of keys in a text: five letters or digits in a row, forwards or backwards, whatever case they have and
 * whatever other characters stand between them; also percent-encoded, escaped or quoted-printable, several times over; and six in
 * a row in base64 or hex, or in one of them in the other, or in the numbers of their bytes. What stands in `harmless`, in the clauses
 * or in a variant of an open point, or names a plan or what a key is for, discloses nothing. Takes linear time.
 */
export function partFinder(keys: readonly string[], harmless: readonly string[]): DisclosesPart {
  const runs = new Set<number>()
  for (const key of keys.map(lettersOf)) {
    for (const direction of [key, key.toReversed()]) for (const run of runsOf(direction)) runs.add(run)
  }
  for (const text of [...harmless, ...KINDS, ...planIds, ...clauses.map(({ text }) => text), ...variants]) {
    for (const run of runsOf(lettersOf(text))) runs.delete(run)
  }
  if (runs.size === 0) return () => false
  const encoded: readonly Sought[] = [
    { runs: runsBothWays(keys.flatMap(lettersInBase64)), needed: RUNS_IN_BASE64 },
    {
      runs: runsBothWays(keys.map((key) => lettersOf(Buffer.from(key).toString('hex')))),
      needed: RUNS_IN_HEX,
    },
  ]
  const isInText = runFinder([{ runs, needed: 1 }, ...encoded])
  const isInEscapes = runFinder([{ runs, needed: 1 }])
  // Bytes at random look like a part of a key more often.
  const isInDecoded = runFinder([{ runs, needed: 2 }, ...encoded])
  const isInNumbers = runFinder([{ runs, needed: 2 }])
  return (text) => {
    const plain = unescaped(text)
    return (
      isInText(lettersOf(plain)) ||
      (plain !== text && isInEscapes(lettersOf(text))) ||
      decodings(plain).some(isInDecoded) ||
      numbersAsBytes(plain).some(isInNumbers)
    )
  }
}

// Eight letters of base64 are six of a key, and twelve digits of hex.
const RUNS_IN_BASE64 = 4
const RUNS_IN_HEX = 8

/** The letters that a key has in base64, which cannot be decoded in the small letters of a header's name. */
function lettersInBase64(key: string): readonly Uint8Array[] {
  return [0, 1, 2].map((before) =>
    lettersOf(
      Buffer.from(' '.repeat(before) + key)
        .toString('base64')
        .slice(before * 2),
    ),
  )
}

/** Words that name what a key is for. */
// A saved choice is read again.
const variants = choosable.flatMap((point) => Object.keys(point.variants))
const KINDS =
  'secret production development staging sandbox testing example petstore contract service customer account client public private access bearer apikey'.split(
    ' ',
  )

const NONE = 255
const BETWEEN_LETTERS = 254

// Every second byte of UTF-16 is none, and signs stand between letters.
const SIGNS = '\0 !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** The value of each letter or digit, by its code. */
const DIGITS = Uint8Array.from({ length: 256 }, (_none, code) => {
  const sign = String.fromCharCode(code)
  if (SIGNS.includes(sign)) return BETWEEN_LETTERS
  const value = Number.parseInt(sign, 36)
  return Number.isNaN(value) ? NONE : value
})

/** The letters and digits of a text, and nothing of what stands between them. */
function lettersOf(text: string): Uint8Array {
  // Fullwidth and other forms of a letter, and one with an accent, become that letter.
  const plain = TAGS.test(text) ? text.replaceAll(EACH_TAG, letterOfTag) : text
  return Buffer.from(plain.normalize('NFKD').replaceAll(/[^a-z\d]+/gi, ''), 'latin1')
}

// Unicode has each letter once more, as a tag that nobody sees, and some write bytes as selectors of a variant, from the 16th on.
const TAGS = /[\u{e0030}-\u{e007a}]|[\u{e0120}-\u{e016a}]/u
const EACH_TAG = /[\u{e0030}-\u{e007a}]|[\u{e0120}-\u{e016a}]/gu

function letterOfTag(tag: string): string {
  const code = (tag.codePointAt(0) ?? 0) - 0xe0000
  return String.fromCodePoint(code < 0x100 ? code : code - 0x100 + 16)
}

function runsBothWays(all: readonly Uint8Array[]): ReadonlySet<number> {
  return new Set(all.flatMap((letters) => [letters, letters.toReversed()]).flatMap(runsOf))
}

// Six bits for each digit.
const MASK = 2 ** (6 * RUN) - 1

/**
 * Reads bytes letter by letter until `see` is true of one: it gets the number of the run that ends there, or -1 where fewer than a
 * run's letters stand in a row.
 */
function anyRun(bytes: Uint8Array, see: (run: number) => boolean): boolean {
  let [run, inARow] = [0, 0]
  for (const byte of bytes) {
    const digit = DIGITS[byte] ?? NONE
    if (digit === BETWEEN_LETTERS) continue
    inARow = digit === NONE ? 0 : inARow + 1
    run = ((run << 6) | digit) & MASK
    if (see(inARow >= RUN ? run : -1)) return true
  }
  return false
}

/** The number of each run of letters and digits. */
function runsOf(bytes: Uint8Array): readonly number[] {
  const found: number[] = []
  anyRun(bytes, (run) => {
    if (run >= 0) found.push(run)
    return false
  })
  return found
}

/** Runs that are looked for, and how many of them must stand one letter after the other. */
interface Sought {
  readonly runs: ReadonlySet<number>
  readonly needed: number
}

// These bits of a run rule out all but one in some hundred of those that are not looked for.
const PLACES = 2 ** 16
const placeOf = (run: number): number => (run ^ (run >>> 14)) & (PLACES - 1)

/** A function that finds whether any of what is sought stands in bytes, whatever the case of its letters. */
function runFinder(sought: readonly Sought[]): (bytes: Uint8Array) => boolean {
  const isSought = new Uint8Array(PLACES)
  for (const { runs } of sought) for (const run of runs) isSought[placeOf(run)] = 1
  return (bytes) => {
    const found = sought.map(() => 0)
    let before = false
    return anyRun(bytes, (run) => {
      const mayBe = run >= 0 && isSought[placeOf(run)] === 1
      if (!mayBe && before) found.fill(0)
      before = mayBe
      return (
        mayBe &&
        sought.some(({ runs, needed }, at) => {
          const inSuccession = runs.has(run) ? (found[at] ?? 0) + 1 : 0
          found[at] = inSuccession
          return inSuccession === needed
        })
      )
    })
  }
}

// As in URLs, JSON, JavaScript, Python, HTML, quoted-printable and C.
const ESCAPED =
  /%(?:u00)?([\da-f]{2})|\\u(?:0{6}|00|\{0{0,9})([\da-f]{2})\}?|\\x([\da-f]{2})|&#x0{0,9}([\da-f]{2});?|=([\da-f]{2})|&#0{0,9}(\d{2,3});?|\\([0-3]?[0-7]{2})(?!\d)/gi
// The place of a letter in an object, what JSON writes for a line break, and a tag of HTML: letters and digits between those of a key.
const BETWEEN = /\\{0,9}"\d{1,6}\\{0,9}":|\\[bfnrt]|<\/?[a-z][a-z\d]{0,9}>/gi
const MOST_LAYERS = 4

function unescaped(text: string): string {
  let plain = text.replaceAll(BETWEEN, '')
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const before = plain
    plain = plain.replaceAll(ESCAPED, (...found: readonly (string | undefined)[]) => {
      const hex = found.slice(1, 6).find((digits) => digits !== undefined)
      const [decimal, octal] = found.slice(6, 8)
      const code = hex ? Number.parseInt(hex, 16) : octal ? Number.parseInt(octal, 8) : Number(decimal)
      return String.fromCharCode(code)
    })
    if (plain === before) break
  }
  return plain
}

/** What a text may encode, as bytes. */
function decodings(text: string): readonly Uint8Array[] {
  const base64 = text.replaceAll(/[^a-z\d+/_-]+/gi, '')
  // What is no digit of it may not end the decoding.
  const hex = text.replaceAll(/0x|[^a-z\d]+/gi, '').replaceAll(/[g-z]/gi, '1')
  return [
    ...[0, 1, 2, 3].map((start) => Buffer.from(base64.slice(start), 'base64')),
    ...[0, 1].map((start) => Buffer.from(hex.slice(start), 'hex')),
  ]
}
