import { numbersOf, settle, type Choices } from '../../../spec/index.ts'

/** The choices in force, those with numbers in them taken apart once. */
export interface Settings {
  readonly choices: Choices
  readonly ban: { readonly strikes: number; readonly milliseconds: number } | undefined
  readonly longestName: number | undefined
}

export function settingsOf(choices: Choices): Settings {
  const strikesForSeconds = 'after-N-strikes-for-S-seconds'
  const [strikes = 0, seconds = 0] = numbersOf(strikesForSeconds, choices.ban) ?? []
  const [longestName] = numbersOf('1-to-N', choices['name-bounds']) ?? []
  return {
    choices,
    ban: settle(choices, 'ban', {
      none: undefined,
      [strikesForSeconds]: { strikes, milliseconds: seconds * 1000 },
    }),
    longestName: settle(choices, 'name-bounds', { none: undefined, '1-to-N': longestName }),
  }
}
