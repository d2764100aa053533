import LinkHeader from 'http-link-header'
import type { HttpReply } from '../testing/http-reply.ts'
import type { Client } from '../testing/client.ts'
import { openPoint, type OpenPointCase } from './open-point-case.ts'

const LIMITS_BELOW = ['0', '-5', '-99999999999999999999']
const LIMITS_ABOVE = ['101', '99999999999999999999']
const NO_NUMBERS = ['abc', '', '1.5', '1e1', '0x5', '5&limit=6']
const INVALID_STATUSES = ['Sold', 'adopted', '&status=', 'sold,pending', 'sold&status=sold']

/** The length of a list, or the error and the start of its message. */
function lengthOrError(reply: HttpReply): number | string {
  return reply.status === 200 ? reply.pets.length : `${reply.status} ${reply.error.message.split(' ')[0]}`
}

async function lengths(client: Client, name: string, values: readonly string[]): Promise<readonly unknown[]> {
  const replies: HttpReply[] = []
  for (const value of values) replies.push(await client.list(`?${name}=${value}`))
  return replies.map(lengthOrError)
}

/** The ids on each page, from the first one to the last one with a link. */
async function walk(client: Client, query: string): Promise<readonly (readonly unknown[])[]> {
  const pages: unknown[][] = []
  for (let next: string | undefined = query; next !== undefined && pages.length < 10;) {
    const reply = await client.list(next)
    pages.push(reply.pets.map(({ id }) => id))
    const link = reply.headers.get('Link')
    const uri = link === null ? undefined : LinkHeader.parse(link).rel('next')[0]?.uri
    next = uri === undefined ? undefined : new URL(uri, client.baseUrl).search
  }
  return pages
}

function isSorted(ids: readonly number[]): boolean {
  return ids.every((id, at) => at === 0 || (ids[at - 1] ?? 0) < id)
}

export const listCases: readonly OpenPointCase[] = [
  openPoint({
    id: 'limit-below-1',
    observe: (client) => lengths(client, 'limit', LIMITS_BELOW),
    seen: {
      '400': LIMITS_BELOW.map(() => '400 limit'),
      clamped: LIMITS_BELOW.map(() => 1),
      ignored: LIMITS_BELOW.map(() => 20),
      'empty-list': LIMITS_BELOW.map(() => 0),
    },
  }),
  openPoint({
    id: 'limit-above-100',
    observe: (client) => lengths(client, 'limit', LIMITS_ABOVE),
    seen: {
      '400': LIMITS_ABOVE.map(() => '400 limit'),
      clamped: LIMITS_ABOVE.map(() => 100),
      ignored: LIMITS_ABOVE.map(() => 20),
    },
  }),
  openPoint({
    id: 'limit-not-a-number',
    observe: (client) => lengths(client, 'limit', NO_NUMBERS),
    seen: { '400': NO_NUMBERS.map(() => '400 limit'), ignored: NO_NUMBERS.map(() => 20) },
  }),
  openPoint({
    id: 'invalid-status-filter',
    observe: (client) => lengths(client, 'status', INVALID_STATUSES),
    seen: {
      '400': INVALID_STATUSES.map(() => '400 status'),
      ignored: INVALID_STATUSES.map(() => 20),
      'empty-list': INVALID_STATUSES.map(() => 0),
    },
  }),
  openPoint({
    id: 'empty-status-filter',
    observe: (client) => lengths(client, 'status', ['']),
    seen: { '400': ['400 status'], ignored: [20], 'empty-list': [0] },
  }),
  openPoint({
    id: 'unknown-query-parameter',
    observe: async (client) => {
      const replies = [
        await client.list('?color=red'),
        await client.list('?Limit=3'),
        await client.list('?limit=3&cursor=x'),
      ]
      return replies.map((reply) => (reply.status === 200 ? reply.pets.length : reply.error.message))
    },
    seen: {
      ignored: [20, 20, 3],
      '400': ['color', 'Limit', 'cursor'].map((name) => `The query parameter "${name}" is not known`),
    },
  }),
  openPoint({
    id: 'further-pages',
    options: { pets: 10 },
    observe: async (client) => ({
      all: await walk(client, '?limit=4'),
      whole: await walk(client, '?limit=10'),
      filtered: (await walk(client, '?status=available&limit=4')).map(({ length }) => length),
    }),
    seen: {
      none: { all: [[1, 2, 3, 4]], whole: [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]], filtered: [4] },
      link: {
        all: [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
          [9, 10],
        ],
        whole: [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
        filtered: [4, 2],
      },
    },
  }),
  openPoint({
    id: 'list-order',
    options: { pets: 40, choices: { 'further-pages': 'link' } },
    observe: async (client) => {
      const pages = await walk(client, '?limit=15')
      const ids = pages.flat() as number[]
      const again = (await walk(client, '?limit=15')).flat()
      return {
        complete: new Set(ids).size === 40 && ids.length === 40,
        stable: JSON.stringify(again) === JSON.stringify(ids),
        oldestFirst: isSorted(ids),
        newestFirst: isSorted(ids.toReversed()),
      }
    },
    seen: {
      oldest: { complete: true, stable: true, oldestFirst: true, newestFirst: false },
      newest: { complete: true, stable: true, oldestFirst: false, newestFirst: true },
      arbitrary: { complete: true, stable: true, oldestFirst: false, newestFirst: false },
    },
  }),
]
