import { expect, test } from 'vitest'
import { CannotJudge, type ObservedExchange } from './judge.ts'
import { universalFindings } from './universal-findings.ts'

const bare: ObservedExchange = {
  method: 'GET',
  path: '/pets',
  requestHeaders: {},
  requestBody: undefined,
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '[]',
}

test('a reply without the rate-limit headers is reported with its clause', () => {
  const [finding] = universalFindings(bare).findings
  expect(finding).toMatchObject({
    severity: 'error',
    clause: 'LIMIT-1',
    message: expect.stringMatching(/^LIMIT-1: /) as unknown,
  })
})

test('an unread body is not judged', () => {
  const deep = { ...bare, body: '['.repeat(3000) }
  expect(() => universalFindings(deep)).toThrow(
    new CannotJudge('its body is not read, since it nests deeper than 100 levels'),
  )
})

test('the preflight of a browser is no breach', () => {
  const preflight = { ...bare, method: 'OPTIONS', status: 204, headers: {}, body: '' }
  expect(universalFindings(preflight)).toEqual({ findings: [], evidence: [] })
})

test.each([
  ['that its own Date is before', -30, []],
  ['that its own Date is after', 30, ['LIMIT-4']],
])('a Reset %s, with the clock of the service behind', (_what, after, broken) => {
  const reset = Math.floor(Date.now() / 1000) - 200
  const headers = {
    ...bare.headers,
    date: new Date((reset + after) * 1000).toUTCString(),
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '59',
    'x-ratelimit-reset': String(reset),
  }
  const findings = universalFindings({ ...bare, headers }).findings.map(
    ({ message }) => message.split(':')[0],
  )
  expect(findings.filter((clause) => clause === 'LIMIT-4')).toEqual(broken)
})

test('an exchange is evidence for the clauses that it could have shown broken', () => {
  const { evidence } = universalFindings({ ...bare, body: '[{"id":1,"name":"Rex","categoryId":1}]' })
  expect(evidence).toEqual(expect.arrayContaining(['BASE-3', 'LIMIT-1', 'PET-1']))
  // The pet has no status, no filter was asked for, and the reply is no 429.
  for (const other of ['PET-5', 'LIST-5', 'LIMIT-8'] as const) expect(evidence).not.toContain(other)
})
