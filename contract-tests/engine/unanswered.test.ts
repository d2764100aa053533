import { expect, test } from 'vitest'
import { settingsFor } from '../../lab/proof/test-service.ts'
import { asNobody, get, list } from '../probes/requests.ts'
import { manualTime, rateLimit, reply, scripted } from '../testing/scripted.ts'
import { Session } from './session.ts'
import { type Reply, Unreachable } from './transport.ts'

function open(script: readonly (Reply | Error)[]) {
  const transport = scripted(...script)
  const settings = settingsFor({ baseUrl: 'http://pets.test/v1', key: 'secret-key-0001' })
  return { session: new Session(settings, transport, manualTime()), requests: transport.requests }
}

test('asks what others have answered before it gives up, and asks an operation no more that answers nothing', async () => {
  const down = new Unreachable('it ended the connection', false)
  const { session, requests } = open([reply(), down, down, down, reply()])
  const reasons: unknown[] = []
  for (const probe of [list(), get('1'), get('2'), get('3'), get('4'), list('?limit=2')]) {
    await session.send(probe).catch((error: unknown) => reasons.push(String(error)))
  }
  const paths = requests.map(({ url }) => url.slice('http://pets.test/v1'.length))
  expect(paths).toEqual(['/pets', '/pets/1', '/pets/2', '/pets/3', '/pets', '/pets?limit=2'])
  expect(reasons.slice(3)).toEqual([
    'NotVerified: unreachable: getPet has answered nothing since GET /pets/1',
  ])
  expect(session.stoppedBy).toBeUndefined()
})

test('asks no more for a parameter of which no request is answered, while the operation answers others', async () => {
  const down = new Unreachable('it ended the connection', false)
  const { session, requests } = open([reply(), down, down, down, reply()])
  const reasons: unknown[] = []
  for (const query of ['', '?status=sold', '?status=a&limit=1', '?limit=2&status=b', '?status=c', '?limit=3'])
    await session.send(list(query)).catch((error: unknown) => reasons.push(String(error)))
  const queries = requests.map(({ url }) => url.slice('http://pets.test/v1/pets'.length))
  expect(queries).toEqual(['', '?status=sold', '?status=a&limit=1', '?limit=2&status=b', '', '?limit=3'])
  expect(reasons.at(-1)).toBe(
    'NotVerified: unreachable: listPets with status has answered nothing since GET /pets?status=sold',
  )
  expect(session.stoppedBy).toBeUndefined()
})

test.each([
  ['goes on', reply({ status: 401 }), ['/pets/4', '/pets/5']],
  ['ends', new Unreachable('it does not answer', false), ['/pets/4']],
])(
  'of an operation that hangs, asking without a valid key %s with the first such request',
  async (_what, last, asked) => {
    const down = new Unreachable('it does not answer', false)
    const { session, requests } = open([reply(), down, down, down, reply(), last])
    for (const probe of [
      list(),
      get('1'),
      get('2'),
      get('3'),
      asNobody(get('4')),
      asNobody(get('5')),
      get('6'),
    ])
      await session.send(probe).catch(() => undefined)
    const paths = requests.map(({ url }) => url.slice('http://pets.test/v1'.length))
    expect(paths).toEqual(['/pets', '/pets/1', '/pets/2', '/pets/3', '/pets', ...asked])
  },
)

test('goes on asking an operation that has answered some requests', async () => {
  const down = new Unreachable('it ended the connection', false)
  const { session, requests } = open([reply({ status: 404 }), reply(), down, down, down, reply()])
  for (const probe of [get('x'), list(), get('1'), get('2'), get('3'), get('4')])
    await session.send(probe).catch(() => undefined)
  expect(requests.at(-1)?.url).toBe('http://pets.test/v1/pets/4')
})

test('gives up where what others have answered is not answered either, and where it would spend what is not left', async () => {
  const down = new Unreachable('it ended the connection', false)
  for (const [left, sent] of [
    [9, 5],
    [0, 4],
  ] as const) {
    const { session, requests } = open([reply({ headers: rateLimit(left) }), down])
    for (const probe of [
      list(),
      asNobody(get('1')),
      asNobody(get('2')),
      asNobody(get('3')),
      asNobody(get('4')),
    ])
      await session.send(probe).catch(() => undefined)
    expect([requests.length, session.stoppedBy?.probe.path]).toEqual([sent, '/pets/1'])
  }
})
