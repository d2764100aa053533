import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Delivery } from '../core/faults/faults.ts'
import type { Reply } from '../core/request/reply.ts'
import { writeHead } from './write-head.ts'

/** Waits so many milliseconds, or until the signal aborts; never rejects. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>

const TRICKLES = 20

/** Sends a reply late, in part, or in drops, as a fault says. */
export async function sendHarmed(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  { delay, harm }: Delivery,
  sleep: Sleep,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
  })
  if (delay > 0) await sleep(delay, gone.signal)
  if (gone.signal.aborted) return
  if (harm?.kind === 'cut' && harm.at === 'before-reply') {
    response.destroy()
    return
  }
  writeHead(request, response, reply)
  if (harm?.kind === 'cut') {
    const half = Buffer.from(reply.body)
    response.write(half.subarray(0, half.length >> 1), () => response.destroy())
  } else {
    if (harm?.kind === 'trickle')
      await trickle(response, reply.body, harm.over, (ms) => sleep(ms, gone.signal))
    response.end(harm?.kind === 'trickle' ? '' : reply.body)
  }
}

async function trickle(
  response: ServerResponse,
  body: string,
  over: number,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<void> {
  const bytes = Buffer.from(body)
  const step = Math.max(1, Math.ceil(bytes.length / TRICKLES))
  for (let at = 0; at < bytes.length && !response.destroyed; at += step) {
    response.write(bytes.subarray(at, at + step))
    await sleep(over / TRICKLES)
  }
}
