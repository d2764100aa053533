/** A variant with the letters for which a number is to be chosen: `after-N-strikes-for-S-seconds`. */
const LETTER = /(?<=^|-)[A-Z](?=-|$)/g

/** The numbers that a chosen variant has in place of a template's letters; `undefined` where it is another variant. */
export function numbersOf(template: string, chosen: string): readonly string[] | undefined {
  const parts = template.split(LETTER).map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join(String.raw`(\d+)`)}$`).exec(chosen)?.slice(1)
}

/** The letters of a template, in their order. */
export function lettersOf(template: string): readonly string[] {
  return template.match(LETTER) ?? []
}

/** A template with numbers in place of its letters. */
export function filledIn(template: string, numbers: readonly string[]): string {
  let at = 0
  return template.replaceAll(LETTER, (letter) => {
    const number = numbers[at] ?? letter
    at += 1
    return number
  })
}
