/** A map that holds at most `bound` entries: the one that was used longest ago makes room for a new one. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #bound: number
  #newest: string | undefined

  constructor(bound: number) {
    this.#bound = bound
  }

  get size(): number {
    return this.#entries.size
  }

  /** The entry, which becomes the most recently used one. */
  use(id: string): Value | undefined {
    const value = this.#entries.get(id)
    if (value === undefined || id === this.#newest) return value
    this.#entries.delete(id)
    this.#entries.set(id, value)
    this.#newest = id
    return value
  }

  /** The entry, without being used. */
  get(id: string): Value | undefined {
    return this.#entries.get(id)
  }

  set(id: string, value: Value): void {
    this.#entries.delete(id)
    if (this.#entries.size >= this.#bound) this.#evictOldest()
    this.#entries.set(id, value)
    this.#newest = id
  }

  delete(id: string): boolean {
    if (id === this.#newest) this.#newest = undefined
    return this.#entries.delete(id)
  }

  clear(): void {
    this.#newest = undefined
    this.#entries.clear()
  }

  keys(): IterableIterator<string> {
    return this.#entries.keys()
  }

  values(): IterableIterator<Value> {
    return this.#entries.values()
  }

  #evictOldest(): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
