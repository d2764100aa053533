import type { Caller, RunReport } from './run-report.ts'

/** An extra test that a run left out, and whose minute had no room for it. */
export interface LeftOut {
  readonly title: string
  readonly caller: Caller
}

type Titles = Pick<RunReport, 'leftOut' | 'leftOutWithSecondKey' | 'leftOutWithoutKey'>

/** What a report says of them. */
export function leftOutFacts(all: readonly LeftOut[]): Titles {
  const of = (one: Caller): readonly string[] =>
    all.filter(({ caller }) => caller === one).map(({ title }) => title)
  const [withSecondKey, withoutKey] = [of('second key'), of('nobody')]
  return {
    leftOut: all.map(({ title }) => title),
    ...(withSecondKey.length > 0 && { leftOutWithSecondKey: withSecondKey }),
    ...(withoutKey.length > 0 && { leftOutWithoutKey: withoutKey }),
  }
}

/** The titles of the tests that a run left out, behind the reason that they share. */
export function leftOutByReason({
  leftOut,
  leftOutWithSecondKey = [],
  leftOutWithoutKey = [],
}: Titles): readonly {
  readonly why: string
  readonly titles: readonly string[]
}[] {
  const others = [...leftOutWithSecondKey, ...leftOutWithoutKey]
  return [
    { why: shortMinute('the key’s minute'), titles: leftOut.filter((title) => !others.includes(title)) },
    { why: shortMinute('the second key’s minute'), titles: leftOutWithSecondKey },
    { why: shortMinute('the minute of requests without a key'), titles: leftOutWithoutKey },
  ].filter(({ titles }) => titles.length > 0)
}

function shortMinute(minute: string): string {
  return `the rest of ${minute} is too short for them; --thorough waits for further minutes`
}
