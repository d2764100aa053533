import type { Paint } from '../environment/paint.ts'
import { barCell, leftCell, paintCells, ROWS, type Cell } from './cells.ts'
import type { Column } from './columns.ts'
import type { Lane } from './lane.ts'
import { laneWords } from './lane-words.ts'

/** The columns left of the charts, for the names of their rows. */
export const GUTTER = 10

/** What all charts have in common, so that they can be compared. */
export interface Measures {
  /** The most requests in a column. */
  readonly tallest: number
  /** Requests that the plan allows in a minute. */
  readonly allowance: number
  /** Requests that each client needs to have served. */
  readonly requests: number
  /** Unix milliseconds of the world. */
  readonly now: number
}

/** A client's chart: who it is, what it is at, its requests as bars, and what was left in its window. */
export function drawLane(
  lane: Lane,
  columns: readonly Column[],
  { tallest, allowance, requests, now }: Measures,
  paint: Paint,
): string[] {
  const row = (name: string, cellOf: (column: Column) => Cell): string =>
    paint('dim', `${name.padStart(GUTTER - 2)} │`) + paintCells(columns.map(cellOf), paint)
  const bars = Array.from({ length: ROWS }, (_, above) =>
    row(above === ROWS - 1 ? 'requests' : '', (column) => barCell(column, ROWS - above, tallest)),
  )
  return [
    `${paint('bold', lane.client.name)}: ${lane.client.does}`,
    laneWords(lane, requests, now, paint),
    ...bars,
    row('left', (column) => leftCell(column, allowance)),
  ]
}
