import type { JournalEntry } from '../../../client/generated/wire.ts'
import { isPreflight, type Line } from './traffic.ts'

/** So many equal exchanges in a row are one line, which opens. */
const FEWEST = 3

/** A line, or equal exchanges in a row as one: the newest of them first. */
export type Row = {
  readonly id: string
  /** The id of its newest line. */
  readonly newest: string
} & (
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'equal'; readonly entries: readonly JournalEntry[] }
)

/**
 * Lines, the newest first, with equal exchanges in a row as one: the same request with the same key, answered alike for the same
 * reason. The id is that of the oldest, so that a row stays the same while equal ones follow. Equal preflights are one row also
 * where they are apart: a browser may send one before each request.
 */
export function withEqualOnes(lines: readonly Line[]): readonly Row[] {
  const preflights = [...Map.groupBy(lines.filter(isOfPreflight), faceOf)]
  const many = preflights.filter(([, equal]) => equal.length >= FEWEST)
  if (many.length === 0) return inRuns(lines)
  const apart = new Set(many.flatMap(([, equal]) => equal))
  const rows = [
    ...inRuns(lines.filter((line) => !apart.has(line))),
    // Not named by the oldest, which may leave the list with each new one.
    ...many.flatMap(([face, equal]) => rowsOf(equal, face)),
  ]
  const places = new Map(lines.map(({ id }, at) => [id, at]))
  return rows.toSorted((one, other) => (places.get(one.newest) ?? 0) - (places.get(other.newest) ?? 0))
}

function inRuns(lines: readonly Line[]): readonly Row[] {
  const rows: Row[] = []
  for (let at = 0; at < lines.length;) {
    const equal = equalFrom(lines, at)
    at += equal.length
    rows.push(...rowsOf(equal))
  }
  return rows
}

/** Equal lines as one row if they are many enough, else as one each. */
function rowsOf(equal: readonly Line[], name = equal.at(-1)?.id): readonly Row[] {
  const entries = equal.flatMap((line) => (line.kind === 'exchange' ? [line.entry] : []))
  const [newest] = equal
  if (newest === undefined || entries.length < FEWEST)
    return equal.map((line) => ({ kind: 'line', id: line.id, newest: line.id, line }))
  return [{ kind: 'equal', id: `equal ${name ?? ''}`, newest: newest.id, entries }]
}

function equalFrom(lines: readonly Line[], from: number): readonly Line[] {
  const first = lines[from]
  const face = first && faceOf(first)
  let end = from + 1
  while (face !== undefined && end < lines.length && faceOf(lines[end]) === face) end += 1
  return lines.slice(from, end)
}

function isOfPreflight(line: Line): boolean {
  return line.kind === 'exchange' && isPreflight(line.entry)
}

/** What equal exchanges share; `undefined` for a change, which equals no other. */
function faceOf(line: Line | undefined): string | undefined {
  if (line?.kind !== 'exchange') return undefined
  const { method, target, status, keyId, key, reason } = line.entry
  return JSON.stringify([method, target, status, keyId, key, reason.step, reason.rule])
}
