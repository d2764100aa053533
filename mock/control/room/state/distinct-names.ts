import { redactKey } from '../../../core/message/redact.ts'

/**
 * A unique name for each of `keys`, and for each of `unlisted`, redacted keys by placeholder. A key whose redacted form is unique
 * is its own name. Others show as few more letters as distinguish them, or have a number after the redacted form.
 */
export function distinctNames(
  keys: readonly string[],
  unlisted: ReadonlyMap<string, string>,
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
    const forms = distinctForms(alike, cut)
    for (const key of alike) names.set(key, forms.get(key) ?? numbered(cut))
  }
  for (const [cut, alike] of grouped(unlisted, ([, cut]) => cut)) {
    const isUnique = alike.length === 1 && !numbers.has(cut)
    for (const [placeholder] of alike) names.set(placeholder, isUnique ? cut : numbered(cut))
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

/** At least one of so many letters stays hidden. */
const HIDDEN_SHARE = 3

/** Unique forms of keys whose redacted forms are equal. Keys that would show too many letters are left out. */
function distinctForms(alike: readonly string[], cut: string): ReadonlyMap<string, string> {
  // Short keys show no letter.
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

/** For each text, the length of the longest prefix that it shares with another one. */
function sharedStarts(texts: readonly string[]): readonly number[] {
  // In sorted order the longest prefix is shared with a neighbour, so that thousands can be compared.
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
