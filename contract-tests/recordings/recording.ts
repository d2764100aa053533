import { Recorder, ROUNDED_MS } from '../history/recorder.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Entry } from './har.ts'

/** The exchanges of a recording that went to one service. */
export interface Recording {
  readonly baseUrl: string
  readonly exchanges: readonly RecordedEntry[]
  /** How many entries went elsewhere. */
  readonly passedOver: number
  /** The keys, which reports must not show. */
  readonly keys: readonly string[]
  /** Whether the recording leaves the Authorization header out, as browsers do where they are not asked for it. */
  readonly lacksKeys: boolean
}

/** An exchange of a recording; `caller` names the key that it was sent with. */
export type RecordedEntry = Omit<Exchange, 'probe'> & {
  readonly probe: Omit<Exchange['probe'], 'caller' | 'base'> & {
    readonly caller: string
    readonly base?: string
  }
}

const PETS = /^(https?:\/\/[^/?#]+(?:\/[^?#]*?)?\/v1)(\/pets(?:[/?].*)?)$/

/**
 * The exchanges with the service at a base address, in the order in which they were answered. Without one it is the first
 * base address ending with /v1 below which something asks for /pets.
 */
export function recordingOf(entries: readonly Entry[], baseUrl?: string): Recording | undefined {
  const base = baseUrl ?? entries.map(({ url }) => PETS.exec(url)?.[1]).find((one) => one !== undefined)
  if (base === undefined) return undefined
  const own = entries.filter(({ url, request }) => url.startsWith(`${base}/`) && request.method !== 'OPTIONS')
  const keys = own.flatMap(
    ({ request }) => /^Bearer (\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? [],
  )
  return {
    baseUrl: base,
    exchanges: inOrder(own, base, clockOffset(own)),
    passedOver: entries.length - own.length,
    keys: [...new Set(keys)],
    lacksKeys: keys.length === 0 && own.some(({ reply }) => reply.status < 300),
  }
}

// A Date has no fraction of a second, and stands for when the reply was begun.
const SAME_CLOCK_MS = 2000

/** By how much the service's clock is ahead of the recorder's, in milliseconds, as the replies' Date says; 0 where none does. */
function clockOffset(entries: readonly Entry[]): number {
  const offsets = entries
    .map(({ reply, received }) => Date.parse(reply.headers['date'] ?? '') - received)
    .filter((offset) => !Number.isNaN(offset))
    .toSorted((one, other) => one - other)
  const middle = offsets[offsets.length >> 1] ?? 0
  return Math.abs(middle) < SAME_CLOCK_MS ? 0 : middle
}

/** Sorts requests and replies by time, so that overlapping ones still overlap. */
function inOrder(entries: readonly Entry[], base: string, offset: number): readonly RecordedEntry[] {
  const recorder = new Recorder()
  const exchanges: RecordedEntry[] = []
  const events = entries.flatMap((entry) => {
    let end: ReturnType<Recorder['begin']> | undefined
    const begin = (): void => {
      end = recorder.begin({ ...entry.request, path: entry.url.slice(base.length) }, entry.sent + offset)
    }
    const answer = (): void => {
      const exchange = end?.(entry.reply, entry.received + offset)
      if (exchange)
        exchanges.push({ ...exchange, ...(entry.unread !== undefined && { unread: entry.unread }) })
    }
    return [
      { time: entry.sent - ROUNDED_MS, run: begin },
      { time: entry.received, run: answer },
    ]
  })
  for (const { run } of events.toSorted((one, other) => one.time - other.time)) run()
  return exchanges
}
