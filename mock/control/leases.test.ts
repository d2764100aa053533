import { tmpdir } from 'node:os'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { spawnPetstore } from '../../cli/testing/spawn-petstore.ts'
import { local } from '../core/world/control-types.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { onTimers } from '../edge/deliver.ts'
import { listen } from '../http/listen.ts'
import { serviceHandler } from '../http/service-handler.ts'
import { createWorlds } from '../options.ts'
import { createControl } from './create-control.ts'
import type { Every } from './events/event-hub.ts'
import { Leases, MOST_LEASES } from './handlers/leases.ts'

const DEMO_KEYS = 5

/** Timers that run out when they are told to. */
function testTimers() {
  const running = new Map<() => void, number>()
  const every: Every = (milliseconds, tick) => {
    running.set(tick, milliseconds)
    return () => running.delete(tick)
  }
  const runOut = (): void => {
    for (const tick of running.keys()) tick()
  }
  return { running, every, runOut }
}

/** A world whose clock is fast and whose keys are two more, all of it under a lease. */
async function lent() {
  const worlds = await createWorlds({ pets: 1 })
  const all: Worlds = worlds
  const world = local(await all.createWith('worker', {}))
  const { running, every, runOut } = testTimers()
  const leases = local(new Leases(worlds, every))
  const told: string[] = []
  leases.take(world, 'mine', { seconds: 20, keys: ['one', 'two'] })
  for (const key of ['one', 'two']) world.keys.add({ key, plan: 'free' })
  world.clock.speed(10)
  const deafen = world.subscribe((event) => event.kind === 'change' && told.push(event.change.sentence))
  const state = (): readonly unknown[] => [world.clock.read().speed, world.keys.size]
  return { worlds, world, leases, running, runOut, told, deafen, state }
}

describe('a lease', () => {
  it.each(['ends', 'was not renewed'])('puts back speed and keys when it %s', async (how) => {
    const { world, leases, running, runOut, told, state } = await lent()
    expect(state()).toEqual([10, DEMO_KEYS + 2])
    expect([...running.values()]).toEqual([20_000])
    if (how === 'ends') leases.end(world, 'mine')
    else runOut()
    expect(state()).toEqual([1, DEMO_KEYS])
    expect(running.size).toBe(0)
    const why = 'the lease mine was not renewed for 20 s: its keys are removed, and the clock runs as before'
    expect(told.slice(0, -3)).toEqual(how === 'ends' ? [] : [why])
    expect(() => {
      leases.end(world, 'mine')
    }).toThrow('There is no lease mine')
  })

  it('lasts on when it is renewed, under new terms', async () => {
    const { world, leases, running, runOut, state } = await lent()
    leases.take(world, 'mine', { seconds: 5, keys: ['one'] })
    expect([...running.values()]).toEqual([5000])
    runOut()
    expect(state()).toEqual([1, DEMO_KEYS + 1])
  })

  it('beside another leaves the clock to the one that ends last, which puts it as it was before both', async () => {
    const { world, leases, state } = await lent()
    leases.take(world, 'other', { seconds: 20 })
    leases.end(world, 'mine')
    expect(state()).toEqual([10, DEMO_KEYS])
    leases.end(world, 'other')
    expect(state()).toEqual([1, DEMO_KEYS])
  })

  it('passes over keys that are gone, and says nothing of a clock that runs as before', async () => {
    const { world, leases, told } = await lent()
    world.keys.remove('one')
    world.clock.speed(1)
    told.length = 0
    leases.end(world, 'mine')
    expect(told).toEqual(['key … removed'])
  })

  it.each(['reset', 'removed'])('is forgotten when its world is %s, and has no timer then', async (how) => {
    const { worlds, world, running, deafen, state } = await lent()
    deafen()
    if (how === 'reset') world.reset()
    else worlds.remove('worker')
    world.clock.speed(3)
    expect(running.size).toBe(0)
    expect(state()[0]).toBe(3)
    expect(worlds.events.listened).toBe(false)
  })

  it('has no timer when the mock has stopped', async () => {
    const { leases, running, state } = await lent()
    leases.close()
    expect(running.size).toBe(0)
    expect(state()).toEqual([10, DEMO_KEYS + 2])
  })

  it(`is one of ${MOST_LEASES}`, async () => {
    const { worlds, world, leases } = await lent()
    for (let at = 1; at < MOST_LEASES; at += 1) leases.take(world, `lease-${at}`, { seconds: 1 })
    expect(() => {
      leases.take(worlds.default, 'one-more', { seconds: 1 })
    }).toThrow(`There are ${MOST_LEASES} leases already`)
    leases.take(world, 'mine', { seconds: 1 })
  })
})

describe('a demo that is killed', () => {
  it('leaves no fast clock and no keys, once its lease has run out', async () => {
    const worlds = await createWorlds({ pets: 1 })
    const { every, runOut } = testTimers()
    const app = express()
    app.use(serviceHandler(worlds, onTimers))
    app.use('/_mock', createControl(worlds, { token: '' }, every))
    const server = await listen(app, worlds, '127.0.0.1', 0)
    const { clock, keys } = worlds.default
    const place = { cwd: tmpdir(), env: process.env }
    await using demo = spawnPetstore(['demo', 'rate-limit', `http://127.0.0.1:${server.port}/v1`], place)
    await demo.sees(/Naive +is served[^]*Polite +is served|Polite +is served[^]*Naive +is served/)
    expect([clock.read().speed, keys.size]).toEqual([10, DEMO_KEYS + 2])
    demo.kill('SIGKILL')
    await demo.exitCode
    await server.stop(0)
    runOut()
    expect([clock.read().speed, keys.size]).toEqual([1, DEMO_KEYS])
  })
})
