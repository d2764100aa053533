import type { Lane } from './lane.ts'

/** How the time of a scenario is laid out in the columns of a chart. */
export interface Scale {
  readonly columns: number
  readonly secondsPerColumn: number
  /** How many seconds are shown, for which the columns may have more room. */
  readonly seconds: number
}

const STEPS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 60]
// Room for two minutes from the start on, so that the first ones are not redrawn again and again.
const SHORTEST = 120

/** The finest scale at which so many seconds fit into so many columns. */
export function scaleFor(seconds: number, columns: number): Scale {
  const span = Math.max(SHORTEST, seconds)
  const secondsPerColumn = STEPS.find((step) => step * columns >= span) ?? Math.ceil(span / columns)
  return { columns, secondsPerColumn, seconds: span }
}

/** One column of a chart. */
export interface Column {
  readonly served: number
  readonly refused: number
  /** `undefined` before the first reply, and after the end. */
  readonly remaining: number | undefined
  readonly isBanned: boolean
}

/** A lane's history in columns, up to `now` or its end; times in Unix milliseconds of the world. */
export function columnsOf(
  lane: Lane,
  start: number,
  now: number,
  { columns, secondsPerColumn }: Scale,
): Column[] {
  const width = secondsPerColumn * 1000
  const end = Math.min(now, lane.endedAt ?? now)
  const count = Math.min(columns, Math.ceil((end - start) / width))
  let remaining: number | undefined
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const seconds = lane.seconds.slice(index * secondsPerColumn, (index + 1) * secondsPerColumn)
    remaining = seconds.at(-1)?.remaining ?? remaining
    const from = start + index * width
    return {
      served: sum(seconds.map(({ served }) => served)),
      refused: sum(seconds.map(({ refused }) => refused)),
      remaining,
      isBanned: lane.bans.some((ban) => ban.from < from + width && ban.until > from),
    }
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
