/** What there is to choose from, by the name of each choice. */
export type Alternatives = Readonly<Record<string, readonly string[]>>

/**
 * Rows in which each pair of alternatives of any two choices stands together at least once: few rows for very many
 * pairs (pairwise testing). The same alternatives give the same rows.
 */
export function coveringArray(alternatives: Alternatives): readonly Readonly<Record<string, string>>[] {
  const names = Object.keys(alternatives)
  const open = openPairs(alternatives)
  const rows: Record<string, string>[] = []
  // Begun with a pair that is still missing, so that every row makes progress.
  for (const first of open) {
    const row: Record<string, string> = Object.fromEntries(JSON.parse(first) as Pair)
    for (const next of names) {
      if (next in row) continue
      row[next] = best(alternatives[next] ?? [], (one) => gain(row, [next, one], open))
    }
    for (const pair of pairsOf(row)) open.delete(pair)
    rows.push(row)
  }
  return rows
}

type Choice = readonly [name: string, value: string]
type Pair = readonly [Choice, Choice]

function openPairs(alternatives: Alternatives): Set<string> {
  const choices = Object.entries(alternatives).flatMap(([name, values]) =>
    values.map((value): Choice => [name, value]),
  )
  return new Set(
    choices.flatMap((one) => choices.filter(([name]) => name > one[0]).map((other) => keyOf(one, other))),
  )
}

function pairsOf(row: Readonly<Record<string, string>>): readonly string[] {
  const choices = Object.entries(row)
  return choices.flatMap((one, at) => choices.slice(at + 1).map((other) => keyOf(one, other)))
}

function keyOf(one: Choice, other: Choice): string {
  return JSON.stringify(one[0] < other[0] ? [one, other] : [other, one])
}

/** How many pairs that are still open a choice adds to a row. */
function gain(row: Readonly<Record<string, string>>, choice: Choice, open: ReadonlySet<string>): number {
  return Object.entries(row).filter((other) => open.has(keyOf(choice, other))).length
}

function best(values: readonly string[], score: (value: string) => number): string {
  return values.reduce((first, value) => (score(value) > score(first) ? value : first), values[0] ?? '')
}
