import { redactKey } from '../../../core/message/redact.ts'

/**
 * A name for each of `keys`, and for each of `strangers` (of which only the cut text is known), no two the same. A key that
 * alone is cut as it is has its own name; others show as few letters more as tell them apart, or a number behind what is cut.
 */
export function tellingNames(
  keys: readonly string[],
  strangers: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const numbers = new Map<string, number>()
  const numbered = (cut: string): string => {
    const number = (numbers.get(cut) ?? 0) + 1
    numbers.set(cut, number)
    return `${cut} (${number})`
  }
  for (const [cut, alike] of grouped(keys, redactKey)) {
    const [first, second] = alike
    if (first !== undefined && second === undefined) {
      names.set(first, first)
      continue
    }
    const telling = tellingForms(alike, cut)
    for (const key of alike) names.set(key, telling.get(key) ?? numbered(cut))
  }
  for (const [cut, alike] of grouped(strangers, ([, cut]) => cut)) {
    const isAlone = alike.length === 1 && !numbers.has(cut)
    for (const [stranger] of alike) names.set(stranger, isAlone ? cut : numbered(cut))
  }
  return names
}

function grouped<Item>(items: Iterable<Item>, textOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(textOf(item))
    if (group) group.push(item)
    else groups.set(textOf(item), [item])
  }
  return groups
}

/** At least one letter in so many stays hidden. */
const HIDDEN_SHARE = 3

/** Keys that are cut alike, cut less, so that each form fits one alone; those of which too much would show are left out. */
function tellingForms(alike: readonly string[], cut: string): ReadonlyMap<string, string> {
  // Of such short keys nothing shows.
  if (cut === '…') return new Map()
  const [head, tail] = [cut.indexOf('…'), cut.length - cut.indexOf('…') - 1]
  const heads = sharedStarts(alike)
  const tails = sharedStarts(alike.map(backwards))
  const forms = new Map<string, string>()
  for (const [at, key] of alike.entries()) {
    const longerHead = Math.max(head, (heads[at] ?? 0) + 1)
    const longerTail = Math.max(tail, (tails[at] ?? 0) + 1)
    const [start, end] = longerTail + head < longerHead + tail ? [head, longerTail] : [longerHead, tail]
    const hidden = key.length - start - end
    if (hidden * HIDDEN_SHARE < key.length) continue
    forms.set(key, `${key.slice(0, start)}…${key.slice(key.length - end)}`)
  }
  return forms
}

/** For each text how many letters at its start another one has too. */
function sharedStarts(texts: readonly string[]): readonly number[] {
  // In order, those that share the most are neighbours: thousands are compared so.
  const order = [...texts.keys()].sort((one, other) => ((texts[one] ?? '') < (texts[other] ?? '') ? -1 : 1))
  const shared = texts.map(() => 0)
  for (const [place, at] of order.entries()) {
    const before = order[place - 1]
    if (before === undefined) continue
    const length = sharedStart(texts[before] ?? '', texts[at] ?? '')
    shared[before] = Math.max(shared[before] ?? 0, length)
    shared[at] = Math.max(shared[at] ?? 0, length)
  }
  return shared
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

// Keys are ASCII.
function backwards(text: string): string {
  return Array.from(text).reverse().join('')
}
