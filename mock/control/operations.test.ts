import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoKeys } from '../../fixtures/keys.ts'
import { parse } from 'yaml'
import { openapi } from '../../spec/generated/openapi.ts'
import { parseJson } from '../../spec/exact-json/json.ts'
import type { ControlClient } from '../client/control-client.ts'
import type { NewFault } from '../client/generated/wire.ts'
import type { OperationId } from '../client/operation.ts'
import type { Mock } from '../mock.ts'
import { controlDocument } from './handlers/mock-handlers.ts'
import { documented } from './message/document.ts'
import { controlOpenapi } from './generated/openapi.ts'
import { judgedClient } from './testing/judged-client.ts'
import { asClient, ask, start } from './testing/start.ts'

const world = 'default'
const path = { world }
const key = { path: { world, key: 'free-demo-key' } }

let mock: Mock
let client: ControlClient
let asked: ReadonlySet<OperationId>

beforeAll(async () => {
  mock = await start()
  ;({ client, asked } = judgedClient(mock))
})
afterAll(() => mock.stop())

const NOT_FOUND: unknown = expect.objectContaining({ status: 404, code: 'not_found' })

// Each test depends on the state after the tests before it.
describe('every operation replies as its document says', () => {
  it('showIndex lists every operation with its path', async () => {
    const operations = documented.map(({ id }) => expect.objectContaining({ operation: id }) as unknown)
    const index = await client.request('showIndex')
    expect(index).toMatchObject({ title: 'Pet Store mock, control API', operations })
  })

  it('checkHealth returns version and uptime', async () => {
    const health = { status: 'ok', version: '0.1.0', uptimeSeconds: 0, worlds: 2 }
    expect(await client.request('checkHealth')).toEqual(health)
  })

  it('the document of a mock names its host and where it is mounted, also where the host begins as the usual one', async () => {
    const document = await controlDocument('/pets', '127.0.0.1:40101')
    expect(document).toContain('curl http://127.0.0.1:40101/pets/_mock/worlds\n')
    expect(document).not.toContain('401011')
  })

  it.each(['1.1', '1.2'] as const)(
    'readControlDocument and readServiceDocument, for a parser of YAML %s',
    async (version) => {
      const here = JSON.stringify(controlOpenapi).replaceAll('127.0.0.1:4010', `127.0.0.1:${mock.port}`)
      expect(parse(await client.request('readControlDocument'), { version })).toEqual({
        ...(JSON.parse(here) as object),
        servers: [{ url: '/_mock', description: 'This mock.' }],
      })
      expect(parse(await client.request('readServiceDocument'), { version })).toEqual({
        ...openapi,
        servers: [
          { url: '/v1', description: 'The world default.' },
          { url: '/staging/v1', description: 'The world staging.' },
        ],
      })
    },
  )

  it('the curl lines of readControlDocument name the mock as it was asked', async () => {
    const { text } = await ask(mock, 'GET', '/_mock/openapi/control.yaml', {
      headers: { Host: `[::1]:${mock.port}` },
    })
    expect(text).toContain(`curl http://[::1]:${mock.port}/_mock/worlds\n`)
    const { port } = mock
    expect(await controlDocument('/petstore', `localhost:${port}`)).toContain(
      `curl http://localhost:${port}/petstore/_mock/worlds\n`,
    )
  })

  it('readMetrics is text', async () => {
    expect(await client.request('readMetrics')).toContain('petstore_pets{world="default"} 100\n')
  })

  it('listWorlds, createWorld, readWorld and removeWorld', async () => {
    const clock = { now: '2026-03-01T12:00:23.000Z', frozen: false, speed: 1 }
    const worker = {
      name: 'worker-1',
      basePath: '/worker-1/v1',
      pets: 3,
      keys: demoKeys.length,
      limits: false,
      faults: 0,
      clock,
    }
    const body = { name: 'worker-1', seed: 7, pets: 3, limits: false }
    expect(await client.request('createWorld', { body })).toEqual(worker)
    const its = { path: { world: 'worker-1' } }
    expect(await client.request('readWorld', its)).toEqual(worker)
    const names = (await client.request('listWorlds')).map(({ name }) => name)
    expect(names).toEqual(['default', 'staging', 'worker-1'])
    await client.request('removeWorld', its)
    await expect(client.request('readWorld', its)).rejects.toThrow(NOT_FOUND)
  })

  it('createWorld with its own pets, keys and faults', async () => {
    const pets = [{ id: 9007199254740993n, name: 'Rex', categoryId: 2, status: 'sold' } as const]
    const keys = [{ key: 'mine', plan: 'pro' } as const]
    const faults = [{ effect: { kind: 'not-json' }, times: 1 } as const]
    await client.request('createWorld', { body: { name: 'own', pets, keys, faults, vary: 7 } })
    const own = mock.worlds.get('own')
    expect(own.pets.list()).toEqual(pets)
    expect([own.keys.get('mine').plan, own.keys.size, own.faults.list().length]).toEqual([
      'pro',
      demoKeys.length + 1,
      1,
    ])
    expect(own.choices.read()).toEqual(mock.worlds.get('staging').choices.vary(7))
    mock.worlds.get('staging').reset()
    const twice = { name: 'twice', pets: [...pets, ...pets] }
    await expect(client.request('createWorld', { body: twice })).rejects.toThrow('[1].id is 9007199254740993')
    mock.worlds.remove('own')
  })

  it('listPetsOf, the newest first and digit for digit', async () => {
    const zoo = await mock.worlds.createWith('zoo', { pets: 3, choices: { 'id-numbering': 'beyond-2-53' } })
    const its = { path: { world: 'zoo' } }
    const ids = (await client.request('listPetsOf', { ...its, query: { limit: 2 } })).map(({ id }) =>
      BigInt(id),
    )
    expect(ids).toEqual(zoo.pets.list({ limit: 2 }).map(({ id }) => BigInt(id)))
    expect(Number(ids[0])).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    const sold = await client.request('listPetsOf', { ...its, query: { status: 'sold' } })
    expect(sold).toHaveLength(zoo.pets.list({ status: 'sold' }).length)
    mock.worlds.remove('zoo')
  })

  it('addPet, changePet and removePet, with effect on the service', async () => {
    const served = async (id: number | bigint): Promise<unknown> => {
      const reply = await asClient(mock, 'pro-demo-key', `/v1/pets/${id}`)
      return reply.status === 200 ? parseJson(await reply.text()) : reply.status
    }
    const rex = { name: 'Rex', categoryId: 9007199254740993n }
    const body = { id: 9007199254740995n, ...rex, status: 'available' } as const
    expect(await client.request('addPet', { path, body })).toEqual(body)
    expect(await served(body.id)).toEqual(body)
    expect(await client.request('addPet', { path, body: rex })).toEqual({ id: 101, ...rex })
    await expect(client.request('addPet', { path, body })).rejects.toThrow('exists already')

    const its = { path: { world, petId: body.id } }
    const sold = { ...body, status: 'sold' } as const
    expect(await client.request('changePet', { ...its, body: { status: 'sold' } })).toEqual(sold)
    expect(await served(body.id)).toEqual(sold)

    for (const petId of [body.id, 101]) await client.request('removePet', { path: { world, petId } })
    expect(await served(body.id)).toBe(404)
    await expect(client.request('removePet', its)).rejects.toThrow(NOT_FOUND)
  })

  it('addPet reads an int64 as it may be written in JSON', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const body = '{"id":7e18,"name":"Rex","categoryId":1152921504606846977.0}'
    const added = await ask(mock, 'POST', `/_mock/worlds/${world}/pets`, { headers, body })
    expect(added.json).toEqual({ id: 7n * 10n ** 18n, name: 'Rex', categoryId: 1152921504606846977n })
    mock.pets.remove(7n * 10n ** 18n)
  })

  it('changeClock, advanceClock and readClock', async () => {
    const change = { now: '2026-03-01T23:59:00Z', frozen: true }
    const changed = await client.request('changeClock', { path, body: change })
    expect(changed).toEqual({ now: '2026-03-01T23:59:00.000Z', frozen: true, speed: 1 })
    const advanced = await client.request('advanceClock', { path, body: { minutes: 1, seconds: 0.5 } })
    expect(advanced).toEqual({ now: '2026-03-02T00:00:00.500Z', frozen: true, speed: 1 })
    const faster = await client.request('changeClock', { path, body: { speed: 60 } })
    expect(faster).toMatchObject({ frozen: true, speed: 60 })
    expect(await client.request('readClock', { path })).toMatchObject({ now: '2026-03-02T00:00:00.500Z' })
  })

  it('addKey, readKey, changePlan, listKeys and removeKey', async () => {
    const its = { path: { world, key: 'a/b+c==' } }
    const added = await client.request('addKey', { path, body: { key: 'a/b+c==', plan: 'free' } })
    expect(added).toMatchObject({ key: 'a/b+c==', plan: 'free', strikes: 0 })
    const plan = { plan: 'enterprise', perMinute: 7, perDay: 70 } as const
    const changed = await client.request('changePlan', { ...its, body: plan })
    expect(changed).toMatchObject({
      windows: { minute: { limit: 7, remaining: 7 }, day: { limit: 70, remaining: 70 } },
    })
    expect(await client.request('readKey', its)).toEqual(changed)
    expect(await client.request('listKeys', { path })).toContainEqual(changed)
    await client.request('removeKey', its)
    await expect(client.request('readKey', its)).rejects.toThrow(NOT_FOUND)
  })

  it('setRemaining, banKey and liftBan', async () => {
    expect(await client.request('setRemaining', { ...key, body: { minute: 1 } })).toMatchObject({
      windows: { minute: { limit: 60, remaining: 1 }, day: { limit: 1000, remaining: 1000 } },
    })
    expect(await client.request('banKey', { ...key, body: { seconds: 90 } })).toMatchObject({
      bannedUntil: '2026-03-02T00:01:30.000Z',
    })
    expect(await client.request('liftBan', key)).toMatchObject({ bannedUntil: null, strikes: 0 })
  })

  it('takeLease and endLease', async () => {
    const its = { path: { world, lease: 'my-script' } }
    await client.request('takeLease', { ...its, body: { seconds: 20, keys: ['mine'] } })
    await client.request('endLease', its)
    await expect(client.request('endLease', its)).rejects.toThrow(NOT_FOUND)
  })

  it('switchLimits and readLimits', async () => {
    expect(await client.request('switchLimits', { path, body: { on: false } })).toEqual({ on: false })
    expect(await client.request('readLimits', { path })).toEqual({ on: false })
  })

  it('choose, varyChoices and listChoices', async () => {
    const chosen = await client.request('choose', { path, body: { 'limit-above-100': 'clamped' } })
    expect(chosen).toContainEqual(expect.objectContaining({ id: 'limit-above-100', chosen: 'clamped' }))
    const varied = await client.request('varyChoices', { path, body: { seed: 7 } })
    expect(await client.request('listChoices', { path })).toEqual(varied)
  })

  it('addFault, listFaults, removeFault and clearFaults', async () => {
    const spec: NewFault = {
      effect: { kind: 'status', status: 503 },
      operation: 'listPets',
      times: 2,
      seconds: 60,
    }
    const fault = { ...spec, id: 1, hits: 0, healsAt: '2026-03-02T00:01:00.500Z' }
    expect(await client.request('addFault', { path, body: spec })).toEqual(fault)
    expect(await client.request('listFaults', { path })).toEqual([fault])
    await client.request('removeFault', { path: { world, id: 1 } })
    const other: NewFault = { effect: { kind: 'not-json' }, key: 'free-demo-key' }
    await client.request('addFault', { path, body: other })
    await client.request('clearFaults', { path })
    expect(await client.request('listFaults', { path })).toEqual([])
  })

  it('saveWorld and restoreWorld', async () => {
    const saved = await client.request('saveWorld', { path })
    await client.request('addPet', { path, body: { name: 'Gone', categoryId: 1 } })
    const restored = await client.request('restoreWorld', { path, body: saved })
    expect(restored.pets).toBe(saved.pets.length)
    const { clock: _clock, ...again } = await client.request('saveWorld', { path })
    expect(saved).toMatchObject(again)
  })

  it('resetWorld undoes all of it', async () => {
    const reset = await client.request('resetWorld', { path })
    expect(reset).toMatchObject({ clock: { now: '2026-03-01T12:00:23.000Z' }, limits: true })
    const choices = await client.request('listChoices', { path })
    expect(choices.filter((point) => point.chosen !== point.default)).toEqual([])
  })

  it('readJournal, clearJournal and readReport', async () => {
    await asClient(mock, 'free-demo-key', '/v1/pets/1')
    expect(await client.request('readJournal', { path })).toMatchObject([
      { id: 1, operation: 'getPet', status: 200, key: 'free…ey', target: '/v1/pets/1' },
    ])
    expect(await client.request('readReport', { path })).toMatchObject({
      'free-demo-key': { requests: 1, deprecatedCalls: 1, backoff: 'unknown' },
    })
    await client.request('clearJournal', { path })
    expect(await client.request('readJournal', { path })).toEqual([])
  })

  it('streamEvents and streamAllEvents answer HEAD without opening a stream', async () => {
    for (const path of ['/_mock/worlds/default/events', '/_mock/events']) {
      const { status, headers } = await ask(mock, 'HEAD', path)
      expect([status, headers['content-type']]).toEqual([200, 'text/event-stream'])
    }
  })

  it('all operations are covered, except the streams of events.test.ts', () => {
    const streams = ['streamEvents', 'streamAllEvents']
    expect([...asked, ...streams].sort()).toEqual(documented.map(({ id }) => id).sort())
  })
})
