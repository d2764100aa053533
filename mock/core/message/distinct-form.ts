import { redactKey } from './redact.ts'

/** At least one of so many letters stays hidden. */
const HIDDEN_SHARE = 3
/** A comparison with thousands of keys would delay requests. */
const MOST_COMPARED = 200

/**
 * The redacted form of a key; with as few more letters as distinguish it where one of the first of `others` has the same, unless
 * too few of its letters would stay hidden.
 */
export function distinctForm(key: string, others: Iterable<string>): string {
  const cut = redactKey(key)
  const { start, end } = partsOf(cut)
  // Short keys show no letter.
  if (start === '') return cut
  const alike = Iterator.from(others)
    .take(MOST_COMPARED)
    .filter((other) => other !== key && redactKey(other) === cut)
    .toArray()
  if (alike.length === 0) return cut
  const head = 1 + Math.max(...alike.map((other) => sharedStart(key, other)))
  const tail = 1 + Math.max(end.length, ...alike.map((other) => sharedEnd(key, other)))
  const [shown, after] = tail + start.length < head + end.length ? [start.length, tail] : [head, end.length]
  const hidden = key.length - shown - after
  return hidden * HIDDEN_SHARE < key.length ? cut : `${key.slice(0, shown)}…${key.slice(key.length - after)}`
}

/** Whether a redacted form may stand for a key, also one with more letters than `redactKey` shows. */
export function isFormOf(form: string, key: string): boolean {
  const [{ start, end }, least] = [partsOf(form), partsOf(redactKey(key))]
  return (
    start.length + end.length <= key.length &&
    start.startsWith(least.start) &&
    end.endsWith(least.end) &&
    key.startsWith(start) &&
    key.endsWith(end)
  )
}

function partsOf(form: string): { readonly start: string; readonly end: string } {
  const [start = '', end = ''] = form.split('…')
  return { start, end }
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function sharedEnd(one: string, other: string): number {
  let length = 0
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length += 1
  return length
}
