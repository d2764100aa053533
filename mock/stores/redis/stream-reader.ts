import { HOLD_MS, type RedisLink } from './redis-link.ts'
import type { Reply } from './reply.ts'

/** Streams that are read with one command, each with the id of its last event, and what ends that. */
interface Group {
  readonly last: Map<string, string>
  readonly ending: AbortController
}

/** Receives what is new in streams of one group, and may update their last ids. */
type Receive = (reply: Reply, last: Map<string, string>) => void

/** Reads streams as events come, each group of them on a connection of its own. */
export class StreamReader {
  readonly #link: RedisLink
  readonly #receive: Receive
  readonly #fail: () => void
  readonly #groups = new Map<string, Group>()
  #hasEnded = false

  /** `fail` is called once, if a connection ends. */
  constructor(link: RedisLink, receive: Receive, fail: () => void) {
    this.#link = link
    this.#receive = receive
    this.#fail = fail
  }

  /** Reads the events of a stream after an id. */
  add(stream: string, id: string): void {
    if (this.#hasEnded) return
    const name = this.#link.groupOf(stream)
    const group = this.#groups.get(name) ?? { last: new Map<string, string>(), ending: new AbortController() }
    group.last.set(stream, id)
    if (this.#groups.has(name)) return
    this.#groups.set(name, group)
    this.#read(stream, group).catch(() => {
      if (group.ending.signal.aborted) return
      this.end()
      this.#fail()
    })
  }

  delete(stream: string): void {
    const name = this.#link.groupOf(stream)
    const group = this.#groups.get(name)
    group?.last.delete(stream)
    if (group?.last.size !== 0) return
    this.#groups.delete(name)
    group.ending.abort()
  }

  end(): void {
    this.#hasEnded = true
    for (const { ending } of this.#groups.values()) ending.abort()
    this.#groups.clear()
  }

  async #read(stream: string, { last, ending }: Group): Promise<void> {
    const ask = await this.#link.wait(stream, ending.signal)
    while (!ending.signal.aborted) {
      const streams = [...last.keys(), ...last.values()]
      this.#receive(await ask('XREAD', 'BLOCK', String(HOLD_MS), 'STREAMS', ...streams), last)
    }
  }
}
