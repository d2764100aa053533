import { expect, test } from 'vitest'
import { expectError, expectHealthy, expectRateLimit } from '../testing/expect-error.ts'
import { start } from '../testing/start.ts'
import { talk } from '../testing/talk.ts'

const KEY = 'Host: petstore.test\r\nAuthorization: Bearer free-demo-key\r\n'
const JSON_TYPE = `${KEY}Content-Type: application/json\r\n`
const PET = '{"name":"Rex","categoryId":1}'
const GET = `GET /v1/pets?limit=1 HTTP/1.1\r\n${KEY}\r\n`
const CREATE = `POST /v1/pets HTTP/1.1\r\n${JSON_TYPE}Content-Length: 29\r\n\r\n${PET}`

test('every reply to a malformed request ends the connection', async () => {
  await using mock = await start()
  for (const says of [
    'hello\r\n\r\n',
    'GET /v1/pets HTTP/1.1\r\n\r\n',
    'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const { replies, closed } = await talk(mock.port, says, { replies: Infinity })
    expect(replies).toHaveLength(1)
    expect([replies[0]?.status, replies[0]?.header('Connection'), closed]).toEqual([400, 'close', true])
  }
})

test('pipelined requests are answered in order', async () => {
  await using mock = await start()
  const ids = Array.from({ length: 50 }, (_, at) => at + 1)
  const says = ids.map((id) => `GET /v1/pets/${id} HTTP/1.1\r\n${KEY}\r\n`).join('')
  const { replies } = await talk(mock.port, says, { replies: 50 })
  expect(replies.map(({ pet }) => pet.id)).toEqual(ids)
  expect(replies.map(({ rateLimit }) => rateLimit.remaining)).toEqual(ids.map((id) => 60 - id))
})

test('a creation and pipelined requests after it are answered in order', async () => {
  await using mock = await start()
  const { replies } = await talk(mock.port, CREATE + GET + CREATE, { replies: 3 })
  expect(replies.map(({ status }) => status)).toEqual([201, 200, 201])
  expect([replies[0]?.pet.id, replies[2]?.pet.id]).toEqual([101, 102])
})

test('bytes that are smuggled after a refused body are not a request', async () => {
  await using mock = await start()
  const says = `POST /v1/pets HTTP/1.1\r\n${JSON_TYPE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${CREATE}`
  const { replies } = await talk(mock.port, says, { replies: Infinity })
  expect(replies.map(({ status }) => status)).toEqual([400])
  await expectHealthy(mock)
})

test('a malformed request after valid ones is answered after their replies', async () => {
  await using mock = await start()
  const statusesOf = async (good: string): Promise<readonly number[]> => {
    const { replies } = await talk(mock.port, `${good}nonsense\r\n\r\n`, { replies: Infinity })
    return replies.map(({ status }) => status)
  }
  expect(await statusesOf(GET)).toEqual([200, 400])
  expect(await statusesOf(CREATE)).toEqual([201, 400])
  expect(await statusesOf(GET + CREATE + GET + GET)).toEqual([200, 201, 200, 200, 400])
  expect(
    await statusesOf(`${GET + GET}POST /v1/pets HTTP/1.1\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`),
  ).toEqual([200, 200, 400])
  await expectHealthy(mock, 102)
})

test('a malformed request does not corrupt a delayed reply to the request before it', async () => {
  await using mock = await start()
  mock.faults.add({ effect: { kind: 'trickle', over: 40 } })
  const { replies } = await talk(mock.port, `${GET}nonsense\r\n\r\n`, { replies: Infinity })
  expect(replies.map(({ status }) => status)).toEqual([200, 400])
  expect(replies[0]?.pets).toHaveLength(1)
})

test('a request that is pipelined after a creation finds the pet', async () => {
  await using mock = await start({ pets: 0 })
  const read = (id: number): string => `GET /v1/pets/${id} HTTP/1.1\r\n${KEY}\r\n`
  const { replies } = await talk(mock.port, CREATE + read(1) + CREATE + read(2) + GET, { replies: 5 })
  expect(replies.map(({ status }) => status)).toEqual([201, 200, 201, 200, 200])
  expect(
    mock.journal
      .list()
      .map(({ operation }) => operation)
      .toReversed(),
  ).toEqual(['createPet', 'getPet', 'createPet', 'getPet', 'listPets'])
})

const CONTROL = 'Host: localhost\r\nContent-Length: 0\r\n\r\n'

test.for([
  {
    fact: 'a removal finds the pet that was created before it',
    says: `${CREATE}DELETE /_mock/worlds/default/pets/101 HTTP/1.1\r\n${CONTROL}${CREATE}`,
    statuses: [201, 204, 201],
  },
  {
    fact: 'a reset has happened when the next request is read',
    says: `${CREATE}POST /_mock/worlds/default/reset HTTP/1.1\r\n${CONTROL}GET /v1/pets/101 HTTP/1.1\r\n${KEY}\r\n`,
    statuses: [201, 200, 404],
  },
])(
  'control and service requests on one connection are answered in order: $fact',
  async ({ says, statuses }) => {
    await using mock = await start()
    const { replies } = await talk(mock.port, says, { replies: statuses.length })
    expect(replies.map(({ status }) => status)).toEqual(statuses)
  },
)

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: h2c\r\n'
const UPGRADING = `GET /v1/pets/1 HTTP/1.1\r\n${KEY}${UPGRADE}\r\n`

test.for([
  { fact: 'one', says: UPGRADING + GET, statuses: [200, 200] },
  { fact: 'one that has a body', says: CREATE.replace(KEY, KEY + UPGRADE) + GET, statuses: [201, 200] },
  {
    fact: 'two, behind a creation',
    says: CREATE + UPGRADING + UPGRADING + GET,
    statuses: [201, 200, 200, 200],
  },
])('what is asked right behind a request for an upgrade is answered: $fact', async ({ says, statuses }) => {
  await using mock = await start()
  const { replies } = await talk(mock.port, says, { replies: statuses.length })
  expect(replies.map(({ status }) => status)).toEqual(statuses)
})

const CONNECT = `CONNECT example.com:443 HTTP/1.1\r\n${KEY}\r\n`

test.for([
  { fact: 'alone', says: CONNECT, statuses: [405] },
  { fact: 'behind others', says: GET + CREATE + GET + CONNECT, statuses: [200, 201, 200, 405] },
  { fact: 'with bytes for another server', says: CONNECT + GET, statuses: [405] },
  { fact: 'without a key', says: CONNECT.replace(/Authorization.*\r\n/, ''), statuses: [401] },
])('CONNECT is answered and ends its connection: $fact', async ({ says, statuses }) => {
  await using mock = await start()
  const { replies, closed } = await talk(mock.port, says, { replies: Infinity })
  expect(replies.map(({ status }) => status)).toEqual(statuses)
  const last = replies.at(-1)
  if (!last) throw new Error('no reply')
  expectError(last, statuses.at(-1) ?? 0)
  expectRateLimit(last)
  expect([last.header('Connection'), closed]).toEqual(['close', true])
  await expectHealthy(mock, 100 + statuses.filter((status) => status === 201).length)
})

test('CONNECT after a delayed reply waits for it, and its client may disconnect in the meantime', async () => {
  await using mock = await start()
  mock.faults.add({ effect: { kind: 'trickle', over: 100 } })
  const { replies } = await talk(mock.port, GET + CONNECT, { replies: Infinity })
  expect(replies.map(({ status }) => status)).toEqual([200, 405])
  await talk(mock.port, (socket) => {
    socket.write(GET + CONNECT)
    socket.once('data', () => socket.resetAndDestroy())
  })
  mock.faults.clear()
  await expectHealthy(mock)
})

test('CONNECT is answered with 404 if a method that is not allowed is', async () => {
  await using mock = await start({ choices: { 'method-not-allowed': '404' } })
  const { replies } = await talk(mock.port, CONNECT, { replies: Infinity })
  expect(replies.map(({ status }) => status)).toEqual([404])
})

test('an upgrade after more replies than a connection holds loses nothing, also on a half-closed connection', async () => {
  await using mock = await start({ limits: false })
  mock.faults.add({ effect: { kind: 'delay', from: 20 } })
  const list = GET.replace('limit=1', 'limit=100')
  const says = list.repeat(30) + UPGRADING + list.repeat(30)
  const { replies, closed } = await talk(mock.port, (socket) => socket.end(says), { replies: Infinity })
  expect([replies.length, closed]).toEqual([61, true])
})

test('an upgrade after a delayed reply waits for it, and its client may disconnect in the meantime', async () => {
  await using mock = await start()
  mock.faults.add({ effect: { kind: 'trickle', over: 100 } })
  const { replies } = await talk(mock.port, GET + UPGRADING + GET, { replies: 3 })
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  await talk(mock.port, (socket) => {
    socket.write(GET + UPGRADING)
    socket.once('data', () => socket.resetAndDestroy())
  })
  mock.faults.clear()
  await expectHealthy(mock)
})

test.for([
  { fact: 'at once', effect: undefined },
  { fact: 'late', effect: { kind: 'delay', from: 20, to: 20 } as const },
  { fact: 'in small parts', effect: { kind: 'trickle', over: 40 } as const },
])('a client that has said all and still listens gets its replies $fact', async ({ effect }) => {
  await using mock = await start()
  if (effect) mock.faults.add({ effect })
  const { replies, closed } = await talk(mock.port, (socket) => socket.end(GET + GET), { replies: Infinity })
  expect(replies.map(({ pets }) => pets.length)).toEqual([1, 1])
  expect(closed).toBe(true)
})
