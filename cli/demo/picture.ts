import { clockText } from '../../mock/scenarios/scenario-report.ts'
import { perMinuteOf, type Scenario } from '../../mock/scenarios/scenario.ts'
import type { Paint, Style } from '../environment/paint.ts'
import { columnsOf, scaleFor, type Column, type Scale } from './columns.ts'
import { inLines } from './in-lines.ts'
import { progressOf, whatItIsAt, Lane } from './lane.ts'

/** When a scenario began, and how late it is; Unix milliseconds of the world. */
export interface Span {
  readonly start: number
  readonly now: number
}

// Wider charts are hard to read.
const WIDEST = 120
/** The columns left of the charts, for the names of their rows. */
const GUTTER = 10
/** Narrower than this, what a client is at has a line of its own, so that the lines keep their number whatever it is at. */
const NARROW = 80
/** How many rows a bar may have. */
const ROWS = 3
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
    limit: perMinuteOf(scenario.plan),
    requests: scenario.requests,
    now,
  }
  return [
    ...drawn.flatMap(({ lane, columns }) => [...drawLane(lane, columns, measures, width, paint), '']),
    paint('dim', axis(scale)),
    ...legend(width, paint),
  ]
}

/** How many lines a picture of a scenario has at its start. */
export function heightOf(scenario: Scenario, width: number): number {
  const lanes = scenario.clients.map((client) => new Lane(client, 0))
  return picture(lanes, scenario, { start: 0, now: 0 }, width, (_style, text) => text).length
}

/** Times below the charts, at full minutes, as far apart as they need to be, up to the first one after all that is shown. */
function axis({ columns, secondsPerColumn, seconds }: Scale): string {
  const room = 8 * secondsPerColumn
  const step = Math.ceil(room / MINUTE) * MINUTE
  let text = ''
  const end = Math.min(seconds + step, (columns - 4) * secondsPerColumn)
  for (let second = 0; second < end; second += step) {
    text = text.padEnd(Math.round(second / secondsPerColumn)) + clockText(second * 1000)
  }
  return ' '.repeat(GUTTER) + text
}

function legend(width: number, paint: Paint): string[] {
  const entry = (cell: Cell, meaning: string): string => `${paintCells([cell], paint)} ${meaning}`
  const entries = [
    entry(SERVED, 'served'),
    entry(REFUSED, 'refused'),
    entry(BANNED, 'banned'),
    entry(LEFT, 'left in the window'),
  ]
  const below = inLines(entries, '  ', width - GUTTER)
  return below.length === 1 ? below.map((line) => ' '.repeat(GUTTER) + line) : inLines(entries, '  ', width)
}

/** The scale that all charts share, so that they can be compared. */
interface Measures {
  /** The most requests in a column. */
  readonly tallest: number
  /** Requests that the plan allows in a minute. */
  readonly limit: number
  /** Requests that each client needs to have served. */
  readonly requests: number
  /** Unix milliseconds of the world. */
  readonly now: number
}

/** A client's chart: its name and activity, its requests as bars, and the remaining quota of its window. */
function drawLane(
  lane: Lane,
  columns: readonly Column[],
  { tallest, limit, requests, now }: Measures,
  width: number,
  paint: Paint,
): string[] {
  const row = (name: string, cellOf: (column: Column) => Cell): string =>
    paint('dim', `${name.padStart(GUTTER - 2)} │`) + paintCells(columns.map(cellOf), paint)
  const bars = Array.from({ length: ROWS }, (_, above) =>
    row(above === ROWS - 1 ? 'requests' : '', (column) => barCell(column, ROWS - above, tallest)),
  )
  const { name, does } = lane.client
  const [progress, isAt] = [progressOf(lane, requests), whatItIsAt(lane, now, paint)]
  return [
    ...inLines([`${paint('bold', name)}:`, ...does.split(' ')], ' ', width),
    ...(width < NARROW
      ? [...inLines(progress, ' · ', width), isAt]
      : inLines([...progress, isAt], ' · ', width)),
    ...bars,
    row('left', (column) => leftCell(column, limit)),
  ]
}

/** One character of a chart. */
type Cell = readonly [glyph: string, style?: Style]

const SERVED: Cell = ['█', 'green']
const REFUSED: Cell = ['▒', 'red']
const BANNED: Cell = ['×', 'red']
const LEFT: Cell = ['▅', 'cyan']

const LEVELS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** The cell of a bar in a row, counted from 1 at the bottom: the served at the foot, the refused above them, and never hidden. */
function barCell({ served, refused }: Column, row: number, tallest: number): Cell {
  const rows = (count: number): number => Math.ceil((count / tallest) * ROWS)
  const foot = refused === 0 ? rows(served) : Math.min(rows(served), ROWS - 1)
  if (row <= foot) return SERVED
  const top = refused === 0 ? foot : Math.max(rows(served + refused), foot + 1)
  return row <= top ? REFUSED : [' ']
}

/** The cell that shows how much of the quota was left, or that the key was banned. */
function leftCell({ remaining = 0, isBanned }: Column, limit: number): Cell {
  if (isBanned) return BANNED
  const level = Math.ceil(Math.min(1, remaining / limit) * (LEVELS.length - 1))
  return [LEVELS[level] ?? ' ', 'cyan']
}

/** Cells as text; neighbours of one style are painted together. */
function paintCells(cells: readonly Cell[], paint: Paint): string {
  const runs: { style: Style | undefined; text: string }[] = []
  for (const [glyph, style] of cells) {
    const last = runs.at(-1)
    if (last && last.style === style) last.text += glyph
    else runs.push({ style, text: glyph })
  }
  return runs.map(({ style, text }) => (style === undefined ? text : paint(style, text))).join('')
}
