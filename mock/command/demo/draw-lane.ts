import { counted } from '../../../spec/index.ts'
import type { Paint, Style } from '../paint.ts'
import { clockText } from './clock-text.ts'
import type { Column } from './columns.ts'
import type { Lane } from './lane.ts'

/** The columns left of the charts, for the names of their rows. */
export const GUTTER = 10

export const SERVED = '█'
export const REFUSED = '▒'
export const BANNED = '×'
export const LEFT = '▅'

const ROWS = 3
const LEVELS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** One character of a chart. */
type Cell = readonly [glyph: string, style?: Style]

/** A client's chart: who it is, what it is at, its requests as bars, and what was left in its window. */
export function drawLane(
  lane: Lane,
  columns: readonly Column[],
  { tallest, allowance, requests, now }: Measures,
  paint: Paint,
): string[] {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const name = row === ROWS - 1 ? 'requests' : ''
    return (
      gutter(name, paint) +
      line(
        columns.map((column) => bar(column, ROWS - row, tallest)),
        paint,
      )
    )
  })
  const left = line(
    columns.map((column) => level(column, allowance)),
    paint,
  )
  return [
    `${paint('bold', lane.client.name)}: ${lane.client.does}`,
    `${score(lane, requests)} · ${state(lane, now, paint)}`,
    ...rows,
    gutter('left', paint) + left,
  ]
}

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

function score({ served, refused, bans }: Lane, requests: number): string {
  return [
    `${served.toLocaleString('en')} of ${requests.toLocaleString('en')} served`,
    `${refused.toLocaleString('en')} refused`,
    ...(bans.length === 0 ? [] : [counted(bans.length, 'ban')]),
  ].join(' · ')
}

function state({ doing }: Lane, now: number, paint: Paint): string {
  switch (doing.kind) {
    case 'asking':
      return paint('green', 'asking')
    case 'refused':
      return paint('red', 'refused, and asks again')
    case 'waiting':
      return paint('yellow', `waits ${clockText(doing.until - now)}`)
    case 'banned':
      return paint('red', `banned for ${clockText(doing.until - now)} more`)
    case 'ended':
      return paint('bold', ENDED[doing.ending])
  }
}

const ENDED = { done: 'done', 'out-of-time': 'out of time', stopped: 'stopped' } as const

/** The cell of a bar in a row, counted from the bottom: the served at the foot, the refused above them. */
function bar({ served, refused }: Column, row: number, tallest: number): Cell {
  const cells = (count: number): number => Math.ceil((count / tallest) * ROWS)
  const foot = cells(served)
  if (row <= foot) return [SERVED, 'green']
  return row <= Math.max(cells(served + refused), refused > 0 ? foot + 1 : foot) ? [REFUSED, 'red'] : [' ']
}

function level({ remaining, isBanned }: Column, allowance: number): Cell {
  if (isBanned) return [BANNED, 'red']
  const height = Math.ceil(((remaining ?? 0) / allowance) * (LEVELS.length - 1))
  return [LEVELS[Math.min(height, LEVELS.length - 1)] ?? ' ', 'cyan']
}

function gutter(name: string, paint: Paint): string {
  return paint('dim', `${name.padStart(GUTTER - 2)} │`)
}

/** Cells as text; neighbours of one style are painted together. */
function line(cells: readonly Cell[], paint: Paint): string {
  let text = ''
  for (let from = 0; from < cells.length;) {
    const style = cells[from]?.[1]
    let run = ''
    for (; from < cells.length && cells[from]?.[1] === style; from += 1) run += cells[from]?.[0] ?? ''
    text += style === undefined ? run : paint(style, run)
  }
  return text
}
