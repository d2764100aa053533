import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMock } from '../index.ts'
import type { Mock } from '../mock.ts'
import { startOn } from './testing/start.ts'
import { rawReplies, talk } from './testing/talk.ts'

const KEY = 'Host: petstore.test\r\nAuthorization: Bearer pro-demo-key\r\n'
const DELAY = { effect: { kind: 'delay', from: 60_000 } } as const

/** Requests for the pets 1 to `count`, starting again from 1 after the last pet. */
function gets(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `GET /v1/pets/${(at % 100) + 1} HTTP/1.1\r\n${KEY}\r\n`,
  ).join('')
}

/** Sleeps that last until a test wakes them. */
class Sleepers {
  #asleep = new Set<() => void>()

  get count(): number {
    return this.#asleep.size
  }

  readonly sleep = (_milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        this.#asleep.delete(wake)
        resolve()
      }
      this.#asleep.add(wake)
      signal.addEventListener('abort', wake)
    })

  wakeAll(): void {
    for (const wake of this.#asleep) wake()
  }
}

/** Resolves when everything that has arrived is processed. */
async function looked(mock: Mock): Promise<void> {
  for (let time = 0; time < 3; time += 1)
    await fetch(`${mock.origin}/_mock/health`).then((reply) => reply.text())
}

describe('a client that pipelines requests while a fault delays its replies', () => {
  let sleepers: Sleepers
  let clients: Socket[] = []

  beforeEach(() => {
    sleepers = new Sleepers()
  })
  afterEach(() => {
    for (const client of clients) client.destroy()
    clients = []
  })

  async function startWith(memory?: number): Promise<Mock> {
    const mock = await startOn(
      { sleep: sleepers.sleep },
      { limits: false, faults: [DELAY], ...(memory !== undefined && { memory }) },
    )
    return mock
  }

  function asks(
    mock: Mock,
    says: string,
  ): { readonly socket: Socket; readonly ids: () => readonly (number | bigint)[] } {
    const socket = connect(mock.port, '127.0.0.1').on('error', () => undefined)
    clients.push(socket)
    const heard: Buffer[] = []
    socket.on('data', (chunk) => heard.push(chunk))
    socket.write(says)
    return { socket, ids: () => rawReplies(Buffer.concat(heard)).map(({ pet }) => pet.id) }
  }

  test('has 64 pending requests, and the others start in order when these are answered', async () => {
    await using mock = await startWith()
    const { ids } = asks(mock, gets(300))
    for (const begun of [64, 128, 192, 256, 300]) {
      await expect.poll(() => mock.journal.list({ limit: 300 }).length).toBe(begun)
      await looked(mock)
      expect(mock.journal.list({ limit: 300 })).toHaveLength(begun)
      sleepers.wakeAll()
    }
    await expect.poll(() => ids().length).toBe(300)
    expect(ids()).toEqual(Array.from({ length: 300 }, (_, at) => (at % 100) + 1))
  })

  test('shares the memory for pending requests with others, but each has at least one', async () => {
    await using mock = await startWith(32)
    for (let client = 0; client < 20; client += 1) asks(mock, gets(300))
    await expect.poll(() => sleepers.count).toBeGreaterThanOrEqual(125)
    await looked(mock)
    // Half of the 4 MB for messages, at 16 kB each; and one of each client that came after that.
    expect(sleepers.count).toBeLessThanOrEqual(125 + 20)
    const { ids } = asks(mock, `GET /v1/pets/99 HTTP/1.1\r\n${KEY}\r\n`)
    await expect.poll(() => mock.journal.list({ limit: 1 })[0]?.target).toBe('/v1/pets/99')
    sleepers.wakeAll()
    await expect.poll(ids).toEqual([99])
  })

  test('leaves no sleep when it disconnects', async () => {
    await using mock = await startWith()
    const { socket } = asks(mock, gets(300))
    await expect.poll(() => sleepers.count).toBe(64)
    socket.resetAndDestroy()
    await expect.poll(() => sleepers.count).toBe(0)
    expect(mock.worlds.memory.messages.allocated).toBe(0)
  })

  test('gets all replies on a half-closed connection', async () => {
    await using mock = await startWith()
    mock.faults.clear()
    mock.faults.add({ effect: { kind: 'delay', from: 1 } })
    const waking = setInterval(() => {
      sleepers.wakeAll()
    }, 1)
    const { replies, closed } = await talk(mock.port, (socket) => socket.end(gets(200)), {
      replies: Infinity,
    })
    clearInterval(waking)
    expect([replies.length, closed]).toEqual([200, true])
  })

  test('does not prevent the mock from stopping', async () => {
    const mock = await startMock({ port: 0, limits: false, faults: [DELAY] })
    const clients = Array.from({ length: 10 }, () => asks(mock, gets(300)))
    await expect.poll(() => mock.journal.list({ limit: 1000 }).length).toBe(640)
    await mock.stop(60_000)
    for (const { ids } of clients) await expect.poll(() => ids().length).toBe(64)
  })

  test('is disconnected when the grace is over', async () => {
    const mock = await startWith()
    const { socket } = asks(mock, gets(300))
    await expect.poll(() => sleepers.count).toBe(64)
    await mock.stop(1)
    await expect.poll(() => socket.closed).toBe(true)
  })
})
