const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** A whole number as people read it: `1,000`. */
export function figure(count: number): string {
  if (count >= 0 && count < 1000) return String(count)
  // toLocaleString would need a quarter of the time of an exchange, each of which reports some count.
  return String(count).replace(THOUSANDS, ',')
}

/** `1 clause`, `2 clauses`, `1,000 requests`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${figure(count)} ${count === 1 ? noun : plural}`
}

// C0, DEL, C1, the line separators, whatever turns the direction of writing, and half a character: what a service sends
// must not move a cursor, forge a line, or show a reader another text than was sent.
const ASCII = /^[ -~]*$/
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu
const BEYOND_ASCII_LINES = /[^\n\t -~]+/g

/** A value as a sentence shows it: one in which nothing could be seen stands in quotes. */
export function visible(text: string): string {
  return text.trim() === '' ? JSON.stringify(text) : text
}

/** A text from outside in one line, safe to show anywhere: each control character is written as `\u001b`. */
export function printable(text: string): string {
  // Each line of the mock's log comes through here twice.
  if (ASCII.test(text)) return text
  return text.replaceAll(UNPRINTABLE, escaped)
}

/** The same for a place that shows several lines: line breaks and tabs stay. */
export function printableLines(text: string): string {
  // A report has megabytes, of which little is not ASCII.
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(BEYOND_ASCII_LINES, (found) => found.replaceAll(UNPRINTABLE, escaped))
}

// GitHub Actions reads `::error::` as a command after nothing but blanks in a line, and `##[error]` anywhere; Azure Pipelines
// reads `##vso[…]`. Colours are blanks to a reader, so to be safe they are here.
const LINE_START = String.raw`(^|[\n\v\f\r\u0085\u2028\u2029])`
const BLANKS = String.raw`((?:[^\S\n\v\f\r\u2028\u2029]|\u001b\[[\d;?]*[a-zA-Z])*)`
const COMMAND = new RegExp(`${LINE_START}${BLANKS}:(?=:)|#(?=#\\w*\\[)`, 'g')

/**
 * Whole lines for a terminal, none of which is a workflow command to the runner of a CI job: of its prefix the first character
 * is written as `\u003a` or `\u0023`, which is the same within JSON.
 */
export function withoutWorkflowCommands(lines: string): string {
  if (!lines.includes('::') && !lines.includes('##')) return lines
  return lines.replaceAll(COMMAND, (found) => found.slice(0, -1) + escaped(found.slice(-1)))
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A message as it stands among other sentences: with a full stop, unless it has an end of its own. */
export function asSentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`
}

/** The candidate that differs by at most two slips; `undefined` when none is so near. */
export function nearest(written: string, candidates: readonly string[]): string | undefined {
  return closest(written, candidates, 2)
}

/** " Did you mean X?" for the candidate nearest to what was written, in capitals or not; empty when none is near. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const { length } = written
  // Of a short text, all letters but one may stay: with two others, age would be near name.
  const maxDistance = length <= 3 ? Math.min(1, length - 1) : Math.max(2, Math.floor(length / 2))
  const small = candidates.map((candidate) => candidate.toLowerCase())
  const nearest =
    closest(written, candidates, maxDistance) ??
    candidates[small.indexOf(closest(written.toLowerCase(), small, maxDistance) ?? '')]
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}

/** The candidate at the least distance, which is at most `most`; of several the first. */
function closest(written: string, candidates: readonly string[], most: number): string | undefined {
  let least = most + 1
  let found: string | undefined
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - written.length) >= least) continue
    const apart = distance(written, candidate)
    if (apart >= least) continue
    least = apart
    found = candidate
  }
  return found
}

/**
 * How many letters have to be added, removed or replaced, or swapped with the next one, to make one text of another
 * (Damerau and Levenshtein).
 */
function distance(one: string, other: string): number {
  // How far the beginning of `one` that has been read is from each beginning of `other`, and the one before it.
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  let rowBefore: readonly number[] = []
  let before = ''
  for (const letter of one) {
    const [first = 0] = row
    let last = first + 1
    const next = [last]
    for (let at = 0; at < other.length; at += 1) {
      const [replaced = 0, removed = 0] = row.slice(at, at + 2)
      last = Math.min(replaced + Number(other[at] !== letter), removed + 1, last + 1)
      const isSwapped = other[at] === before && other[at - 1] === letter
      if (isSwapped) last = Math.min(last, (rowBefore[at - 1] ?? 0) + 1)
      next.push(last)
    }
    rowBefore = row
    row = next
    before = letter
  }
  return row.at(-1) ?? 0
}
