import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that stops answering once a run has added pets to it. */
export interface HangingService extends AsyncDisposable {
  readonly baseUrl: string
  /** Resolves with the first request that it leaves unanswered. */
  readonly hangs: Promise<unknown>
}

// More than are ever sent at once, so that the run has read the reply to its first creation by then.
const ANSWERED_AFTER = 8

/** Stands before the service at an origin, and hangs soon after that has created a pet. */
export async function hangingService(behind: string): Promise<HangingService> {
  let left = ANSWERED_AFTER
  let isAdded = false
  const gate = createServer((from, to) => {
    const { method, headers, url = '' } = from
    if (isAdded && (left -= 1) < 0) {
      gate.emit('hangs')
      return
    }
    const sent = request(new URL(url, behind), { method, headers }, (reply) => {
      to.writeHead(reply.statusCode ?? 0, reply.headers)
      reply.pipe(to)
      isAdded ||= reply.statusCode === 201
    })
    from.pipe(sent)
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const { port } = gate.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    hangs: once(gate, 'hangs'),
    [Symbol.asyncDispose]: async () => {
      gate.closeAllConnections()
      gate.close()
      await once(gate, 'close')
    },
  }
}
