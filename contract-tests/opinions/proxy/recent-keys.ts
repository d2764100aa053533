import type { IncomingMessage } from 'node:http'
import { partCutter, wholeCutter, type KeyCutter } from '../../engine/cut-keys.ts'

const MOST_KEYS = 10
const LONGEST_KEY = 200

interface Cutters {
  readonly whole: KeyCutter
  readonly parts: KeyCutter
}

/** The last keys that were sent through a proxy. A reply may quote one of them, and a contradiction an earlier reply to another. */
export class RecentKeys {
  /** Building a cutter takes some milliseconds, and is for nothing where nothing is found. */
  readonly #cutters = new Map<string, Cutters | undefined>()

  /** Remembers the key of a request, if it has one. */
  see({ headers }: IncomingMessage): void {
    const key = /^\S+\s+(\S+)$/.exec(headers.authorization ?? '')?.[1]
    if (key === undefined) return
    const cutters = this.#cutters.get(key)
    this.#cutters.delete(key)
    this.#cutters.set(key, cutters)
    const [oldest] = this.#cutters.keys()
    if (this.#cutters.size > MOST_KEYS && oldest !== undefined) this.#cutters.delete(oldest)
  }

  /** Redacts them in a text. */
  readonly cut: KeyCutter = (text) => {
    // One key may begin as another one does.
    const longestFirst = [...this.#cutters.keys()].sort((one, other) => other.length - one.length)
    const whole = longestFirst.reduce((rest, key) => this.#cuttersOf(key).whole(rest), text)
    return longestFirst.reduce((rest, key) => this.#cuttersOf(key).parts(rest), whole)
  }

  #cuttersOf(key: string): Cutters {
    let cutters = this.#cutters.get(key)
    if (!cutters) {
      // No service has keys that long, and a search for every spelling of one would be slow.
      const isTooLong = key.length > LONGEST_KEY
      cutters = {
        whole: isTooLong
          ? (text) => text.replaceAll(key, '{key}')
          : wholeCutter({ key, secondKey: undefined }),
        parts: partCutter([key]),
      }
      this.#cutters.set(key, cutters)
    }
    return cutters
  }
}
