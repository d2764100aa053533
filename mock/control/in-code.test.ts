import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { demoKeys } from '../../fixtures/keys.ts'
import type { Mock } from '../mock.ts'
import { ControlError, createApp, type ChosenPoint, type ClientReport, type WorldEvent } from '../index.ts'
import { asClient, NOON, start } from './testing/start.ts'

describe('everything in the control API can be done in code', () => {
  it('worlds', async () => {
    await using mock = await start()
    const world = await mock.worlds.createWith('worker-1', { seed: 7, pets: 3, limits: false })
    expect([world.name, world.pets.size, world.limits.on]).toEqual(['worker-1', 3, false])
    expect(mock.worlds.list()).toContain(world)
    expect((await asClient(mock, 'free-demo-key', '/worker-1/v1/pets')).status).toBe(200)
    world.reset()
    mock.worlds.remove('worker-1')
    await expect(mock.worlds.createWith('worker-2', { pets: -1 })).rejects.toThrow(ControlError)
    expect(mock.worlds.find('worker-2')).toBeUndefined()
    expect(mock.worlds.uptime).toBe(0)
  })

  it('pets: added, sold and removed, with events', async () => {
    await using mock = await start({ pets: 2, choices: { 'unknown-body-field': 'kept' } })
    const sentences: string[] = []
    mock.subscribe((event) => event.kind === 'change' && sentences.push(event.change.sentence))
    const rex = mock.pets.add({ name: 'Rex', categoryId: 2, status: 'pending' })
    expect(mock.pets.list({ limit: 1 })).toEqual([rex])
    expect(mock.pets.change(rex.id, { status: 'sold' })).toEqual({ ...rex, status: 'sold' })
    expect(mock.pets.list({ status: 'sold' })).toContainEqual({ ...rex, status: 'sold' })
    mock.pets.remove(rex.id)
    expect(() => mock.pets.change(rex.id, { status: 'sold' })).toThrow('There is no pet 3')
    expect(sentences).toEqual(['pet 3 added: pending', 'pet 3 changed: sold', 'pet 3 removed'])
    expect([mock.pets.size, mock.pets.add({ name: 'Max', categoryId: 2 }).id]).toEqual([2, 4])
  })

  it.each(['from-1', 'beyond-2-53', 'random'] as const)(
    'the id of a pet that is gone is given to no other: %s',
    async (by) => {
      const numbered = { choices: { 'id-numbering': by } }
      await using other = await start({ ...numbered, pets: [{ name: 'Rex', categoryId: 2 }] })
      // The id that is assigned next, unless it is occupied.
      const { id } = other.pets.add({ name: 'Max', categoryId: 2 })
      await using mock = await start({
        ...numbered,
        pets: [
          { name: 'Rex', categoryId: 2 },
          { id, name: 'Max', categoryId: 2 },
        ],
      })
      mock.pets.remove(id)
      expect(mock.pets.add({ name: 'Kim', categoryId: 2 }).id).not.toBe(id)
      // It can be requested explicitly.
      expect(mock.pets.add({ id, name: 'Max', categoryId: 2 }).id).toBe(id)
    },
  )

  it('the clock: several changes are one event', async () => {
    await using mock = await start()
    const kinds: string[] = []
    mock.world.subscribe((event) => kinds.push(event.kind === 'change' ? event.change.what : event.kind))
    const reading = mock.clock.change({ now: '2030-12-05T00:00:00Z', frozen: true, speed: 60 })
    expect(reading).toEqual({ now: Date.UTC(2030, 11, 5), frozen: true, speed: 60 })
    expect(kinds).toEqual(['clock'])
    expect(() => mock.clock.change({ now: 'soon', speed: 1 })).toThrow('now must be a time such as')
    expect(() => mock.clock.change({ now: NOON, speed: 0 })).toThrow('speed must be >= 0.001')
    expect(mock.clock.read()).toEqual(reading)
    expect(mock.clock.advance({ days: 1 }).now).toBe(Date.UTC(2030, 11, 6))
  })

  it.each(['2026-02-28', '2026-02-30T00:00:00Z', 'soon', ''])('the clock refuses "%s"', async (time) => {
    await using mock = await start()
    expect(() => mock.clock.set(time)).toThrow('now must be a time such as 2030-12-05T00:00:00Z')
    expect(mock.clock.read().now).toBe(NOON)
  })

  it('the clock stays within 1970 to 9900', async () => {
    await using mock = await start()
    expect(() => mock.clock.set(-1)).toThrow('The clock goes from 1970 to 9900')
    mock.clock.set('9899-12-31T00:00:00Z')
    expect(() => mock.clock.advance({ days: 2 })).toThrow('The clock goes from 1970 to 9900')
    expect(mock.clock.set('1970-01-01T00:00:00Z').now).toBe(0)
    expect(mock.clock.set('2028-02-29T00:00:00Z').now).toBe(Date.UTC(2028, 1, 29))
  })

  it('reading a key changes nothing, even while the clock is set ahead', async () => {
    await using mock = await start()
    await asClient(mock, 'free-demo-key', '/v1/pets')
    const { minute } = mock.keys.get('free-demo-key').windows
    mock.clock.advance({ hours: 1 })
    expect(mock.keys.get('free-demo-key').windows.minute.remaining).toBe(60)
    mock.clock.set(NOON)
    expect(mock.keys.get('free-demo-key').windows.minute).toEqual(minute)
    expect(minute.remaining).toBe(59)
  })

  it.each<[string, (mock: Mock) => unknown]>([
    ['what is left is set', ({ keys }) => keys.setRemaining('free-demo-key', { minute: 5 })],
    ['the plan is changed', ({ keys }) => keys.changePlan('free-demo-key', { plan: 'pro' })],
    ['the ban is lifted', ({ keys }) => keys.lift('free-demo-key')],
    [
      'the limits are switched off',
      ({ limits }) => {
        limits.switch(false)
      },
    ],
    ['the clock is set back', ({ clock }) => clock.set(NOON - 120_000)],
  ])('a client that comes back after %s is not early', async (_what, free) => {
    await using mock = await start()
    mock.keys.setRemaining('free-demo-key', { minute: 0 })
    await asClient(mock, 'free-demo-key', '/v1/pets')
    await asClient(mock, 'free-demo-key', '/v1/pets')
    expect(mock.report('free-demo-key')).toMatchObject({ refused: 2, earlyRetries: 1 })
    free(mock)
    await asClient(mock, 'free-demo-key', '/v1/pets')
    expect(mock.report('free-demo-key').earlyRetries).toBe(1)
  })

  it('a listener that throws does not affect other listeners or the client, and its error is reported', async () => {
    await using mock = await start()
    const kinds: string[] = []
    const uncaught = new Promise((resolve) => {
      // Without the listener of the test runner, which would fail the run.
      const others = process.listeners('uncaughtException')
      process.removeAllListeners('uncaughtException')
      process.once('uncaughtException', (error) => {
        for (const other of others) process.on('uncaughtException', other)
        resolve(error)
      })
    })
    mock.subscribe(() => {
      throw new Error('a mistake in a listener')
    })
    mock.subscribe(({ kind }) => kinds.push(kind))
    expect((await asClient(mock, 'free-demo-key', '/v1/pets')).status).toBe(200)
    expect(await uncaught).toEqual(new Error('a mistake in a listener'))
    expect(kinds).toEqual(['exchange'])
  })

  it('the open points with the chosen variants', async () => {
    await using mock = await start({ choices: { 'list-order': 'newest' } })
    const point = mock.choices.list().find(({ id }) => id === 'list-order')
    expectTypeOf(point).toEqualTypeOf<ChosenPoint | undefined>()
    expect(point).toMatchObject({ default: 'oldest', chosen: 'newest' })
    expect(mock.choices.vary(7)).toEqual(mock.choices.read())
  })

  it('reports, metrics, journal, faults, limits and keys', async () => {
    await using mock = await start()
    await asClient(mock, 'free-demo-key', '/v1/pets/1')
    expectTypeOf(mock.keys.report()).toEqualTypeOf<Readonly<Record<string, ClientReport>>>()
    expect(mock.keys.report()['free-demo-key']).toEqual(mock.report('free-demo-key'))
    expect(mock.metrics()).toContain(
      'petstore_replies_total{world="default",operation="getPet",status="200"} 1',
    )
    expect(mock.journal.list({ operation: 'getPet' })).toHaveLength(1)
    const { id } = mock.faults.add({ effect: { kind: 'not-json' }, key: 'free-demo-key' })
    mock.faults.remove(id)
    expect(() => mock.faults.add({ effect: { kind: 'not-json' }, key: 'free-demo-kye' })).toThrow(
      'There is no key "free-demo-kye". Did you mean free-demo-key?',
    )
    mock.limits.switch(false)
    expect([mock.keys.size, mock.keys.list().length, mock.limits.on]).toEqual([
      demoKeys.length,
      demoKeys.length,
      false,
    ])
  })

  it('events, of one world or of all', async () => {
    await using mock = await start()
    const [one, all]: [WorldEvent[], WorldEvent[]] = [[], []]
    const stop = mock.worlds.get('staging').subscribe((event) => one.push(event))
    mock.subscribe((event) => all.push(event))
    mock.reset()
    mock.worlds.get('staging').reset()
    stop()
    mock.worlds.get('staging').reset()
    expect([one.length, all.length]).toEqual([1, 3])
  })
})

describe('the control API in another app', () => {
  it('includes its mount path in links, and ends its streams on demand', async () => {
    const mounted = await createApp({ time: () => NOON })
    const theirs = express().use('/petstore', mounted.app)
    const server = createServer(theirs)
    const origin = await listening(server)
    const read = async (path: string): Promise<unknown> =>
      (await fetch(`${origin}/petstore/_mock${path}`)).json()
    expect(await read('/worlds')).toMatchObject([
      { basePath: '/petstore/v1' },
      { basePath: '/petstore/staging/v1' },
    ])
    expect(JSON.stringify(await read('/'))).toContain('"/petstore/_mock/health"')
    const document = await (await fetch(`${origin}/petstore/_mock/openapi/service.yaml`)).text()
    expect(document).toContain('url: /petstore/staging/v1\n')
    const stream = await fetch(`${origin}/petstore/_mock/events`)
    mounted.endStreams()
    expect(await stream.text()).toBe('retry: 1000\n\n')
    expect(mounted.worlds.events.listened).toBe(false)
    await new Promise((resolve) => server.close(resolve))
  })

  it('accepts a body that the parser of that app has already read', async () => {
    const { app, worlds } = await createApp()
    const server = createServer(express().use(express.json(), app))
    const origin = await listening(server)
    const reply = await fetch(`${origin}/_mock/worlds/default/limits`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: '{"on":false}',
    })
    expect([reply.status, worlds.default.limits.on]).toEqual([200, false])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
