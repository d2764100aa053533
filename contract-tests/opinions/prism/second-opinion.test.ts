import { expect, test } from 'vitest'
import type { Exchange } from '../../engine/exchange.ts'
import { secondOpinion } from './second-opinion.ts'

const sound: Exchange = {
  id: 1,
  after: 0,
  probe: {
    method: 'GET',
    path: '/pets',
    caller: 'key',
    headers: { Authorization: 'Bearer {key}' },
    operation: 'listPets',
  },
  status: 200,
  headers: {
    'content-type': 'application/json',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '59',
    'x-ratelimit-reset': '1893456060',
  },
  body: '[]',
  json: [],
  sent: 0,
  received: 0,
}

test('Prism has findings on faulty exchanges', async () => {
  const faulty = { ...sound, id: 2, body: '{}', json: {} }
  const message = 'Response body must be array'
  expect(await secondOpinion([sound, faulty])).toEqual({
    tool: 'Prism',
    findings: [{ exchange: 2, message: `body: ${message}` }],
  })
})

test('of many findings on one exchange the first are reported, and none on an unread body', async () => {
  const wrong = { ...sound, id: 2, body: `[${'{},'.repeat(5000)}{}]` }
  const unread = { ...sound, id: 3, body: '', json: undefined, unread: 'it has more than 4 MB (--max-body)' }
  const { findings } = await secondOpinion([wrong, unread])
  expect(findings).toHaveLength(20)
  expect(new Set(findings.map(({ exchange }) => exchange))).toEqual(new Set([2]))
  expect(findings.at(-1)?.message).toBe('282 more findings of the same exchange')
})
