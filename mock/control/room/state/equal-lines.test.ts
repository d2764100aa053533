import { expect, it } from 'vitest'
import type { Change, JournalEntry } from '../../../client/generated/wire.ts'
import { withEqualOnes } from './equal-lines.ts'
import type { Line } from './traffic.ts'

let last = 0

function exchange(status: number, keyId = '1', rule: string | null = null): Line {
  last += 1
  const reason = { step: 'meter', rule, sentence: `sentence ${last}` }
  const entry = { method: 'GET', target: '/v1/pets', status, keyId, reason } as JournalEntry
  return { kind: 'exchange', id: `exchange ${last}`, entry }
}

const change: Line = { kind: 'change', id: 'change 1', change: {} as Change }

/** Each row as the number of its exchanges with their status. */
function seen(lines: readonly Line[]): readonly string[] {
  return withEqualOnes(lines).map((row) =>
    row.kind === 'equal'
      ? `${row.entries[0]?.status} × ${row.entries.length}`
      : row.line.kind === 'exchange'
        ? String(row.line.entry.status)
        : 'change',
  )
}

const many = (count: number, ...how: Parameters<typeof exchange>): Line[] =>
  Array.from({ length: count }, () => exchange(...how))

it.each<[string, Line[], string[]]>([
  ['no lines', [], []],
  ['two equal ones', many(2, 429), ['429', '429']],
  ['three equal ones', many(3, 429), ['429 × 3']],
  ['equal ones apart', [...many(3, 429), change, ...many(312, 429)], ['429 × 3', 'change', '429 × 312']],
  ['another status', [...many(4, 429), exchange(200)], ['429 × 4', '200']],
  ['another key', [...many(3, 429, '1'), ...many(3, 429, '2')], ['429 × 3', '429 × 3']],
  ['another reason', [...many(3, 429, '1', 'LIMIT-7'), exchange(429, '1', 'ban')], ['429 × 3', '429']],
])('%s', (_what, lines, rows) => {
  expect(seen(lines)).toEqual(rows)
})

it('a row stays the same while equal ones follow', () => {
  const before = many(3, 429)
  const after = [exchange(429), ...before]
  expect(withEqualOnes(after)[0]?.id).toBe(withEqualOnes(before)[0]?.id)
})
