import type { OutgoingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mock } from '../../mock.ts'
import { ask, type Reply } from '../testing/ask.ts'
import { start, TOKEN } from '../testing/start.ts'

let mock: Mock

beforeAll(async () => {
  mock = await start()
})
afterAll(() => mock.stop())

const PATHS = [
  '/_mock',
  '/_mock/health',
  '/_mock/worlds/default/keys',
  '/_mock/events',
  '/_mock/no-such-path',
]

function cors(reply: Reply): string[] {
  return Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))
}

describe('the control API', () => {
  it.each<[fact: string, headers: OutgoingHttpHeaders, status: number, code: string]>([
    ['a page of another origin', { Origin: 'http://evil.example' }, 403, 'foreign_origin'],
    ['a page without an origin', { Origin: 'null' }, 403, 'foreign_origin'],
    ['a page of another port', { 'Sec-Fetch-Site': 'same-site' }, 403, 'foreign_origin'],
    ['an image of another page', { 'Sec-Fetch-Site': 'cross-site' }, 403, 'foreign_origin'],
    ['a rebound name', { Host: 'evil.example' }, 403, 'foreign_host'],
    ['what comes through a proxy', { 'X-Forwarded-For': '203.0.113.7' }, 401, 'token_required'],
  ])('refuses %s on every path, and says so without CORS', async (_fact, headers, status, code) => {
    for (const path of PATHS) {
      const reply = await ask(mock, 'GET', path, { headers })
      expect([reply.status, reply.json], path).toMatchObject([status, { code, status }])
      expect(cors(reply)).toEqual([])
    }
  })

  it('is not changed by what it refuses', async () => {
    const headers = { Origin: 'http://evil.example', 'Content-Type': 'application/json' }
    await ask(mock, 'PUT', '/_mock/worlds/default/limits', { headers, body: '{"on":false}' })
    await ask(mock, 'POST', '/_mock/worlds/default/clock/advance', { headers, body: '{"days":1}' })
    expect(mock.limits.on).toBe(true)
    expect(mock.journal.list()).toEqual([])
  })

  it('gives a preflight no permission', async () => {
    const asked = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'content-type' }
    for (const origin of ['http://evil.example', `http://127.0.0.1:${mock.port}`]) {
      const reply = await ask(mock, 'OPTIONS', '/_mock/worlds/default/limits', {
        headers: { Origin: origin, ...asked },
      })
      expect(cors(reply)).toEqual([])
    }
  })

  it('answers its own pages, curl, and whoever has the token', async () => {
    const origin = `http://127.0.0.1:${mock.port}`
    const authorization = `Bearer ${TOKEN}`
    for (const headers of [
      {},
      { Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
      { Host: 'mock.intern', Authorization: authorization },
      { 'X-Forwarded-For': '203.0.113.7', Authorization: authorization },
    ]) {
      const reply = await ask(mock, 'GET', '/_mock/health', { headers })
      expect(reply.status).toBe(200)
      expect(cors(reply)).toEqual([])
      expect(reply.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  it('is not reached by another spelling of its path', async () => {
    const absolute = `http://127.0.0.1:${mock.port}/_mock/health`
    for (const path of [
      '/_MOCK/health',
      '/%5fmock/health',
      '//_mock/health',
      '/v1/../_mock/health',
      absolute,
    ]) {
      const reply = await ask(mock, 'GET', path, { headers: { Host: 'evil.example' } })
      expect([path, reply.text.includes('uptimeSeconds')]).toEqual([path, false])
    }
  })
})
