import { MOST, MOST_BYTES } from '../../core/memory/bounds.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { schemaCheck } from '../../../spec/testing/schema-check.ts'
import type { Mock } from '../../mock.ts'
import { controlOpenapi } from '../generated/openapi.ts'
import { asClient, ask, NOON, start } from '../testing/start.ts'
import { Follower } from '../testing/follow.ts'

const EVENTS = '/_mock/worlds/default/events'

let mock: Mock

beforeEach(async () => {
  mock = await start()
})
afterEach(() => mock.stop())

/** Publishes a large event of the default world. */
function happen(size: number): void {
  const sentence = 'x'.repeat(size)
  mock.worlds.events.emit({
    kind: 'change',
    change: { world: 'default', time: NOON, what: 'journal', sentence },
  })
}

describe('a stream of events', () => {
  it('contains exchanges and changes in order, with increasing ids', async () => {
    const follower = await Follower.open(mock, EVENTS)
    expect([follower.status, follower.headers]).toMatchObject([
      200,
      { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    ])
    await asClient(mock, 'free-demo-key', '/v1/pets/1')
    mock.clock.freeze()
    const [exchange, change] = [await follower.next(), await follower.next()]
    expect(exchange).toMatchObject({
      event: 'exchange',
      id: '1',
      data: { id: 1, world: 'default', operation: 'getPet', status: 200, key: 'free…ey' },
    })
    const sentence = 'it is 2026-03-01T12:00:23.000Z, frozen'
    expect(change).toEqual({
      event: 'change',
      id: '2',
      data: { world: 'default', time: '2026-03-01T12:00:23.000Z', what: 'clock', sentence },
    })
    follower.close()
  })

  it('distinguishes keys whose redacted forms are equal', async () => {
    const follower = await Follower.open(mock, EVENTS)
    const alike = ['front-end-1-key', 'front-end-2-key']
    for (const key of alike) mock.keys.add({ key, plan: 'free' })
    const ids = alike.map((key) => mock.keys.get(key).keyId)
    for (const key of alike) await asClient(mock, key)
    const frames = [...(await follower.until('exchange')), await follower.next()].slice(-2)
    expect(frames).toMatchObject(ids.map((keyId) => ({ event: 'exchange', data: { key: 'fron…ey', keyId } })))
    expect(ids[0]).not.toBe(ids[1])
    follower.close()
  })

  it('has data as the document says', async () => {
    const { JournalEntry, Change, Dropped } = controlOpenapi.components.schemas
    const checks = {
      exchange: schemaCheck(JournalEntry, controlOpenapi.components),
      change: schemaCheck(Change, controlOpenapi.components),
      dropped: schemaCheck(Dropped, controlOpenapi.components),
    }
    const follower = await Follower.open(mock, EVENTS)
    await fetch(`${mock.origin}/v1/nothing?here`)
    await asClient(mock, 'free-demo-key', '/v1/pets/0')
    mock.keys.ban('free-demo-key', 60)
    await asClient(mock, 'free-demo-key')
    mock.worlds.default.reset()
    for (let size = 0; size < 3 * MOST_BYTES.unreadEvents; size += MOST_BYTES.unreadEvents / 4)
      happen(MOST_BYTES.unreadEvents / 4)
    for (const { event, data } of await follower.until('dropped')) {
      expect(checks[event as keyof typeof checks](data)).toEqual([])
    }
    follower.close()
  })

  it('covers one world, or all', async () => {
    const [one, all] = [await Follower.open(mock, EVENTS), await Follower.open(mock, '/_mock/events')]
    mock.worlds.get('staging').reset()
    mock.worlds.create('worker-1')
    mock.limits.switch(false)
    expect(await one.next()).toMatchObject({ id: '3', data: { world: 'default', what: 'limits' } })
    expect([await all.next(), await all.next(), await all.next()]).toMatchObject([
      { id: '1', data: { world: 'staging', what: 'reset' } },
      { id: '2', data: { world: 'worker-1', what: 'world-created' } },
      { id: '3', data: { world: 'default', what: 'limits' } },
    ])
    one.close()
    all.close()
  })

  it('ends with its world, after a last event; streams of other worlds continue', async () => {
    mock.worlds.create('worker-1')
    const follower = await Follower.open(mock, '/_mock/worlds/worker-1/events')
    const other = await Follower.open(mock, EVENTS)
    expect((await ask(mock, 'DELETE', '/_mock/worlds/worker-1')).status).toBe(204)
    expect(await follower.next()).toMatchObject({ event: 'change', data: { what: 'world-removed' } })
    expect(await follower.next()).toBeUndefined()
    mock.limits.switch(false)
    expect(await other.next()).toMatchObject({ data: { what: 'limits' } })
    other.close()
    expect((await Follower.open(mock, '/_mock/worlds/worker-1/events')).status).toBe(404)
  })

  it('shows only redacted keys', async () => {
    const follower = await Follower.open(mock, EVENTS)
    await asClient(mock, 'enterprise-demo-key', '/v1/pets?limit=1&api_key=enterprise-demo-key')
    mock.keys.ban('enterprise-demo-key', 60)
    mock.keys.changePlan('enterprise-demo-key', { plan: 'free' })
    mock.keys.remove('enterprise-demo-key')
    const frames = [
      await follower.next(),
      await follower.next(),
      await follower.next(),
      await follower.next(),
    ]
    expect(JSON.stringify(frames)).not.toContain('enterprise-demo-key')
    follower.close()
  })

  it('unsubscribes when its client has gone', async () => {
    const followers = [await Follower.open(mock, EVENTS), await Follower.open(mock, '/_mock/events')]
    expect(mock.worlds.events.listened).toBe(true)
    for (const follower of followers) follower.close()
    await expect.poll(() => mock.worlds.events.listened).toBe(false)
  })

  it('is refused when there are 50, until one is closed', async () => {
    const followers: Follower[] = []
    for (let count = 0; count < MOST.eventStreams; count += 1)
      followers.push(await Follower.open(mock, EVENTS))
    const { status, json } = await ask(mock, 'GET', EVENTS)
    const message = 'There are 50 event streams already: close one first'
    expect([status, json]).toEqual([503, { code: 'too_many_streams', message, status: 503 }])
    followers.pop()?.close()
    await expect.poll(async () => (await Follower.open(mock, EVENTS)).status).toBe(200)
    for (const follower of followers) follower.close()
  })
})

describe('a client that does not read', () => {
  it('misses events, gets their number, and then continues', async () => {
    const follower = await Follower.open(mock, EVENTS)
    const size = 100_000
    const count = 300
    for (let sent = 0; sent < count; sent += 1) happen(size)
    const frames = await follower.until('dropped')
    const received = frames.length - 1
    expect(received * size).toBeGreaterThan(MOST_BYTES.unreadEvents - size)
    expect(received * size).toBeLessThan(MOST_BYTES.unreadEvents + 2 * size)
    expect(frames.at(-1)?.data).toEqual({ count: count - received })
    mock.clock.freeze()
    expect(await follower.next()).toMatchObject({ id: String(count + 1), data: { what: 'clock' } })
    follower.close()
  })

  it('does not affect other clients', async () => {
    const [idle, eager] = [await Follower.open(mock, EVENTS), await Follower.open(mock, EVENTS)]
    for (let sent = 0; sent < 200; sent += 1) {
      happen(100_000)
      expect((await eager.next())?.id).toBe(String(sent + 1))
    }
    expect((await idle.until('dropped')).at(-1)).toMatchObject({ event: 'dropped' })
    idle.close()
    eager.close()
  })
})

describe('stopping the mock', () => {
  it('ends the streams at once, whatever the grace', async () => {
    const followers = [await Follower.open(mock, EVENTS), await Follower.open(mock, '/_mock/events')]
    await mock.stop(3_600_000)
    for (const follower of followers) expect(await follower.next()).toBeUndefined()
    expect(mock.worlds.events.listened).toBe(false)
  })

  it('is not delayed by a client that does not read', async () => {
    const idle = await Follower.open(mock, EVENTS)
    for (let sent = 0; sent < 200; sent += 1) {
      happen(100_000)
      await new Promise(setImmediate)
    }
    await mock.stop(3_600_000)
    idle.close()
  })
})
