/** Gathers items and hands them over once a frame: however many arrive, the page is drawn at its own pace. */
export class Batch<Item> {
  readonly #take: (items: readonly Item[]) => void
  readonly #soon: (callback: () => void) => void
  #waiting: Item[] = []

  constructor(take: (items: readonly Item[]) => void, soon: (callback: () => void) => void = nextFrame) {
    this.#take = take
    this.#soon = soon
  }

  add(items: readonly Item[]): void {
    if (this.#waiting.length === 0 && items.length > 0) {
      this.#soon(() => {
        const taken = this.#waiting
        this.#waiting = []
        this.#take(taken)
      })
    }
    this.#waiting.push(...items)
  }
}

// A page that is not seen, or no longer, is drawn no more, and what waits must not pile up.
function nextFrame(callback: () => void): void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    callback()
  })
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame)
    callback()
  }, 250)
}
