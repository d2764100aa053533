import type { Paint, Style } from '../environment/paint.ts'
import type { Column } from './columns.ts'

/** One character of a chart. */
export type Cell = readonly [glyph: string, style?: Style]

export const SERVED: Cell = ['█', 'green']
export const REFUSED: Cell = ['▒', 'red']
export const BANNED: Cell = ['×', 'red']
export const LEFT: Cell = ['▅', 'cyan']

/** How many rows a bar may have. */
export const ROWS = 3

const LEVELS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** The cell of a bar in a row, counted from 1 at the bottom: the served at the foot, the refused above them, and never hidden. */
export function barCell({ served, refused }: Column, row: number, tallest: number): Cell {
  const rows = (count: number): number => Math.ceil((count / tallest) * ROWS)
  const foot = refused === 0 ? rows(served) : Math.min(rows(served), ROWS - 1)
  if (row <= foot) return SERVED
  const top = refused === 0 ? foot : Math.max(rows(served + refused), foot + 1)
  return row <= top ? REFUSED : [' ']
}

/** The cell that shows how much of the allowance was left, or that the key was banned. */
export function leftCell({ remaining = 0, isBanned }: Column, allowance: number): Cell {
  if (isBanned) return BANNED
  const level = Math.ceil(Math.min(1, remaining / allowance) * (LEVELS.length - 1))
  return [LEVELS[level] ?? ' ', 'cyan']
}

/** Cells as text; neighbours of one style are painted together. */
export function paintCells(cells: readonly Cell[], paint: Paint): string {
  const runs: { style: Style | undefined; text: string }[] = []
  for (const [glyph, style] of cells) {
    const last = runs.at(-1)
    if (last && last.style === style) last.text += glyph
    else runs.push({ style, text: glyph })
  }
  return runs.map(({ style, text }) => (style === undefined ? text : paint(style, text))).join('')
}
