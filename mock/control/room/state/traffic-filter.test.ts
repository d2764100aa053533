import { expect, it } from 'vitest'
import type { Line } from './traffic.ts'
import { allTraffic, passes } from './traffic-filter.ts'

const refused = {
  id: 'exchange 1',
  kind: 'exchange',
  exchange: { status: 429, key: null, operation: 'listPets' },
} as Line
const change = { id: 'change 1', kind: 'change' } as Line

it.each([
  [{}, true, true],
  [{ status: '4xx' }, true, false],
  [{ status: '429' }, true, false],
  [{ status: '404' }, false, false],
  [{ key: 'no key' }, true, false],
  [{ key: 'free…ey' }, false, false],
  [{ operation: 'getPet' }, false, false],
])('%j lets a refusal pass: %s, and a change: %s', (filter, isShown, isChangeShown) => {
  expect(passes(refused, { ...allTraffic, ...filter })).toBe(isShown)
  expect(passes(change, { ...allTraffic, ...filter })).toBe(isChangeShown)
})
