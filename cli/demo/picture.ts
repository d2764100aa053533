import { perMinuteOf, type Scenario } from '../../mock/scenarios/scenario.ts'
import type { Paint } from '../environment/paint.ts'
import { BANNED, LEFT, paintCells, REFUSED, SERVED, type Cell } from './cells.ts'
import { clockText } from '../../mock/scenarios/clock-text.ts'
import { columnsOf } from './columns.ts'
import { drawLane, GUTTER } from './draw-lane.ts'
import type { Lane } from './lane.ts'
import { scaleFor, type Scale } from './scale.ts'

/** When a scenario began, and how late it is; Unix milliseconds of the world. */
export interface Span {
  readonly start: number
  readonly now: number
}

// Wider charts are hard to take in.
const WIDEST = 120
const MINUTE = 60

/** A moment of a scenario as lines of at most `width` columns: its clients one below the other, along the same time. */
export function picture(
  lanes: readonly Lane[],
  scenario: Scenario,
  { start, now }: Span,
  width: number,
  paint: Paint,
): string[] {
  const scale = scaleFor((now - start) / 1000, Math.max(1, Math.min(width, WIDEST) - GUTTER - 1))
  const drawn = lanes.map((lane) => ({ lane, columns: columnsOf(lane, start, now, scale) }))
  const bars = drawn.flatMap(({ columns }) => columns.map(({ served, refused }) => served + refused))
  const measures = {
    tallest: Math.max(1, ...bars),
    allowance: perMinuteOf(scenario.plan),
    requests: scenario.requests,
    now,
  }
  return [
    ...drawn.flatMap(({ lane, columns }) => [...drawLane(lane, columns, measures, paint), '']),
    paint('dim', axis(scale)),
    legend(paint),
  ]
}

/** Times below the charts, at full minutes, as far apart as they need to be. */
function axis({ columns, secondsPerColumn }: Scale): string {
  const room = 8 * secondsPerColumn
  const step = Math.ceil(room / MINUTE) * MINUTE
  let text = ''
  for (let second = 0; second / secondsPerColumn < columns - 4; second += step) {
    text = text.padEnd(Math.round(second / secondsPerColumn)) + clockText(second * 1000)
  }
  return ' '.repeat(GUTTER) + text
}

function legend(paint: Paint): string {
  const entry = (cell: Cell, meaning: string): string => `${paintCells([cell], paint)} ${meaning}`
  const entries = [
    entry(SERVED, 'served'),
    entry(REFUSED, 'refused'),
    entry(BANNED, 'banned'),
    entry(LEFT, 'left in the window'),
  ]
  return ' '.repeat(GUTTER) + entries.join('  ')
}
