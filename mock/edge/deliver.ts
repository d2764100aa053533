import type { Reply } from '../core/request/reply.ts'

/** Waits so many milliseconds, or until the signal aborts; never rejects. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>

// The real timers, even when a test fakes them later: its fake timers are its client's, and faults must not wait for them.
const { setTimeout, clearTimeout } = globalThis

/** Sleeps on the machine's timers. */
export const onTimers: Sleep = (milliseconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const wake = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, milliseconds)
    signal.addEventListener('abort', wake, { once: true })
  })

/** A sleep that also ends when `until` aborts, so that a mock that stops does not wait for its faults. */
export function sleepUntil(until: AbortSignal | undefined, sleep: Sleep): Sleep {
  if (!until) return sleep
  return (milliseconds, signal) => sleep(milliseconds, AbortSignal.any([signal, until]))
}

/** Writes a reply to its client, part by part. */
export interface ReplyWriter {
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal
  /** Writes the status and the headers. */
  head(): void
  /** Writes a part of the body; calls `then` once it is sent. */
  write(part: Uint8Array, then?: () => void): void
  /** Ends the body. */
  end(): void
  /** Ends the connection before the reply is complete. */
  cut(): void
}

/** In how many parts a body trickles at most. */
const MOST_PARTS = 20
const encoder = new TextEncoder()

/** A reply as it is delivered. */
type Delivered = Pick<Reply, 'fault'> & { readonly body: string | Uint8Array }

/** Writes a reply, with the delay, the cut or the trickle of its fault. */
export async function deliver(reply: Delivered, writer: ReplyWriter, sleep: Sleep): Promise<void> {
  const { delay = 0, effect } = reply.fault ?? {}
  if (delay > 0) await sleep(delay, writer.gone)
  if (writer.gone.aborted) return
  if (effect?.kind === 'cut' && effect.at === 'before-reply') {
    writer.cut()
    return
  }
  writer.head()
  const body = typeof reply.body === 'string' ? encoder.encode(reply.body) : reply.body
  if (effect?.kind === 'cut') {
    writer.write(body.subarray(0, body.length >> 1), () => {
      writer.cut()
    })
    return
  }
  if (effect?.kind === 'trickle') await trickle(body, effect.over, writer, sleep)
  else writer.write(body)
  writer.end()
}

async function trickle(body: Uint8Array, over: number, writer: ReplyWriter, sleep: Sleep): Promise<void> {
  const step = Math.max(1, Math.ceil(body.length / MOST_PARTS))
  const gaps = Math.ceil(body.length / step) - 1
  for (let at = 0; at < body.length && !writer.gone.aborted; at += step) {
    writer.write(body.subarray(at, at + step))
    // It is over with the last part, not after another wait.
    if (at + step < body.length) await sleep(over / gaps, writer.gone)
  }
}
