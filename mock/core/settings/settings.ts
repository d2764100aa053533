import { numbersIn, type Choices } from '../../../spec/index.ts'

/** The choices in force, those with numbers in them taken apart once. */
export interface Settings {
  readonly choices: Choices
  readonly ban: { readonly strikes: number; readonly milliseconds: number } | undefined
  readonly longestName: number | undefined
}

export function settingsOf(choices: Choices): Settings {
  const [strikes = 0, seconds = 0] = numbersIn(choices.ban)
  return {
    choices,
    ban: choices.ban === 'none' ? undefined : { strikes, milliseconds: seconds * 1000 },
    longestName: choices['name-bounds'] === 'none' ? undefined : numbersIn(choices['name-bounds'])[1],
  }
}
