import { describe, expect, test } from 'vitest'
import type { Reply } from '../../contract-tests/engine/transport.ts'
import { memberOf, textOf } from '../../contract-tests/history/values.ts'
import { reply, scripted } from '../../contract-tests/testing/scripted.ts'
import { testService } from '../../lab/proof/test-service.ts'
import { createMock } from '../../mock/fetch/index.ts'
import type { MockOptions } from '../../mock/options.ts'
import { CarefulClient } from './careful-client.ts'
import { NoList, readList, type ReadList } from './read-list.ts'
import { roomOf } from './room.ts'
import { startingPets } from './starting-pets.ts'
import { ManualClock } from './testing/manual-clock.ts'

const BASE_URL = 'http://pets.test/v1'
const ROOM = roomOf({ memory: 512 })

interface Read extends ReadList {
  readonly requests: readonly string[]
  readonly bodies: readonly string[]
}

/** Reads a list of the mock, with a clock that moves by waiting alone. */
async function readMock(mock: MockOptions, maxWait = 600): Promise<Read> {
  const clock = new ManualClock()
  const requests: string[] = []
  const bodies: string[] = []
  const { transport } = await testService((healthy) => healthy, {
    mock: { time: clock.now, ...mock },
    witness: ({ path }, { status, body }) => {
      requests.push(`${path} ${status}`)
      bodies.push(body)
    },
  })
  const client = new CarefulClient({ baseUrl: BASE_URL, key: 'free-demo-key', maxWait }, transport, clock)
  return { ...(await readList(client, BASE_URL, ROOM)), requests, bodies }
}

async function readScript(...script: readonly (Reply | Error)[]): Promise<Omit<Read, 'bodies'>> {
  const transport = scripted(...script)
  const client = new CarefulClient({ baseUrl: BASE_URL, key: 'k', maxWait: 0 }, transport, new ManualClock())
  const list = await readList(client, BASE_URL, ROOM)
  return { ...list, requests: transport.requests.map(({ url }) => url.slice(BASE_URL.length)) }
}

function page(from: number, count: number, link?: string): Reply {
  const pets = Array.from({ length: count }, (_, at) => ({ id: from + at, name: 'Rex', categoryId: 1 }))
  return reply({ body: JSON.stringify(pets), ...(link !== undefined && { headers: { link } }) })
}

const idsOf = ({ items }: ReadList): readonly string[] => items.map((item) => textOf(memberOf(item, 'id')))

const WITHOUT_STATUS = 'of pets without a status it shows those on its first page only'

describe('the list of a mock', () => {
  test('of fewer than 100 pets is one page, which has all', async () => {
    const { requests, gaps, items } = await readMock({ pets: 99 })
    expect(items).toHaveLength(99)
    expect(gaps).toEqual([])
    expect(requests).toEqual(['/pets?limit=100 200'])
  })

  test('of 100 pets may be longer: each status shows that it is not', async () => {
    const { requests, gaps, items } = await readMock({ pets: 100 })
    expect(items).toHaveLength(100)
    expect(gaps).toEqual([WITHOUT_STATUS])
    expect(requests).toHaveLength(4)
  })

  test('of one page only gives more pets by status, and says which it may lack', async () => {
    const { gaps, items } = await readMock({ pets: 300 })
    expect(items.length).toBeGreaterThan(200)
    expect(gaps).toEqual(['of status available it shows one page only', WITHOUT_STATUS])
  })

  test.for(['oldest', 'newest', 'arbitrary'] as const)(
    'whose pages are linked gives all pets, in the order %s',
    async (order) => {
      const choices = { 'further-pages': 'link', 'list-order': order } as const
      const read = await readMock({ pets: 250, choices })
      expect(read.requests).toHaveLength(3)
      expect(read.gaps).toEqual([])
      expect(new Set(idsOf(read)).size).toBe(250)
      const ids = idsOf(read).map(Number)
      const sorted = ids.toSorted((one, other) => (order === 'newest' ? other - one : one - other))
      if (order === 'arbitrary') expect(ids).not.toEqual(sorted)
      else expect(ids).toEqual(sorted)
    },
  )

  test.for(['from-1', 'beyond-2-53', 'random'] as const)('keeps every digit of an id %s', async (ids) => {
    const choices = { 'id-numbering': ids, 'json-style': 'indented-shuffled' } as const
    const { bodies, ...read } = await readMock({ pets: 30, choices })
    expect(idsOf(read)).toEqual(Array.from(bodies.join('').matchAll(/"id":\s*(\d+)/g), ([, id]) => id))
    expect(idsOf(read)).toHaveLength(30)
  })

  test('is read to its end over several windows without a 429', async () => {
    const read = await readMock({ pets: 12_345, choices: { 'further-pages': 'link' } })
    expect(new Set(idsOf(read)).size).toBe(12_345)
    expect(read.requests.filter((one) => !one.endsWith(' 200'))).toEqual([])
  })

  test.for(['seconds', 'http-date', 'iso-date', 'unix-time', 'milliseconds', 'with-unit'] as const)(
    'is read to its end after a 429 with Retry-After as %s',
    async (form) => {
      // The minute ends without a warning.
      const choices = { 'further-pages': 'link', 'reported-window': 'day', 'retry-after-form': form } as const
      const read = await readMock({ pets: 12_345, choices })
      expect(new Set(idsOf(read)).size).toBe(12_345)
      expect(read.requests.filter((one) => one.endsWith(' 429'))).toHaveLength(2)
    },
  )

  test('gives what there is when the wait for more is too long, and says so', async () => {
    const read = await readMock({ pets: 12_345, choices: { 'further-pages': 'link' } }, 10)
    expect(read.items).toHaveLength(6000)
    expect(read.gaps).toEqual(['it admits the next request in 30 s, and --max-wait leaves 10 s'])
  })
})

describe('a pet that comes twice', () => {
  test('because another was added before the next page is there once, as it was last', async () => {
    const changed = [{ id: 100, name: 'Max', categoryId: 1 }]
    const read = await readScript(
      page(1, 100, '</v1/pets?cursor=2>; rel="next"'),
      reply({ body: JSON.stringify([...changed, { id: 101, name: 'Rex', categoryId: 1 }]) }),
    )
    expect(idsOf(read)).toEqual(Array.from({ length: 101 }, (_, at) => String(at + 1)))
    expect(read.items[99]).toEqual(changed[0])
    expect(read.gaps).toEqual([])
  })
})

describe('a link', () => {
  test.for([
    ['a path', '</v1/pets?after=9>; rel="next"', '/pets?after=9'],
    ['a query', '<?after=9>; rel=next', '/pets?after=9'],
    ['a whole address', '<http://pets.test/v1/pets?after=9>; rel="next"', '/pets?after=9'],
    ['the second', '</v1/pets?limit=1>; rel="first", </v1/pets?after=9>; rel="next"', '/pets?after=9'],
  ] as const)('is followed as %s', async ([, link, path]) => {
    const { requests, items } = await readScript(page(1, 100, link), page(101, 5))
    expect(requests).toEqual(['/pets?limit=100', path])
    expect(items).toHaveLength(105)
  })

  test.for([
    ['another host', '<https://elsewhere.test/v1/pets?after=9>; rel="next"'],
    ['another path', '</v1/animals?after=9>; rel="next"'],
    ['no address', '<http://[>; rel="next"'],
  ] as const)('to %s is not given the key', async ([, link]) => {
    const { requests, gaps, items } = await readScript(page(1, 100, link), page(50, 90))
    expect(requests).toEqual([
      '/pets?limit=100',
      '/pets?status=available&limit=100',
      '/pets?status=pending&limit=100',
      '/pets?status=sold&limit=100',
    ])
    expect(items).toHaveLength(139)
    expect(gaps).toEqual(['its Link names a page at another address', WITHOUT_STATUS])
  })

  test('that leads to the same page again ends the reading', async () => {
    const { requests, gaps } = await readScript(page(1, 100, '</v1/pets?limit=100>; rel="next"'))
    expect(requests).toHaveLength(2)
    expect(gaps).toEqual(['a further page has no pet that those before it lack'])
  })

  test.for([
    ['one pet each', 0, 'at most 20,000 pages are read', 20_000],
    ['4 MB each', 4_000_000, 'at most 256 MB are read', 64],
  ] as const)(
    'to pages without end, of %s, is followed so far and no further',
    async ([, spaces, gap, requests]) => {
      const padding = ' '.repeat(spaces)
      let asked = 0
      const get = (): Promise<Reply> => {
        const { body, headers } = page((asked += 1), 1, '</v1/pets?more>; rel="next"')
        return Promise.resolve(reply({ body: body + padding, headers }))
      }
      const { items, gaps } = await readList({ get }, BASE_URL, ROOM)
      expect([items.length, asked, gaps]).toEqual([requests, requests, [gap]])
    },
  )

  test('to pages without end of new pets is followed as long as a mock has room for them', async () => {
    let asked = 0
    const get = (): Promise<Reply> =>
      Promise.resolve(page(100 * (asked += 1), 100, '</v1/pets?more>; rel="next"'))
    const room = roomOf({ memory: 32 }, '--memory')
    const { items, gaps } = await readList({ get }, BASE_URL, room)
    expect(gaps).toEqual(['a mock of 32 MB (--memory) has room for no more'])
    expect(items.length).toBeGreaterThan(20_000)
    const mock = createMock({ memory: 32, pets: startingPets(items).pets })
    expect(mock.pets.size).toBe(items.length)
    const { status } = await mock.fetch(`${mock.baseUrl}/pets`, {
      method: 'POST',
      headers: { Authorization: 'Bearer free-demo-key', 'Content-Type': 'application/json' },
      body: '{"name":"Max","categoryId":1}',
    })
    expect(status).toBe(201)
  })

  test.for([
    ['is refused', reply({ status: 400 }), 'it answers 400 to GET /pets?after=9'],
    ['is no list', reply({ body: '{}' }), 'its reply to GET /pets?after=9 is no JSON array'],
    ['is no JSON', reply({ body: '<' }), 'its reply to GET /pets?after=9 is no JSON array'],
    [
      'is too large',
      reply({ body: '', unread: 'it has more than 4 MB (--max-body)' }),
      'its reply to GET /pets?after=9 cannot be read: it has more than 4 MB',
    ],
  ] as const)('to a page that %s leaves the pets before it', async ([, second, gap]) => {
    const { items, gaps } = await readScript(page(1, 100, '</v1/pets?after=9>; rel="next"'), second)
    expect(items).toHaveLength(100)
    expect(gaps).toEqual([gap])
  })
})

test('a first page that is no list is an error with its reply', async () => {
  await expect(readScript(reply({ status: 503 }))).rejects.toThrow(NoList)
})
