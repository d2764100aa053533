import type { Spread } from './goals.ts'

/** A figure with the least and the greatest sample behind it. */
export function cell({ median, min, max }: Spread, digits: number): string {
  const format = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format(median)} (${format(min)}–${format(max)})`
}

/** Columns as wide as their widest cell; the first to the left, figures to the right, words to the left. */
export function table(title: string, rows: string[][], align: ('left' | 'right')[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        const side = align[column] ?? (column === 0 ? 'left' : 'right')
        return side === 'left' ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('   ')
      .trimEnd(),
  )
  return [title, ...lines.map((line) => `  ${line}`), ''].join('\n')
}
