import type { IncomingMessage } from 'node:http'
import { cutterOf, type KeyCutter } from '../../engine/cut-keys.ts'

const MOST_KEYS = 10

/** The last keys that were sent through a proxy. A reply may quote one of them, and a contradiction an earlier reply to another. */
export class RecentKeys {
  readonly #keys = new Set<string>()
  /** Made where something is found, as long as no other key comes. */
  #cutter: KeyCutter | undefined

  /** Remembers the key of a request, if it has one. */
  see({ headers }: IncomingMessage): void {
    const key = /^\S+\s+(\S+)$/.exec(headers.authorization ?? '')?.[1]
    if (key === undefined) return
    if (!this.#keys.delete(key)) this.#cutter = undefined
    this.#keys.add(key)
    const [oldest] = this.#keys
    if (this.#keys.size > MOST_KEYS && oldest !== undefined) this.#keys.delete(oldest)
  }

  /** Redacts them in a text. */
  readonly cut: KeyCutter = (text) => {
    this.#cutter ??= cutterOf(new Map([...this.#keys].map((key) => [key, '{key}'])))
    return this.#cutter(text)
  }
}
