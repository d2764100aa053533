/**
 * A map of bounded size, with at least the half that was used last. Two generations instead of an order of use: what is used
 * moves to the younger one, and when that is full, it becomes the older one. So a look-up changes next to nothing.
 */
export class Recent<Value> {
  readonly #half: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  /** Holds at most `most` entries. */
  constructor(most: number) {
    this.#half = most / 2
  }

  get(key: string): Value | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const older = this.#old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
