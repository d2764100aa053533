import { env } from 'node:process'

// A prime: where kinds of cases take turns, some of each kind are tried.
const ONE_IN = 7

/**
 * The cases of a long series of the same check, each of which runs the whole suite: all of them where WHOLE_SERIES is set, as in
 * CI, else one in seven.
 */
export function ofSeries<Case>(cases: readonly Case[]): readonly Case[] {
  return env['WHOLE_SERIES'] === undefined ? cases.filter((_case, at) => at % ONE_IN === 0) : cases
}
