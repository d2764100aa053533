import { describe, expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import { ask, headerOf, NOW } from '../testing/test-world.ts'
import type { Awaitable } from '../message/awaitable.ts'
import type { Snapshot } from './snapshot.ts'
import type { World } from './world.ts'

/** Ways to one and the same world: as many as there are instances. It begins with the pet 1 and the key `free`. */
export type OpenWorld = () => Awaitable<readonly World[]>

/** The conformance suite of world stores, for any number of instances. */
export function worldStoreCases(open: OpenWorld): void {
  const opened = async () => {
    const worlds = await open()
    const [one, other = one] = [worlds[0], worlds.at(-1)]
    if (!one || !other) throw new RangeError('no world was opened')
    await begin(one)
    /** The next instance, round robin. */
    const turn = (at: number): World => worlds[at % worlds.length] ?? one
    return { turn, one, other }
  }
  /** Its pets came when it was put back. */
  const withoutTimes = (saved: Snapshot) => ({ ...saved, pets: saved.pets.map(({ pet }) => pet) })
  const begin = async (world: World): Promise<void> => {
    await world.clock.change({ now: NOW, frozen: true })
    await world.choices.set({ ban: 'none' })
  }
  const statusOf = async (world: World, key: string): Promise<number> =>
    (await world.answer(ask({ key }))).status

  describe('a limit', () => {
    test('is exact for concurrent requests through all instances', async () => {
      const { turn } = await opened()
      const asked = Array.from({ length: 200 }, (_, at) => statusOf(turn(at), 'free'))
      const statuses = await Promise.all(asked)
      expect(statuses.filter((status) => status === 200)).toHaveLength(60)
      expect(statuses.filter((status) => status === 429)).toHaveLength(140)
    })

    test('counts down by one for each request, through whichever instance', async () => {
      const { one, other } = await opened()
      const left: number[] = []
      for (const world of [one, other, one, other]) {
        left.push(Number(headerOf(await world.answer(ask({ key: 'free' })), 'X-RateLimit-Remaining')))
      }
      expect(left).toEqual([59, 58, 57, 56])
    })

    test('also applies to an address without a key', async () => {
      const { one, other } = await opened()
      await one.answer(ask({ address: '192.0.2.7' }))
      expect(headerOf(await other.answer(ask({ address: '192.0.2.7' })), 'X-RateLimit-Remaining')).toBe('58')
    })
  })

  describe('a change', () => {
    test('of the clock applies to the next request through any instance', async () => {
      const { one, other } = await opened()
      await one.answer(ask({ key: 'free' }))
      await other.clock.advance({ minutes: 1 })
      expect(headerOf(await one.answer(ask({ key: 'free' })), 'X-RateLimit-Remaining')).toBe('59')
      expect((await one.clock.read()).now).toBe(NOW + 60_000)
    })

    test('of the choices, the limits and the keys applies to the next request through any instance', async () => {
      const { one, other } = await opened()
      await other.choices.set({ 'limit-above-100': 'clamped' })
      expect((await one.answer(ask({ key: 'free', query: 'limit=101' }))).status).toBe(200)
      await other.keys.add({ key: 'new', plan: 'pro' })
      expect(headerOf(await one.answer(ask({ key: 'new' })), 'X-RateLimit-Limit')).toBe('300')
      await other.keys.remove('new')
      expect(await statusOf(one, 'new')).toBe(401)
      await other.limits.switch(false)
      expect(headerOf(await one.answer(ask({ key: 'free' })), 'X-RateLimit-Remaining')).toBe('60')
    })

    test('that is refused has no effect', async () => {
      const { one } = await opened()
      const before = await one.snapshot()
      await expect((async () => await one.keys.add({ key: 'free', plan: 'pro' }))()).rejects.toThrow(
        'exists already',
      )
      await expect(
        (async () => {
          await one.faults.remove(7)
        })(),
      ).rejects.toThrow('There is no fault 7')
      expect(await one.snapshot()).toEqual(before)
    })

    test('of a key does not lose the requests counted meanwhile', async () => {
      const { one, other } = await opened()
      const asked = Array.from({ length: 20 }, () => statusOf(one, 'free'))
      await other.keys.changePlan('free', { plan: 'pro' })
      await Promise.all(asked)
      const { plan, windows } = await one.keys.get('free')
      expect([plan, windows.minute.remaining]).toEqual(['pro', 280])
    })
  })

  test('a fault hits the given number of times, through all instances together', async () => {
    const { turn, one, other } = await opened()
    await one.faults.add({ effect: { kind: 'status', status: 503 }, times: 5 })
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, at) => statusOf(turn(at), 'free')))
    expect(statuses.filter((status) => status === 503)).toHaveLength(5)
    expect(await other.faults.list()).toEqual([])
  })

  test('pets that are added concurrently have different ids, in order, and are found at once', async () => {
    const { turn, one, other } = await opened()
    await one.limits.switch(false)
    const body = '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}'
    const ids = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const world = turn(at)
        const { body: text } = await world.answer(ask({ key: 'free', method: 'POST', body }))
        return (JSON.parse(text) as { readonly id: number }).id
      }),
    )
    expect(ids.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 60 }, (_, at) => at + 2))
    const { body: list } = await other.answer(ask({ key: 'free', query: 'status=sold&limit=100' }))
    expect(Array.from(list.matchAll(/"id":(\d+)/g), ([, id]) => Number(id))).toEqual(
      Array.from({ length: 60 }, (_, at) => at + 2),
    )
    expect(list).toContain('9007199254740993')
  })

  test('a reset restores everything, for all instances', async () => {
    const { one, other } = await opened()
    const before = withoutTimes(await one.snapshot())
    await other.answer(ask({ key: 'free', method: 'POST', body: '{"name":"Rex","categoryId":1}' }))
    await other.keys.add({ key: 'new', plan: 'pro' })
    await other.choices.set({ ban: 'none' })
    await one.reset()
    await begin(one)
    expect(withoutTimes(await other.snapshot())).toEqual(before)
  })

  test('a restored world without times starts at the present, for all instances', async () => {
    const { one, other } = await opened()
    const { clock: _clock, ...saved } = await one.snapshot()
    await other.restore({ ...saved, pets: saved.pets.map(({ pet }) => ({ pet })) })
    const { clock, pets } = await one.snapshot()
    expect(clock).toMatchObject({ frozen: false, speed: 1 })
    for (const { createdAt } of pets) expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.parse(clock.now))
    expect(pets.map(({ pet }) => pet)).toEqual(saved.pets.map(({ pet }) => pet))
  })

  test('a restored snapshot is the same for all instances', async () => {
    const { one, other } = await opened()
    await one.pets.add({ id: 2n ** 60n, name: 'Rex', categoryId: 1 })
    await one.pets.remove(1)
    await one.keys.setRemaining('free', { minute: 3 })
    await one.faults.add({ effect: { kind: 'delay', from: 5 }, after: 1 })
    const saved = await one.snapshot()
    await one.reset()
    await other.restore(parseJson(stringifyJson(saved)))
    expect(await one.snapshot()).toEqual(saved)
  })
}
