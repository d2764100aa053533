import type { OpenStream } from '../handler.ts'
import { Refusal } from '../refusal.ts'
import { MOST_STREAMS, type EventHub } from './event-hub.ts'

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // A stream has the connection to itself, which need not be kept for a next request.
  Connection: 'close',
  // Some proxies hold replies back otherwise.
  'X-Accel-Buffering': 'no',
}

/** The answer that is a stream of events, of one world or of all; refused where there are too many. */
export function openStream(
  hub: EventHub,
  world?: string,
): { readonly status: 200; readonly stream: OpenStream } | Refusal {
  if (hub.full) {
    return new Refusal('too_many_streams', `There are ${MOST_STREAMS} event streams already: close one first`)
  }
  const stream: OpenStream = (response) => {
    response.writeHead(200, HEADERS)
    // The first bytes tell the client that it misses nothing from here on; `retry` is in milliseconds.
    response.write('retry: 1000\n\n')
    response.once('close', hub.open(response, world))
    // A client that has gone says so with 'close'.
    response.on('error', () => undefined)
  }
  return { status: 200, stream }
}
