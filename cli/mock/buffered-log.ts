import type { After } from '../../spec/after.ts'
import type { Sink } from '../environment/environment.ts'

/** How long a line may wait, in milliseconds. */
const LONGEST_WAIT = 50
/** How many characters are written at once. Of twice as many, the memory would be returned and taken anew for each batch. */
const BATCH = 32_768
/** Characters that wait for a reader who is behind; what comes on top is dropped. */
const MOST_WAITING = 1_048_576
/** How long the end waits for such a reader, in milliseconds. */
const PATIENCE = 1_000

/**
 * Writes lines in batches, so that a request never waits for the log. When the reader is too slow, or they cannot be
 * written, lines are dropped and counted, and the log says so as soon as it can.
 */
export class BufferedLog {
  readonly #sink: Sink
  readonly #after: After
  readonly #describeDropped: (count: number) => string
  #waiting = ''
  #lines = 0
  #dropped = 0
  #blocked = false
  #cancel: (() => void) | undefined

  constructor(sink: Sink, after: After, describeDropped: (count: number) => string) {
    this.#sink = sink
    this.#after = after
    this.#describeDropped = describeDropped
  }

  /** Adds a line; it is not even made when there is no room for it. */
  add(line: () => string): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#dropped += 1
      return
    }
    this.#waiting += `${line()}\n`
    this.#lines += 1
    if (this.#blocked) return
    if (this.#waiting.length >= BATCH) this.flush()
    else this.#cancel ??= this.#after(LONGEST_WAIT, this.#flushLater)
  }

  readonly #flushLater = (): void => {
    this.flush()
  }

  /** Writes what waits now, unless the reader is behind. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = undefined
    if (this.#blocked || this.#waiting === '') return
    const lines = this.#lines + this.#dropped
    let isLost = false
    const isAccepted = this.#sink.write(this.#drain(), (error) => {
      if (!error) return
      isLost = true
      this.#dropped += lines
      this.#blocked = false
    })
    this.#blocked = !isAccepted && !isLost
    if (!this.#blocked) return
    this.#sink.once('drain', () => {
      this.#blocked = false
      this.flush()
    })
  }

  /** Writes the rest and resolves when it is out, or when the reader has been waited for long enough. */
  close(): Promise<void> {
    this.#cancel?.()
    return new Promise((resolve) => {
      const giveUp = this.#after(PATIENCE, resolve)
      this.#sink.write(this.#drain(), () => {
        giveUp()
        resolve()
      })
    })
  }

  #drain(): string {
    const dropped = this.#dropped === 0 ? '' : `${this.#describeDropped(this.#dropped)}\n`
    const text = this.#waiting + dropped
    this.#waiting = ''
    this.#lines = 0
    this.#dropped = 0
    return text
  }
}
