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

/** A GET with the preflight before it, the newest first. */
function preflighted(target = '/v1/pets'): Line[] {
  const preflight = exchange(204)
  if (preflight.kind === 'exchange')
    Object.assign(preflight.entry, { method: 'OPTIONS', target, keyId: null })
  return [exchange(200), preflight]
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
  ['two with preflights', [...preflighted(), ...preflighted()], ['200', '204', '200', '204']],
  [
    'three with preflights, which stand below the newest',
    [change, exchange(404), ...preflighted(), ...preflighted(), exchange(200), ...preflighted()],
    ['change', '404', '200 × 4', '204 × 3'],
  ],
  [
    'preflights of different targets',
    [...preflighted(), ...preflighted('/v1/pets/1'), ...preflighted()],
    ['200', '204', '200', '204', '200', '204'],
  ],
  ['another reason', [...many(3, 429, '1', 'LIMIT-7'), exchange(429, '1', 'ban')], ['429 × 3', '429']],
])('%s', (_what, lines, rows) => {
  expect(seen(lines)).toEqual(rows)
})

it('a row stays the same while equal ones follow', () => {
  const before = many(3, 429)
  const after = [exchange(429), ...before]
  expect(withEqualOnes(after)[0]?.id).toBe(withEqualOnes(before)[0]?.id)
  const polled = [...preflighted(), ...preflighted(), ...preflighted()]
  const ids = (lines: readonly Line[]) => withEqualOnes(lines).map(({ id }) => id)
  expect(ids([...preflighted(), ...polled])).toEqual(ids(polled))
})
