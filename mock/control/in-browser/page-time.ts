import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { createApp, type Choices, type World } from '../../index.ts'

// The code that runs in the page is a text, because our types have no `document`.
const LEAP = `
  let now = performance.now()
  const started = Date.now() - now
  const timers = new Map()
  let pending = 0
  let lastId = 1e9
  const { port1, port2 } = new MessageChannel()
  const leapSoon = () => port2.postMessage(undefined)
  port1.onmessage = () => {
    const [next] = [...timers].sort(([, one], [, other]) => one.at - other.at)
    if (pending > 0 || !next) return
    const [id, { at, run }] = next
    timers.delete(id)
    now = Math.max(now, at)
    run()
    leapSoon()
  }
  const waitReally = setTimeout
  performance.now = () => now
  Date.now = () => started + now
  globalThis.setTimeout = (run, milliseconds = 0) => {
    lastId += 1
    timers.set(lastId, { at: now + milliseconds, run })
    leapSoon()
    return lastId
  }
  const clearReally = clearTimeout
  // Drawing would need most of the time.
  globalThis.requestAnimationFrame = (run) => waitReally(run, 200)
  globalThis.cancelAnimationFrame = (id) => clearReally(id)
  globalThis.clearTimeout = (id) => { if (!timers.delete(id)) clearReally(id) }
  const fetchReally = fetch
  globalThis.fetch = async (url, init) => {
    pending += 1
    try {
      const reply = await fetchReally(url, { ...init, headers: { ...init.headers, 'X-Page-Time': String(now) } })
      const text = await reply.text()
      return { status: reply.status, headers: reply.headers, text: () => Promise.resolve(text) }
    } finally {
      pending -= 1
      leapSoon()
    }
  }`

/**
 * Makes the page's time virtual: it stops while a request is pending, and jumps to the next timer when none is. The result does
 * not depend on the speed of the machine. Intervals still run in real time; there are only a few frames.
 */
export async function letTimeLeap(page: Page): Promise<void> {
  await page.evaluate(`{${LEAP}}`)
}

/** A mock that uses the virtual time of a page. */
export interface LeapingMock extends AsyncDisposable {
  readonly origin: string
  readonly world: World
}

export async function startLeapingMock(start: number, choices: Partial<Choices>): Promise<LeapingMock> {
  let passed = 0
  const mock = await createApp({ choices, time: () => start + passed })
  const server = createServer((request, response) => {
    passed = Math.max(passed, Math.floor(Number(request.headers['x-page-time'] ?? 0)))
    mock.app(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world: mock.worlds.default,
    [Symbol.asyncDispose]: async () => {
      mock.endStreams()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
