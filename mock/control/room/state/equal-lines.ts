import type { JournalEntry } from '../../../client/generated/wire.ts'
import type { Line } from './traffic.ts'

/** So many equal exchanges in a row are one line, which opens. */
const FEWEST = 3

/** A line, or equal exchanges in a row as one: the newest of them first. */
export type Row =
  | { readonly kind: 'line'; readonly id: string; readonly line: Line }
  | { readonly kind: 'equal'; readonly id: string; readonly entries: readonly JournalEntry[] }

/**
 * Lines, the newest first, with equal exchanges in a row as one: the same request with the same key, answered alike for the same
 * reason. The id is that of the oldest, so that a row stays the same while equal ones follow.
 */
export function withEqualOnes(lines: readonly Line[]): readonly Row[] {
  const rows: Row[] = []
  for (let at = 0; at < lines.length;) {
    const equal = equalFrom(lines, at)
    const [line] = equal
    if (!line) break
    at += equal.length
    const entries = equal.flatMap((one) => (one.kind === 'exchange' ? [one.entry] : []))
    if (entries.length >= FEWEST) rows.push({ kind: 'equal', id: `equal ${equal.at(-1)?.id ?? ''}`, entries })
    else rows.push(...equal.map((one) => ({ kind: 'line', id: one.id, line: one }) as const))
  }
  return rows
}

function equalFrom(lines: readonly Line[], from: number): readonly Line[] {
  const first = lines[from]
  const face = first && faceOf(first)
  let end = from + 1
  while (face !== undefined && end < lines.length && faceOf(lines[end]) === face) end += 1
  return lines.slice(from, end)
}

/** What equal exchanges share; `undefined` for a change, which equals no other. */
function faceOf(line: Line | undefined): string | undefined {
  if (line?.kind !== 'exchange') return undefined
  const { method, target, status, keyId, key, reason } = line.entry
  return JSON.stringify([method, target, status, keyId, key, reason.step, reason.rule])
}
