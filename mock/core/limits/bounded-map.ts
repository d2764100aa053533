interface Entry<Value> {
  readonly id: string
  value: Value
  older: Entry<Value> | undefined
  newer: Entry<Value> | undefined
}

/**
 * A map that holds at most `bound` entries: the one that was used longest ago makes room for a new one. Lists them in the
 * order in which they were added.
 */
export class BoundedMap<Value> {
  // By use they are chained: a Map that is reordered at each use keeps the holes, and looks through thousands for its first.
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #bound: number
  #oldest: Entry<Value> | undefined
  #newest: Entry<Value> | undefined

  constructor(bound: number) {
    this.#bound = bound
  }

  get size(): number {
    return this.#entries.size
  }

  /** The entry, which becomes the most recently used one. */
  use(id: string): Value | undefined {
    const entry = this.#entries.get(id)
    if (entry !== undefined && entry !== this.#newest) {
      this.#unchain(entry)
      this.#chain(entry)
    }
    return entry?.value
  }

  /** The entry, without being used. */
  get(id: string): Value | undefined {
    return this.#entries.get(id)?.value
  }

  set(id: string, value: Value): void {
    this.delete(id)
    if (this.#entries.size >= this.#bound) this.deleteOldest()
    const entry = { id, value, older: undefined, newer: undefined }
    this.#entries.set(id, entry)
    this.#chain(entry)
  }

  delete(id: string): boolean {
    const entry = this.#entries.get(id)
    if (!entry) return false
    this.#unchain(entry)
    return this.#entries.delete(id)
  }

  /** Removes the entry that was used longest ago, where there is one. */
  deleteOldest(): void {
    if (this.#oldest) this.delete(this.#oldest.id)
  }

  clear(): void {
    this.#oldest = undefined
    this.#newest = undefined
    this.#entries.clear()
  }

  // Published types name no IteratorObject, which TypeScript knows from 5.6 on.
  keys(): Iterable<string> {
    return this.#entries.keys()
  }

  values(): Iterable<Value> {
    return this.#entries.values().map(({ value }) => value)
  }

  /** Makes an entry that is in no chain the newest. */
  #chain(entry: Entry<Value>): void {
    entry.older = this.#newest
    if (this.#newest) this.#newest.newer = entry
    else this.#oldest = entry
    this.#newest = entry
  }

  #unchain(entry: Entry<Value>): void {
    const { older, newer } = entry
    if (older) older.newer = newer
    else this.#oldest = newer
    if (newer) newer.older = older
    else this.#newest = older
    entry.older = undefined
    entry.newer = undefined
  }
}
