import { expect, it } from 'vitest'
import { startMock, type StartOptions } from '../../mock/index.ts'
import { startFacts, startLine, type StartFacts } from './start-facts.ts'
import { startFactsOf } from './testing/samples.ts'

const startup = { version: '1.2.3', host: '127.0.0.1', quiet: false, files: [] }

async function factsOf(options: StartOptions, host = startup.host): Promise<StartFacts> {
  await using mock = await startMock({ ...options, port: 0 })
  return await startFacts(mock, { ...startup, host })
}

it('contain the addresses, the figures of the keys, and counts of pets and faults', async () => {
  const facts = await factsOf({
    pets: [{ id: 9007199254740993n, name: 'Rex', categoryId: 7 }],
    keys: [{ key: 'big', plan: 'enterprise', perMinute: 5, perDay: 9 }],
    choices: { ban: 'none', 'limit-above-100': '400' },
    faults: [{ effect: { kind: 'not-json' } }],
    limits: false,
  })
  expect(facts).toMatchObject({
    baseUrl: `${facts.origin}/v1`,
    stagingBaseUrl: `${facts.origin}/staging/v1`,
    controlUrl: `${facts.origin}/_mock/`,
    controlToken: undefined,
    pets: 1,
    example: { id: 9007199254740993n, categoryId: 7 },
    limits: false,
    faults: 1,
    choices: { ban: 'none' },
  })
  expect(facts.keys.at(0)).toEqual({ key: 'free-demo-key', plan: 'free', perMinute: 60, perDay: 1000 })
  expect(facts.keys.at(-1)).toEqual({ key: 'big', plan: 'enterprise', perMinute: 5, perDay: 9 })
})

it('contain an example even if there is no pet', async () => {
  expect(await factsOf({ pets: 0 })).toMatchObject({ pets: 0, example: { id: 1, categoryId: 1 } })
})

it('contain the token if others can reach the mock', async () => {
  expect(await factsOf({ controlToken: 'a-secret-of-16-letters' }, '0.0.0.0')).toMatchObject({
    controlToken: 'a-secret-of-16-letters',
  })
})

it('are written as one line of JSON for scripts', () => {
  const line = startLine(startFactsOf({ choices: { ban: 'none' } }), 0)
  expect(line.split('\n')).toHaveLength(2)
  expect(JSON.parse(line)).toMatchObject({
    event: 'started',
    time: '1970-01-01T00:00:00.000Z',
    version: '1.2.3',
    baseUrl: 'http://127.0.0.1:4010/v1',
    controlUrl: 'http://127.0.0.1:4010/_mock/',
    keys: [{ key: 'pro-key' }, { key: 'free-key' }],
    choices: { ban: 'none' },
  })
})

it('contain the store without its password', async () => {
  await using mock = await startMock({ port: 0 })
  const { store } = await startFacts(mock, {
    ...startup,
    store: 'rediss://me:secret@redis.example:6379/0?prefix=team',
  })
  expect(store).toBe('rediss://me:…@redis.example:6379/0?prefix=team')
})
