const ZERO = '0'.charCodeAt(0)
// Six letters in the decimal or octal numbers of their bytes, with nothing between them.
const RUN_TOGETHER = /\d{18,}/g

// Six letters have two digits each, at the least.
const FEWEST_DIGITS = /(?:\d\D*){12}/

/** The numbers of a text as bytes: decimal, octal and binary; none where they are too few for a part of a key. */
export function numbersAsBytes(text: string): readonly Uint8Array[] {
  if (!FEWEST_DIGITS.test(text)) return []
  const together = Buffer.from(text.match(RUN_TOGETHER)?.join('') ?? '')
  return [
    ...[10, 8, 2].map((radix) => numbersIn(text, radix)),
    ...groupsIn(together, 3, 10),
    ...groupsIn(together, 3, 8),
    ...groupsIn(together, 8, 2),
  ]
}

const MOST_BETWEEN_NUMBERS = 3
const HIGHEST = 255
const NO_LETTER = 1

/** Numbers as bytes; what is none, and more than three characters between two of them, as one that no letter has. */
function numbersIn(text: string, radix: number): Uint8Array {
  const bytes = new Uint8Array(text.length)
  let [count, gap] = [0, 0]
  let number: number | undefined
  for (let at = 0; at <= text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit >= 0 && digit < radix) {
      if (gap > MOST_BETWEEN_NUMBERS) bytes[count++] = NO_LETTER
      gap = 0
      number = Math.min((number ?? 0) * radix + digit, HIGHEST + 1)
      continue
    }
    if (number !== undefined) bytes[count++] = number <= HIGHEST ? number : NO_LETTER
    number = undefined
    gap += 1
  }
  return bytes.subarray(0, count)
}

/** Numbers of so many digits each, wherever the first of them begins. */
function groupsIn(digits: Uint8Array, width: number, radix: number): readonly Uint8Array[] {
  return Array.from({ length: width }, (_none, start) => {
    const bytes = new Uint8Array(Math.max(0, Math.floor((digits.length - start) / width)))
    for (let at = 0; at < bytes.length; at += 1) {
      let number = 0
      for (let place = 0; place < width; place += 1)
        number = number * radix + ((digits[start + at * width + place] ?? 0) - ZERO)
      bytes[at] = number <= HIGHEST ? number : NO_LETTER
    }
    return bytes
  })
}
