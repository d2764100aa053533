import type { Caller, RunReport } from './run-report.ts'

/** An extra test that a run left out, and whose minute had no room for it. */
export interface LeftOut {
  readonly title: string
  readonly caller: Caller
}

/** What a report says of them. */
export function leftOutFacts(all: readonly LeftOut[]): Pick<RunReport, 'leftOut' | 'leftOutWithoutKey'> {
  const withoutKey = all.filter(({ caller }) => caller === 'nobody').map(({ title }) => title)
  return {
    leftOut: all.map(({ title }) => title),
    ...(withoutKey.length > 0 && { leftOutWithoutKey: withoutKey }),
  }
}

/** The titles of the tests that a run left out, behind the reason that they share. */
export function leftOutByReason({
  leftOut,
  leftOutWithoutKey = [],
}: Pick<RunReport, 'leftOut' | 'leftOutWithoutKey'>): readonly {
  readonly why: string
  readonly titles: readonly string[]
}[] {
  const withKey = leftOut.filter((title) => !leftOutWithoutKey.includes(title))
  return [
    { why: shortMinute('their key’s minute'), titles: withKey },
    { why: shortMinute('the minute of requests without a key'), titles: leftOutWithoutKey },
  ].filter(({ titles }) => titles.length > 0)
}

function shortMinute(minute: string): string {
  return `the rest of ${minute} is too short for them; --thorough waits for further minutes`
}
