import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoKeys } from '../../fixtures/keys.ts'
import type { Mock } from '../mock.ts'
import { asClient, ask, start } from './testing/start.ts'

let mock: Mock

beforeAll(async () => {
  mock = await start()
})
afterAll(() => mock.stop())

const PET = JSON.stringify({ name: 'Half', categoryId: 1 })

/** Starts a POST /pets. Resolves with "100 Continue", when the service has received its head. */
function begin(): Promise<ClientRequest> {
  const headers = {
    Authorization: 'Bearer free-demo-key',
    'Content-Type': 'application/json',
    'Content-Length': PET.length,
    Expect: '100-continue',
  }
  const outgoing = request({ host: '127.0.0.1', port: mock.port, method: 'POST', path: '/v1/pets', headers })
  return new Promise((resolve, reject) => {
    outgoing.once('continue', () => {
      resolve(outgoing)
    })
    outgoing.once('error', reject)
    outgoing.flushHeaders()
  })
}

function end(outgoing: ClientRequest, rest: string): Promise<IncomingMessage> {
  return new Promise((resolve) => {
    outgoing.once('response', resolve)
    outgoing.end(rest)
  })
}

describe('a reset', () => {
  it('completes a pending request with the old state, without effect on the new state', async () => {
    const outgoing = await begin()
    outgoing.write(PET.slice(0, 10))
    const { json: world } = await ask(mock, 'POST', '/_mock/worlds/default/reset')
    expect(world).toMatchObject({ pets: 100 })

    const response = await end(outgoing, PET.slice(10))
    expect(response.statusCode).toBe(201)
    const { id } = (await json(response)) as { id: number }
    expect(response.headers['x-ratelimit-remaining']).toBe('59')

    expect((await asClient(mock, 'free-demo-key', `/v1/pets/${id}`)).status).toBe(404)
    expect((await ask(mock, 'GET', '/_mock/worlds/default')).json).toMatchObject({ pets: 100 })
    const { json: journal } = await ask(mock, 'GET', '/_mock/worlds/default/journal')
    expect(journal).toMatchObject([{ id: 1, operation: 'getPet' }])
    // Only the request after the reset is counted.
    expect(mock.keys.get('free-demo-key')).toMatchObject({
      windows: { minute: { remaining: 59 } },
      report: { requests: 1 },
    })
  })

  it('undoes changes of keys, bans, choices, faults and the clock', async () => {
    const begun = mock.choices.read()
    mock.keys.add({ key: 'late', plan: 'pro' })
    mock.keys.ban('free-demo-key', 600)
    mock.choices.vary(7)
    mock.faults.add({ effect: { kind: 'not-json' } })
    mock.clock.change({ now: '2031-01-01T00:00:00Z', frozen: true, speed: 60 })
    mock.limits.switch(false)
    await ask(mock, 'POST', '/_mock/worlds/default/reset')
    const { json: world } = await ask(mock, 'GET', '/_mock/worlds/default')
    expect(world).toMatchObject({
      keys: demoKeys.length,
      faults: 0,
      limits: true,
      clock: { now: '2026-03-01T12:00:23.000Z', frozen: false, speed: 1 },
    })
    expect(mock.keys.get('free-demo-key').bannedUntil).toBeUndefined()
    expect(mock.choices.read()).toEqual(begun)
  })
})
