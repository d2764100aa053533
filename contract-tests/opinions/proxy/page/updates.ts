import type { ReportedFinding } from '../judge-traffic.ts'
import { findingItem, type Seen, viewOf, type View } from './view.ts'

/** How many kinds of findings are stored and shown, the latest ones. */
export const MOST_FINDINGS = 300
/** Pages that are open at once. */
const MOST_STREAMS = 20
/** Milliseconds between two updates of a page. */
const INTERVAL = 500
/** Bytes that may wait for a page that does not read; one that is cut off asks for the whole anew. */
const MOST_UNREAD = 4_000_000

/** Calls `tick` every so many milliseconds until the returned function is called. */
export type Every = (milliseconds: number, tick: () => void) => () => void

/** The connection to an open page. */
export interface PageStream {
  readonly writableLength: number
  write(text: string): unknown
  end(): unknown
  destroy(): unknown
}

/** Keeps open pages up to date: each gets everything at first, and then what has changed, twice a second. */
export class Updates {
  readonly #seen: Seen
  readonly #every: Every
  readonly #streams = new Set<PageStream>()
  /** The last one of each kind, by its id. */
  readonly #findings: Kinds = new Map()
  #fresh: Kinds = new Map()
  #sent: View['parts'] = {}
  #stop: () => void = () => undefined

  constructor(seen: Seen, every: Every = everyByTimer) {
    this.#seen = seen
    this.#every = every
  }

  get isFull(): boolean {
    return this.#streams.size >= MOST_STREAMS
  }

  add(finding: ReportedFinding): void {
    put(finding, this.#findings)
    if (this.#streams.size > 0) put(finding, this.#fresh)
  }

  /** Sends updates until the returned function is called. */
  open(stream: PageStream): () => void {
    // So that all have the same, which the next update changes.
    this.#update()
    this.#streams.add(stream)
    const view = viewOf(this.#seen)
    this.#sent = view.parts
    stream.write(eventOf(view, this.#findings, true))
    if (this.#streams.size === 1) {
      this.#stop = this.#every(INTERVAL, () => {
        this.#update()
      })
    }
    return () => {
      if (this.#streams.delete(stream) && this.#streams.size === 0) this.#stop()
    }
  }

  /** Sends what is new, and ends all streams. */
  close(): void {
    this.#update()
    this.#stop()
    for (const stream of this.#streams) stream.end()
    this.#streams.clear()
  }

  #update(): void {
    const view = viewOf(this.#seen)
    const changed = Object.entries(view.parts).filter(([id, html]) => this.#sent[id] !== html)
    const fresh = this.#fresh
    this.#sent = view.parts
    this.#fresh = new Map()
    if (changed.length === 0 && fresh.size === 0) return
    const text = eventOf({ ...view, parts: Object.fromEntries(changed) }, fresh, false)
    for (const stream of this.#streams) {
      if (stream.writableLength > MOST_UNREAD) stream.destroy()
      else stream.write(text)
    }
  }
}

type Kinds = Map<number, ReportedFinding>

/** Puts the last finding of a kind in the place of the one before; of many kinds, the first ones are forgotten. */
function put(finding: ReportedFinding, kinds: Kinds): void {
  kinds.set(finding.kind.id, finding)
  const [first = 0] = kinds.keys()
  if (kinds.size > MOST_FINDINGS) kinds.delete(first)
}

function eventOf(view: View, findings: Kinds, isWhole: boolean): string {
  const items = [...findings.values()].toReversed().map((one) => findingItem(one).toString())
  return `data: ${JSON.stringify({ ...view, isWhole, findings: items.join(''), most: MOST_FINDINGS })}\n\n`
}

const everyByTimer: Every = (milliseconds, tick) => {
  const timer = setInterval(tick, milliseconds).unref()
  return () => {
    clearInterval(timer)
  }
}
