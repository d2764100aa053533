import { MOST } from '../core/memory/bounds.ts'
import { tmpdir } from 'node:os'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { demoKeys } from '../../fixtures/keys.ts'
import { spawnPetstore } from '../../cli/testing/spawn-petstore.ts'
import { local } from '../core/world/control-types.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { onTimers } from '../edge/deliver.ts'
import { listen } from '../http/listen.ts'
import { serviceHandler } from '../http/service-handler.ts'
import { createWorlds } from '../options.ts'
import { createControl } from './create-control.ts'
import type { Every } from './events/event-hub.ts'
import { Leases } from './handlers/leases.ts'

const DEMO_KEYS = demoKeys.length

/** Timers that expire on demand. */
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

/** A world with a fast clock and two more keys, under a lease. */
async function lent() {
  const worlds = await createWorlds({ pets: 1 })
  const all: Worlds = worlds
  const world = local(await all.createWith('worker', {}))
  const { running, every, runOut } = testTimers()
  const leases = local(new Leases(worlds, every))
  const sentences: string[] = []
  leases.acquire(world, 'mine', { seconds: 20, keys: ['one', 'two'] })
  for (const key of ['one', 'two']) world.keys.add({ key, plan: 'free' })
  world.clock.speed(10)
  const unsubscribe = world.subscribe(
    (event) => event.kind === 'change' && sentences.push(event.change.sentence),
  )
  const state = (): readonly unknown[] => [world.clock.read().speed, world.keys.size]
  return { worlds, world, leases, running, runOut, sentences, unsubscribe, state }
}

describe('a lease', () => {
  it.each(['ends', 'was not renewed'])('restores speed and keys when it %s', async (how) => {
    const { world, leases, running, runOut, sentences, state } = await lent()
    expect(state()).toEqual([10, DEMO_KEYS + 2])
    expect([...running.values()]).toEqual([20_000])
    if (how === 'ends') leases.end(world, 'mine')
    else runOut()
    expect(state()).toEqual([1, DEMO_KEYS])
    expect(running.size).toBe(0)
    const why =
      'the lease mine was not renewed for 20 s: its keys are removed and the speed of the clock is restored'
    expect(sentences.slice(0, -3)).toEqual(how === 'ends' ? [] : [why])
    expect(() => {
      leases.end(world, 'mine')
    }).toThrow('There is no lease mine')
  })

  it('continues with new terms when it is renewed', async () => {
    const { world, leases, running, runOut, state } = await lent()
    leases.acquire(world, 'mine', { seconds: 5, keys: ['one'] })
    expect([...running.values()]).toEqual([5000])
    runOut()
    expect(state()).toEqual([1, DEMO_KEYS + 1])
  })

  it('leaves the clock to the last lease that ends, which restores the clock from before the first', async () => {
    const { world, leases, state } = await lent()
    leases.acquire(world, 'other', { seconds: 20 })
    leases.end(world, 'mine')
    expect(state()).toEqual([10, DEMO_KEYS])
    leases.end(world, 'other')
    expect(state()).toEqual([1, DEMO_KEYS])
  })

  it('skips keys that no longer exist, and publishes no event for an unchanged clock', async () => {
    const { world, leases, sentences } = await lent()
    world.keys.remove('one')
    world.clock.speed(1)
    sentences.length = 0
    leases.end(world, 'mine')
    expect(sentences).toEqual(['key … removed'])
  })

  it.each(['reset', 'removed'])('ends, with its timer, when its world is %s', async (how) => {
    const { worlds, world, running, unsubscribe, state } = await lent()
    unsubscribe()
    if (how === 'reset') world.reset()
    else worlds.remove('worker')
    world.clock.speed(3)
    expect(running.size).toBe(0)
    expect(state()[0]).toBe(3)
    expect(worlds.events.listened).toBe(false)
  })

  it('has no timer after the mock has stopped', async () => {
    const { leases, running, state } = await lent()
    leases.close()
    expect(running.size).toBe(0)
    expect(state()).toEqual([10, DEMO_KEYS + 2])
  })

  it(`is refused when there are ${MOST.leases}`, async () => {
    const { worlds, world, leases } = await lent()
    for (let at = 1; at < MOST.leases; at += 1) leases.acquire(world, `lease-${at}`, { seconds: 1 })
    expect(() => {
      leases.acquire(worlds.default, 'one-more', { seconds: 1 })
    }).toThrow(`There are ${MOST.leases} leases already`)
    leases.acquire(world, 'mine', { seconds: 1 })
  })
})

describe('a demo that is killed', () => {
  it('leaves neither a fast clock nor keys after its lease has expired', async () => {
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
    // It is slower where the machine is busy.
    expect(clock.read().speed).toBeGreaterThan(1)
    expect(keys.size).toBe(DEMO_KEYS + 2)
    demo.kill('SIGKILL')
    await demo.exitCode
    await server.stop(0)
    runOut()
    expect([clock.read().speed, keys.size]).toEqual([1, DEMO_KEYS])
  })
})
