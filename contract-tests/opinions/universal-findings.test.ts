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

test('a reply without the rate-limit headers is told with its clause', () => {
  const [finding] = universalFindings(bare)
  expect(finding).toMatchObject({
    severity: 'error',
    message: expect.stringMatching(/^LIMIT-1: /) as unknown,
  })
})

test('a body that cannot be looked at is not judged, and nobody is accused', () => {
  const deep = { ...bare, body: '['.repeat(3000) }
  expect(() => universalFindings(deep)).toThrow(
    new CannotJudge('its body is not read, since it nests deeper than 100 levels'),
  )
})

test('the preflight of a browser is no breach', () => {
  const preflight = { ...bare, method: 'OPTIONS', status: 204, headers: {}, body: '' }
  expect(universalFindings(preflight)).toEqual([])
})
