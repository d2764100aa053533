import type { Mock } from '../../mock.ts'
import { Client } from '../testing/client.ts'
import { openPoint, type OpenPointCase } from './open-point-case.ts'

const KEY = 'free-demo-key'

/** The first refusal in a row whose wait exceeds the 40 seconds of the minute, that wait, and the requests after it. */
async function banOf(client: Client, { keys, clock }: Mock): Promise<unknown> {
  keys.setRemaining(KEY, { minute: 0 })
  for (let strikes = 1; strikes <= 20; strikes += 1) {
    const { retryAfter } = await client.list()
    if (retryAfter === 40) continue
    clock.advance({ seconds: retryAfter - 1 })
    const last = (await client.list()).status
    clock.advance({ seconds: 1 })
    return { strikes, seconds: retryAfter, last, then: (await client.list()).status }
  }
  return 'never'
}

export const limitCases: readonly OpenPointCase[] = [
  openPoint({
    id: 'body-of-429',
    observe: async (client, { keys }) => {
      keys.setRemaining(KEY, { minute: 0 })
      const { status, text, headers } = await client.list()
      const body = text === '' ? 'nothing' : Object.keys(JSON.parse(text) as object)
      return [status, body, headers.get('Content-Type'), headers.get('Retry-After')]
    },
    seen: {
      error: [429, ['code', 'message', 'status'], 'application/json', '40'],
      'other-object': [429, ['error'], 'application/json', '40'],
      empty: [429, 'nothing', null, '40'],
    },
  }),
  openPoint({
    id: 'retry-after-form',
    observe: async (client, { keys }) => {
      keys.setRemaining(KEY, { minute: 0 })
      const overLimit = await client.list()
      keys.ban(KEY, 90)
      return [overLimit, await client.list()].map((reply) => reply.header('Retry-After'))
    },
    seen: {
      seconds: ['40', '90'],
      'http-date': ['Thu, 15 Jan 2026 10:31:00 GMT', 'Thu, 15 Jan 2026 10:31:50 GMT'],
      'iso-date': ['2026-01-15T10:31:00Z', '2026-01-15T10:31:50Z'],
      'unix-time': ['1768473060', '1768473110'],
      milliseconds: ['40000', '90000'],
      'with-unit': ['40s', '90s'],
    },
  }),
  openPoint({
    id: 'ban',
    observe: banOf,
    seen: {
      none: 'never',
      'after-3-strikes-for-90-seconds': { strikes: 3, seconds: 90, last: 429, then: 200 },
      'after-10-strikes-for-120-seconds': { strikes: 10, seconds: 120, last: 429, then: 200 },
      'after-5-strikes-for-600-seconds': { strikes: 5, seconds: 600, last: 429, then: 200 },
    },
  }),
  openPoint({
    id: 'status-while-banned',
    observe: async (client, { keys }) => {
      keys.ban(KEY, 90)
      const { status, error, headers } = await client.list()
      return [status, error.code, headers.get('Retry-After'), headers.get('Cache-Control')]
    },
    seen: {
      '429': [429, 'api_key_banned', '90', 'no-store'],
      '401': [401, 'banned_api_key', '90', 'no-store'],
      '403': [403, 'forbidden_api_key', '90', 'no-store'],
    },
  }),
  openPoint({
    id: 'window-alignment',
    observe: async (client, { keys }) => {
      const minute = await client.list()
      keys.setRemaining(KEY, { day: 3 })
      const day = await client.list()
      return [minute, day].map(({ reset }) => new Date(reset).toISOString())
    },
    seen: {
      calendar: ['2026-01-15T10:31:00.000Z', '2026-01-16T00:00:00.000Z'],
      'first-request': ['2026-01-15T10:31:20.000Z', '2026-01-16T10:30:20.000Z'],
    },
  }),
  openPoint({
    id: 'reported-window',
    observe: async (client, { keys }) => {
      const fresh = await client.list()
      keys.setRemaining(KEY, { day: 3 })
      const late = await client.list()
      return [fresh, late].map(({ rateLimit }) => [rateLimit.limit, rateLimit.remaining])
    },
    seen: {
      'fewest-left': [
        [60, 59],
        [1000, 2],
      ],
      minute: [
        [60, 59],
        [60, 58],
      ],
      day: [
        [1000, 999],
        [1000, 2],
      ],
    },
  }),
  openPoint({
    id: 'unauthenticated-meter',
    observe: async (_client, { baseUrl }) => {
      const nobody = new Client(baseUrl, 'no-such-key')
      const replies = [await nobody.list(), await nobody.list(), await nobody.listTimes(59)]
      return replies.map(({ status, rateLimit }) => [status, rateLimit.limit, rateLimit.remaining])
    },
    seen: {
      'by-address': [
        [401, 60, 59],
        [401, 60, 58],
        [429, 60, 0],
      ],
      uncounted: [
        [401, 60, 60],
        [401, 60, 60],
        [401, 60, 60],
      ],
    },
  }),
  openPoint({
    id: 'do-errors-count',
    observe: async (client) => {
      const replies = [
        await client.list(),
        await client.list('?limit=0'),
        await client.get(404),
        await client.create('{}'),
        await client.send('PUT', '/pets'),
        await client.create(),
      ]
      return replies.map(({ rateLimit }) => rateLimit.remaining)
    },
    seen: { yes: [59, 58, 57, 56, 55, 54], no: [59, 59, 59, 59, 59, 58] },
  }),
]
