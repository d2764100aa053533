import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorldClient } from '../client/world-client.ts'
import type { Mock } from '../mock.ts'
import { judgedClient } from './testing/judged-client.ts'
import { asClient, ask, start } from './testing/start.ts'

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

  it('holds the last 1,000', async () => {
    const one = await start({ limits: false })
    for (let count = 0; count < 1010; count += 1) {
      void one.world.answer({
        method: 'GET',
        path: '/pets',
        query: '',
        mount: '',
        base: '/v1',
        headers: {},
        address: '127.0.0.1',
        readBody: () => Promise.resolve({ kind: 'aborted' }),
      })
    }
    const { json } = await ask(one, 'GET', '/_mock/worlds/default/journal')
    const ids = (json as { id: number }[]).map(({ id }) => id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1000, 1010, 11])
    await one.stop()
  })
})

describe('a key that came with a request', () => {
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
