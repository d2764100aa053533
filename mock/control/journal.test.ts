import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorldClient } from '../client/world-client.ts'
import type { Mock } from '../mock.ts'
import { judgedClient } from './testing/judged-client.ts'
import { asClient, ask, start } from './testing/start.ts'

const ALIKE = ['front-end-1-key', 'front-end-2-key'] as const

let mock: Mock
let world: WorldClient

beforeAll(async () => {
  mock = await start()
  world = judgedClient(mock).client.world('default')
  await asClient(mock, 'free-demo-key', '/v1/pets/1')
  await asClient(mock, 'free-demo-key', '/v1/pets/0')
  await asClient(mock, 'pro-demo-key', '/v1/pets?limit=1')
  await asClient(mock, 'free-demo-key', '/v1/pets?limit=0')
  await fetch(`${mock.baseUrl}/pets`)
})
afterAll(() => mock.stop())

describe('the journal', () => {
  it.each([
    [{}, [5, 4, 3, 2, 1]],
    [{ key: 'free-demo-key' }, [4, 2, 1]],
    [{ key: 'no-such-key' }, []],
    [{ status: 404 }, [2]],
    [{ operation: 'listPets' }, [5, 4, 3]],
    [{ limit: 2 }, [5, 4]],
    [{ key: 'free-demo-key', operation: 'getPet', status: 200, limit: 10 }, [1]],
    [{ status: 500 }, []],
  ] as const)('with %j shows %j, the newest first', async (query, ids) => {
    expect((await world.journal.list(query)).map(({ id }) => id)).toEqual(ids)
  })

  it('distinguishes keys whose redacted forms are equal by their keyId, also after a reset and a restore', async () => {
    await using one = await start({ keys: ALIKE.map((key) => ({ key, plan: 'free' })) })
    const { journal, keys, ...here } = judgedClient(one).client.world('default')
    const ids = async () =>
      (await keys.list()).filter(({ key }) => key.startsWith('front')).map(({ keyId }) => keyId)
    const [first, second] = await ids()
    expect(first).not.toBe(second)
    const saved = await here.snapshot()
    for (const begin of [() => here.reset(), () => here.restore(saved)]) {
      for (const key of [...ALIKE, 'no-such-key']) await asClient(one, key)
      const entries = await journal.list()
      expect(entries.map(({ key, keyId }) => [key, keyId])).toEqual([
        [null, null],
        ['fron…ey', second],
        ['fron…ey', first],
      ])
      expect(entries.map(({ keyId }) => keyId)).toEqual(one.journal.list().map(({ keyId }) => keyId))
      await begin()
      expect(await ids()).toEqual([first, second])
      expect((await keys.get(ALIKE[0])).keyId).toBe(first)
    }
  })

  it('has key ids that reveal nothing about a key: another mock has other ids', async () => {
    await using one = await start()
    const ids = (of: Mock) => of.keys.list().map(({ keyId }) => keyId)
    expect(ids(one).map((id) => /^[0-9a-f]{16}$/.test(id))).toEqual(ids(one).map(() => true))
    expect(new Set([...ids(one), ...ids(mock)]).size).toBe(2 * ids(one).length)
  })

  it('gives the reason of each exchange', async () => {
    expect(await world.journal.list({ status: 401 })).toMatchObject([
      {
        method: 'GET',
        target: '/v1/pets',
        key: null,
        operation: 'listPets',
        reason: { step: 'authenticate', rule: 'AUTH-2', sentence: 'no Authorization header was sent' },
      },
    ])
  })

  it('holds the last 1,000 exchanges, in pages of 100 by default', async () => {
    await using one = await start({ limits: false })
    fill(one, 1_010)
    const { journal } = judgedClient(one).client.world('default')
    expect(ends(await journal.page())).toEqual([100, 1_010, 911])
    expect(ends(await journal.page({ before: 911 }))).toEqual([100, 910, 811])
    expect(ends(await journal.page({ limit: 1_000 }))).toEqual([1_000, 1_010, 11])
    expect(await journal.page({ before: 11 })).toEqual([])
    expect(ends(await journal.list())).toEqual([1_000, 1_010, 11])
    expect(ends(await journal.list({ before: 911, limit: 200 }))).toEqual([200, 910, 711])
  })

  it('has pages of about 2 MB at most, which together hold all exchanges', async () => {
    await using one = await start({ limits: false })
    const headers = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`x-${at}`, 'y'.repeat(2_000)]))
    fill(one, 300, headers)
    const { journal } = judgedClient(one).client.world('default')
    const { text } = await ask(one, 'GET', '/_mock/worlds/default/journal?limit=1000')
    expect(text.length).toBeGreaterThan(1_000_000)
    expect(text.length).toBeLessThan(2_500_000)
    expect(ends(await journal.list())).toEqual([300, 300, 1])
  })
})

/** Sends so many requests to a mock. */
function fill({ world }: Mock, count: number, headers = {}): void {
  for (let each = 0; each < count; each += 1) {
    void world.answer({
      method: 'GET',
      path: '/pets',
      query: '',
      mount: '',
      base: '/v1',
      headers,
      address: '127.0.0.1',
      readBody: () => Promise.resolve({ kind: 'aborted' }),
    })
  }
}

function ends(page: readonly { readonly id: number }[]): readonly unknown[] {
  return [page.length, page[0]?.id, page.at(-1)?.id]
}

describe('a key in a request', () => {
  const SECRET = 'sk-very-secret-123456'

  it.each([
    ['as a bearer token', '/v1/pets', { Authorization: `Bearer ${SECRET}` }],
    ['with another scheme', '/v1/pets', { Authorization: `Basic ${SECRET}` }],
    ['without a scheme', '/v1/pets', { Authorization: SECRET }],
    ['as X-Api-Key', '/v1/pets', { 'X-Api-Key': SECRET }],
    ['as X-Auth-Token', '/v1/pets', { 'X-Auth-Token': SECRET }],
    ['as a cookie', '/v1/pets', { Cookie: SECRET }],
    ['for a proxy', '/v1/pets', { 'Proxy-Authorization': `Bearer ${SECRET}` }],
    ['in the query', `/v1/pets?api_key=${SECRET}`, {}],
    ['in the query, second', `/v1/pets?limit=1&access_token=${SECRET}`, {}],
    ['in the address of the page', '/v1/pets', { Referer: `http://localhost:3000/?token=${SECRET}` }],
    [
      'in the link to a next page',
      `/v1/pets?limit=1&key=${SECRET}`,
      { Authorization: 'Bearer pro-demo-key' },
    ],
  ])('%s stands nowhere in full', async (_how, path, headers) => {
    mock.journal.clear()
    mock.choices.set({ 'further-pages': 'link' })
    const reply = await ask(mock, 'GET', path, { headers })
    const shown = await world.journal.list()
    expect(shown).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toContain(SECRET)
    expect(reply.text).not.toContain(SECRET)
  })
})
