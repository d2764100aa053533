import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openapi } from '../../spec/index.ts'
import type { Mock } from '../mock.ts'
import { documented } from './document.ts'
import { controlOpenapi } from './generated/openapi.ts'
import { ask } from './testing/ask.ts'
import { ControlClient } from './testing/control-client.ts'
import { asClient, start } from './testing/start.ts'

const W = '/worlds/default'
const KEY = `${W}/keys/free-demo-key`

let mock: Mock
let control: ControlClient

beforeAll(async () => {
  mock = await start()
  control = new ControlClient(mock)
})
afterAll(() => mock.stop())

// In this order: the later ones see what the earlier ones did.
describe('every operation answers as its document says', () => {
  it('showIndex lists every operation with its path', async () => {
    const { json } = await control.get('/')
    const operations = documented.map(({ id }) => expect.objectContaining({ operation: id }) as unknown)
    expect(json).toMatchObject({ title: 'Pet Store mock, control API', operations })
  })

  it('checkHealth tells version and uptime', async () => {
    const { json } = await control.get('/health')
    expect(json).toEqual({ status: 'ok', version: '0.1.0', uptimeSeconds: 0, worlds: 2 })
  })

  it.each(['1.1', '1.2'] as const)(
    'readControlDocument and readServiceDocument, to a reader of YAML %s',
    async (version) => {
      const read = async (path: string): Promise<unknown> =>
        parse((await control.get(path)).text, { version }) as unknown
      expect(await read('/openapi/control.yaml')).toEqual({
        ...controlOpenapi,
        servers: [{ url: '/_mock', description: 'This mock.' }],
      })
      expect(await read('/openapi/service.yaml')).toEqual({
        ...openapi,
        servers: [
          { url: '/v1', description: 'The world default.' },
          { url: '/staging/v1', description: 'The world staging.' },
        ],
      })
    },
  )

  it('readMetrics is text', async () => {
    expect((await control.get('/metrics')).text).toContain('petstore_pets{world="default"} 100\n')
  })

  it('listWorlds, createWorld, readWorld and removeWorld', async () => {
    const worker = { name: 'worker-1', basePath: '/worker-1/v1', pets: 3, keys: 5, limits: false, faults: 0 }
    const clock = { now: '2026-03-01T12:00:23.000Z', frozen: false, speed: 1 }
    const created = await control.post('/worlds', { name: 'worker-1', seed: 7, pets: 3, limits: false })
    expect([created.status, created.json]).toEqual([201, { ...worker, clock }])
    expect((await control.get('/worlds/worker-1')).json).toEqual({ ...worker, clock })
    const names = ((await control.get('/worlds')).json as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(['default', 'staging', 'worker-1'])
    expect((await control.delete('/worlds/worker-1')).status).toBe(204)
    expect((await control.get('/worlds/worker-1')).status).toBe(404)
  })

  it('listPetsOf, the newest first and digit for digit', async () => {
    const world = await mock.worlds.createWith('zoo', { pets: 3, choices: { 'id-numbering': 'beyond-2-53' } })
    const { text } = await control.get('/worlds/zoo/pets?limit=2')
    const ids = Array.from(text.matchAll(/"id": (\d+)/g), ([, id]) => BigInt(id ?? ''))
    expect(ids).toEqual(world.pets({ limit: 2 }).map(({ id }) => BigInt(id)))
    expect(Number(ids[0])).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    const { json } = await control.get('/worlds/zoo/pets?status=sold')
    expect(json).toHaveLength(world.pets({ status: 'sold' }).length)
    mock.worlds.remove('zoo')
  })

  it('changeClock, advanceClock and readClock', async () => {
    const changed = await control.put(`${W}/clock`, { now: '2026-03-01T23:59:00Z', frozen: true })
    expect(changed.json).toEqual({ now: '2026-03-01T23:59:00.000Z', frozen: true, speed: 1 })
    const advanced = await control.post(`${W}/clock/advance`, { minutes: 1, seconds: 0.5 })
    expect(advanced.json).toEqual({ now: '2026-03-02T00:00:00.500Z', frozen: true, speed: 1 })
    expect((await control.put(`${W}/clock`, { speed: 60 })).json).toMatchObject({ frozen: true, speed: 60 })
    expect((await control.get(`${W}/clock`)).json).toMatchObject({ now: '2026-03-02T00:00:00.500Z' })
  })

  it('addKey, readKey, changePlan, listKeys and removeKey', async () => {
    const added = await control.post(`${W}/keys`, { key: 'a/b+c==', plan: 'free' })
    expect([added.status, added.json]).toMatchObject([201, { key: 'a/b+c==', plan: 'free', strikes: 0 }])
    const path = `${W}/keys/${encodeURIComponent('a/b+c==')}`
    const changed = await control.patch(path, { plan: 'enterprise', perMinute: 7, perDay: 70 })
    expect(changed.json).toMatchObject({
      windows: { minute: { limit: 7, remaining: 7 }, day: { limit: 70, remaining: 70 } },
    })
    expect((await control.get(path)).json).toEqual(changed.json)
    expect((await control.get(`${W}/keys`)).json).toContainEqual(changed.json)
    expect((await control.delete(path)).status).toBe(204)
    expect((await control.get(path)).status).toBe(404)
  })

  it('setRemaining, banKey and liftBan', async () => {
    expect((await control.put(`${KEY}/remaining`, { minute: 1 })).json).toMatchObject({
      windows: { minute: { limit: 60, remaining: 1 }, day: { limit: 1000, remaining: 1000 } },
    })
    expect((await control.post(`${KEY}/ban`, { seconds: 90 })).json).toMatchObject({
      bannedUntil: '2026-03-02T00:01:30.500Z',
    })
    expect((await control.delete(`${KEY}/ban`)).json).toMatchObject({ bannedUntil: null, strikes: 0 })
  })

  it('switchLimits and readLimits', async () => {
    expect((await control.put(`${W}/limits`, { on: false })).json).toEqual({ on: false })
    expect((await control.get(`${W}/limits`)).json).toEqual({ on: false })
  })

  it('choose, varyChoices and listChoices', async () => {
    const chosen = await control.patch(`${W}/choices`, { 'invalid-limit': 'clamped' })
    expect(chosen.json).toContainEqual(expect.objectContaining({ id: 'invalid-limit', chosen: 'clamped' }))
    const varied = await control.post(`${W}/choices/vary`, { seed: 7 })
    expect((await control.get(`${W}/choices`)).json).toEqual(varied.json)
  })

  it('addFault, listFaults, removeFault and clearFaults', async () => {
    const spec = { effect: { kind: 'status', status: 503 }, operation: 'listPets', times: 2, seconds: 60 }
    const added = await control.post(`${W}/faults`, spec)
    const fault = { ...spec, id: 1, hits: 0, healsAt: '2026-03-02T00:01:00.500Z' }
    expect([added.status, added.json]).toEqual([201, fault])
    expect((await control.get(`${W}/faults`)).json).toEqual([fault])
    expect((await control.delete(`${W}/faults/1`)).status).toBe(204)
    await control.post(`${W}/faults`, { effect: { kind: 'not-json' }, key: 'free-demo-key' })
    expect((await control.delete(`${W}/faults`)).status).toBe(204)
    expect((await control.get(`${W}/faults`)).json).toEqual([])
  })

  it('resetWorld puts all of it back', async () => {
    const { status, json } = await control.post(`${W}/reset`)
    expect([status, json]).toMatchObject([200, { clock: { now: '2026-03-01T12:00:23.000Z' }, limits: true }])
    const choices = (await control.get(`${W}/choices`)).json as { chosen: string; default: string }[]
    expect(choices.filter((point) => point.chosen !== point.default)).toEqual([])
  })

  it('readJournal, clearJournal and readReport', async () => {
    await asClient(mock, 'free-demo-key', '/v1/pets/1')
    expect((await control.get(`${W}/journal`)).json).toMatchObject([
      { id: 1, operation: 'getPet', status: 200, key: 'free…ey', target: '/v1/pets/1' },
    ])
    expect((await control.get(`${W}/report`)).json).toMatchObject({
      'free-demo-key': { requests: 1, deprecatedCalls: 1, backoff: 'unknown' },
    })
    expect((await control.delete(`${W}/journal`)).status).toBe(204)
    expect((await control.get(`${W}/journal`)).json).toEqual([])
  })

  it('streamEvents and streamAllEvents answer HEAD without opening a stream', async () => {
    for (const path of [`/_mock${W}/events`, '/_mock/events']) {
      const { status, headers } = await ask(mock, 'HEAD', path)
      expect([status, headers['content-type']]).toEqual([200, 'text/event-stream'])
    }
  })

  it('none was left out, the streams of events.test.ts apart', () => {
    const streams = ['streamEvents', 'streamAllEvents']
    expect([...control.asked, ...streams].sort()).toEqual(documented.map(({ id }) => id).sort())
  })
})
