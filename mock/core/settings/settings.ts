import { settle, type Choices } from '../../../spec/choices.ts'
import { numbersOf } from '../../../spec/variants.ts'

/** The current choices, with the numbers in them parsed. */
export interface Settings {
  readonly choices: Choices
  readonly ban: { readonly strikes: number; readonly milliseconds: number } | undefined
  /** How many characters a name may have. */
  readonly nameLengths: { readonly least: number; readonly most: number }
}

export function parseSettings(choices: Choices): Settings {
  const strikesForSeconds = 'after-N-strikes-for-S-seconds'
  const [strikes = 0, seconds = 0] = numbersOf(strikesForSeconds, choices.ban) ?? []
  const [least = 0] = numbersOf('at-least-N', choices['shortest-name']) ?? []
  const [most = Number.POSITIVE_INFINITY] = numbersOf('at-most-N', choices['longest-name']) ?? []
  return {
    choices,
    ban: settle(choices, 'ban', {
      none: undefined,
      [strikesForSeconds]: { strikes, milliseconds: seconds * 1000 },
    }),
    nameLengths: {
      least: settle(choices, 'shortest-name', { empty: 0, 'at-least-N': least }),
      most: settle(choices, 'longest-name', { any: Number.POSITIVE_INFINITY, 'at-most-N': most }),
    },
  }
}
