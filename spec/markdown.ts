/**
 * A Markdown table. The cells are Markdown: the caller escapes text. Columns are padded as the formatter does, or not at all
 * if it is `compact`, for tables that are only read rendered.
 */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  look: 'aligned' | 'compact' = 'aligned',
): string {
  const cells = [head, ...rows.map((row) => row.map(String))]
  const widthOf = (at: number): number => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0))
  const widths = head.map((_name, at) => (look === 'aligned' ? widthOf(at) : 0))
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`
  const [first = [], ...others] = cells
  return [line(first), line(widths.map((width) => '-'.repeat(width || 3))), ...others.map(line)].join('\n')
}
