import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoKeys } from '../../fixtures/keys.ts'
import type { Mock } from '../mock.ts'
import type { ControlClient } from '../client/control-client.ts'
import type { WorldClient } from '../client/world-client.ts'
import { judgedClient } from './testing/judged-client.ts'
import { asClient, start } from './testing/start.ts'

const KEY = 'free-demo-key'

let mock: Mock
let control: ControlClient
let world: WorldClient

beforeAll(async () => {
  mock = await start()
  control = judgedClient(mock).client
  world = control.world('default')
})
beforeEach(() => world.reset())
afterAll(() => mock.stop())

async function status(key = 'free-demo-key', path?: string): Promise<number> {
  return (await asClient(mock, key, path)).status
}

describe('changes through the control API affect the service', () => {
  it('the remaining requests of a window, its limit, and its reset by the clock', async () => {
    await world.keys.setRemaining(KEY, { minute: 1 })
    expect(await status()).toBe(200)
    const refused = await asClient(mock, 'free-demo-key')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '37'])
    await world.clock.advance({ seconds: 37 })
    expect(await status()).toBe(200)
  })

  it('an exhausted day window resets at midnight', async () => {
    await world.keys.setRemaining(KEY, { day: 0 })
    await world.clock.advance({ hours: 11, minutes: 59, seconds: 36 })
    expect(await status()).toBe(429)
    await world.clock.advance({ seconds: 1 })
    expect(await status()).toBe(200)
  })

  it('a ban, its lifting, and its end', async () => {
    await world.keys.ban(KEY, 90)
    const banned = await asClient(mock, 'free-demo-key')
    expect([banned.status, banned.headers.get('Retry-After')]).toEqual([429, '90'])
    await world.keys.lift(KEY)
    expect(await status()).toBe(200)
    await world.keys.ban(KEY, 90)
    await world.clock.advance({ seconds: 90 })
    expect(await status()).toBe(200)
  })

  it('a key that is added, gets another plan, and is removed', async () => {
    expect(await status('my-own-key')).toBe(401)
    await world.keys.add({ key: 'my-own-key', plan: 'free' })
    expect((await asClient(mock, 'my-own-key')).headers.get('X-RateLimit-Limit')).toBe('60')
    await world.keys.changePlan('my-own-key', { plan: 'enterprise', perMinute: 3 })
    const enterprise = await asClient(mock, 'my-own-key')
    expect(enterprise.headers.get('X-RateLimit-Limit')).toBe('3')
    expect(enterprise.headers.get('X-RateLimit-Remaining')).toBe('1')
    await world.keys.remove('my-own-key')
    expect(await status('my-own-key')).toBe(401)
  })

  it('limits that are switched off', async () => {
    await world.keys.setRemaining(KEY, { minute: 0 })
    await world.limits.switch(false)
    expect(await status()).toBe(200)
    await world.limits.switch(true)
    expect(await status()).toBe(429)
  })

  it('the day on which getPet is removed', async () => {
    await world.clock.change({ now: '2030-12-04T23:59:59Z', frozen: true })
    expect(await status('free-demo-key', '/v1/pets/1')).toBe(200)
    await world.clock.advance({ seconds: 1 })
    expect(await status('free-demo-key', '/v1/pets/1')).toBe(410)
  })

  it('a choice', async () => {
    expect(await status('free-demo-key', '/v1/pets?limit=101')).toBe(400)
    await world.choices.set({ 'limit-above-100': 'clamped', 'error-code-style': 'kebab' })
    expect(await status('free-demo-key', '/v1/pets?limit=101')).toBe(200)
    const missing = await asClient(mock, 'free-demo-key', '/v1/pets/0')
    expect(await missing.json()).toMatchObject({ code: 'pet-not-found' })
  })

  it('a fault, until it has hit the given number of times', async () => {
    const effect = { kind: 'status', status: 503 } as const
    await world.faults.add({ effect, operation: 'listPets', key: 'free-demo-key', times: 2 })
    expect([await status(), await status('pro-demo-key'), await status(), await status()]).toEqual([
      503, 200, 503, 200,
    ])
    expect(await world.faults.list()).toEqual([])
  })

  it('a fault, until its time has passed', async () => {
    await world.faults.add({ effect: { kind: 'status', status: 500 }, seconds: 10 })
    expect(await status()).toBe(500)
    await world.clock.advance({ seconds: 10 })
    expect(await status()).toBe(200)
  })

  it('a delay with one bound is constant', async () => {
    const added = await world.faults.add({ effect: { kind: 'delay', from: 1 } })
    expect(added).toMatchObject({ effect: { kind: 'delay', from: 1 } })
    expect(await status()).toBe(200)
  })
})

describe('a world', () => {
  it('has its own pets, keys and limits, and does not exist after its removal', async () => {
    await control.request('createWorld', {
      body: { name: 'worker-1', pets: 2, choices: { 'list-order': 'newest' } },
    })
    await control.world('worker-1').keys.setRemaining(KEY, { minute: 1 })
    const list = await asClient(mock, 'free-demo-key', '/worker-1/v1/pets')
    expect(((await list.json()) as { id: number }[]).map(({ id }) => id)).toEqual([2, 1])
    expect(await status('free-demo-key', '/worker-1/v1/pets')).toBe(429)
    expect(await status()).toBe(200)
    await control.world('worker-1').remove()
    expect(await status('free-demo-key', '/worker-1/v1/pets')).toBe(404)
  })

  it('starts like the default world at its start, not as it is now', async () => {
    await world.limits.switch(false)
    await world.keys.add({ key: 'late', plan: 'pro' })
    const created = await control.request('createWorld', { body: { name: 'worker-2' } })
    expect(created).toMatchObject({ pets: 100, keys: demoKeys.length, limits: true })
    const lists = ['/v1/pets?limit=100', '/worker-2/v1/pets?limit=100']
    const [theirs, own] = await Promise.all(lists.map((path) => asClient(mock, 'free-demo-key', path)))
    expect(await own?.text()).toBe(await theirs?.text())
  })

  it('has different pets for different seeds, and the same for the same seed', async () => {
    for (const [name, seed] of [
      ['a', 7],
      ['b', 7],
      ['c', 8],
    ] as const) {
      expect(await control.request('createWorld', { body: { name, seed } })).toMatchObject({ pets: 100 })
    }
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await asClient(mock, 'free-demo-key', `/${name}/v1/pets`)).text()),
    )
    expect(a).toBe(b)
    expect(a).not.toBe(c)
  })
})

describe('the control API itself', () => {
  it('spends no quota, is not in the journal, and survives a reset', async () => {
    const before = mock.keys.get('free-demo-key')
    for (let times = 0; times < 3; times += 1) {
      expect(await control.request('checkHealth')).toMatchObject({ status: 'ok' })
      await world.reset()
    }
    expect(mock.keys.get('free-demo-key')).toEqual(before)
    expect(mock.journal.list()).toEqual([])
  })
})
