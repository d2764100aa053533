import type { IncomingMessage } from 'node:http'
import { cutterOf, type KeyCutter } from '../../engine/cut-keys.ts'

const MOST_KEYS = 10

// A short word alone is rather a scheme without a key.
const CREDENTIALS = /^(?:\S+\s+(.+)|(\S{8,}))$/

/** The last keys that were sent through a proxy. A reply may quote one of them, and a contradiction an earlier reply to another. */
export class RecentKeys {
  readonly #nameOf: (key: string) => string
  readonly #keys = new Set<string>()
  /** Made where something is found, as long as no other key comes. */
  #cutter: KeyCutter | undefined

  /** `nameOf` gives what stands for a key. */
  constructor(nameOf: (key: string) => string = () => '{key}') {
    this.#nameOf = nameOf
  }

  /** Redacts the key of a request, and the others, in a text. */
  cut(request: Pick<IncomingMessage, 'headers'>, text: string): string {
    // Many others may have come since.
    this.see(request)
    this.#cutter ??= cutterOf(new Map([...this.#keys].map((key) => [key, this.#nameOf(key)])))
    return this.#cutter(text)
  }

  /** Remembers the key of a request, if it has one. */
  see({ headers }: Pick<IncomingMessage, 'headers'>): void {
    const [, afterScheme, alone] = CREDENTIALS.exec(headers.authorization?.trim() ?? '') ?? []
    const key = afterScheme ?? alone
    if (key === undefined) return
    if (!this.#keys.delete(key)) this.#cutter = undefined
    this.#keys.add(key)
    const [oldest] = this.#keys
    if (this.#keys.size > MOST_KEYS && oldest !== undefined) this.#keys.delete(oldest)
  }
}
