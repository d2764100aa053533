import { describe, expect, test } from 'vitest'
import type { Reply } from '../../contract-tests/engine/transport.ts'
import { rateLimit, reply, scripted } from '../../contract-tests/testing/scripted.ts'
import { CarefulClient, Stopped } from './careful-client.ts'
import { ManualClock } from './testing/manual-clock.ts'

const NOW = Date.UTC(2030, 0, 1, 12, 0, 30)
const IN_20_S = NOW / 1000 + 20

function clientOf(script: readonly (Reply | Error)[], maxWait = 60) {
  const transport = scripted(...script)
  const clock = new ManualClock(NOW)
  const client = new CarefulClient(
    { baseUrl: 'http://pets.test/v1', key: 'a-key', maxWait },
    transport,
    clock,
  )
  return { client, clock, transport }
}

const refusal = (headers: Readonly<Record<string, string>>): Reply => reply({ status: 429, headers })

test('sends a GET with the key, and nothing else', async () => {
  const { client, transport } = clientOf([reply()])
  await client.get('/pets?limit=100')
  expect(transport.requests).toEqual([
    {
      method: 'GET',
      url: 'http://pets.test/v1/pets?limit=100',
      headers: { Authorization: 'Bearer a-key' },
      body: undefined,
    },
  ])
})

describe('before the next request it waits', () => {
  const date = (ahead: number): string => new Date(NOW + ahead * 1000).toUTCString()
  test.for<[string, Reply, number]>([
    ['not while requests are left', reply({ headers: rateLimit(1, IN_20_S) }), 0],
    ['not for a service that reports no quota', { status: 200, headers: {}, body: '[]' }, 0],
    ['until Reset, where none is left', reply({ headers: rateLimit(0, IN_20_S) }), 20],
    [
      'until Reset by the clock of the service, where that is another one',
      reply({ headers: { ...rateLimit(0, IN_20_S + 3600), date: date(3600 - 5) } }),
      25,
    ],
    ['as many seconds as Retry-After says', refusal({ 'retry-after': '7' }), 7],
    ['until the date in Retry-After', refusal({ 'retry-after': date(9), date: date(0) }), 9],
    ['as long as a Retry-After with a unit says', refusal({ 'retry-after': '1m 5s' }), 65],
    [
      'for the later of Retry-After and the Reset of a spent window',
      refusal({ ...rateLimit(0, IN_20_S), 'retry-after': '7' }),
      20,
    ],
    ['until Reset after a 429 without Retry-After', refusal(rateLimit(0, IN_20_S)), 20],
    ['a second at least after a 429', refusal({ ...rateLimit(0, IN_20_S - 40), 'retry-after': '0' }), 1],
  ])('%s', async ([, first, seconds]) => {
    const { client, clock } = clientOf([first, reply()], 3600)
    await client.get('/pets')
    await client.get('/pets')
    expect(clock.slept).toEqual(seconds === 0 ? [] : [seconds * 1000])
    expect(client.waited).toBe(seconds * 1000)
  })
})

describe('it sends nothing more', () => {
  test.for<[string, Reply, string]>([
    [
      'when it would wait longer than it may',
      reply({ headers: rateLimit(0, IN_20_S + 50) }),
      'it admits the next request in 70 s, and --max-wait leaves 60 s',
    ],
    [
      'when a spent quota has no end',
      reply({ headers: { ...rateLimit(0), 'x-ratelimit-reset': 'soon' } }),
      'its quota is spent, and it does not say when it admits the next request',
    ],
    [
      'when Reset lies years ahead, as one in milliseconds does',
      reply({ headers: rateLimit(0, NOW) }),
      'its quota is spent, and it does not say when it admits the next request',
    ],
    [
      'after a 429 that names no time',
      refusal({ 'retry-after': 'later', 'x-ratelimit-reset': '' }),
      'its quota is spent, and it does not say when it admits the next request',
    ],
  ])('%s', async ([, first, why]) => {
    const { client, clock, transport } = clientOf([first])
    if (first.status !== 429) await client.get('/pets')
    await expect(client.get('/pets')).rejects.toThrow(new Stopped(why))
    expect(transport.requests).toHaveLength(1)
    expect(clock.slept).toEqual([])
  })

  test('after the second 429 in a row, so that the key is not banned', async () => {
    const { client, transport } = clientOf([refusal({ 'retry-after': '5' })])
    await expect(client.get('/pets')).rejects.toThrow(new Stopped('it answers 429 twice in a row'))
    expect(transport.requests).toHaveLength(2)
  })

  test('when earlier waits have used up what it may wait in all', async () => {
    const spent = (at: number): Reply => reply({ headers: rateLimit(0, IN_20_S + at) })
    const { client } = clientOf([spent(0), spent(20), spent(60)])
    for (let times = 0; times < 3; times += 1) await client.get('/pets')
    await expect(client.get('/pets')).rejects.toThrow(
      'it admits the next request in 40 s, and --max-wait leaves 20 s',
    )
  })
})
