// In the id of a variant, a capital letter stands for a whole number that the chooser fills in: `at-most-N` is chosen
// as `at-most-80`. No number may be 0, which would mean another variant, nor so long that arithmetic loses it.
const LETTER = /(?<=^|-)[A-Z](?=-|$)/g
const NUMBER = String.raw`([1-9]\d{0,8})`

/** The letters of a variant that stand for numbers, in their order; most variants have none. */
export function lettersOf(variant: string): readonly string[] {
  return variant.match(LETTER) ?? []
}

/** A variant with numbers in place of its letters; a letter without one stays. */
export function filledIn(variant: string, numbers: readonly (number | string)[]): string {
  let at = 0
  return variant.replaceAll(LETTER, (letter) => String(numbers[at++] ?? letter))
}

/** The numbers that a choice has in place of a variant's letters; `undefined` where it is of another variant. */
export function numbersOf(variant: string, choice: string): readonly number[] | undefined {
  return new RegExp(`^${variant.replaceAll(LETTER, NUMBER)}$`).exec(choice)?.slice(1).map(Number)
}
