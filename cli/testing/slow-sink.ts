import type { Sink } from '../sink.ts'

/** A sink that keeps what it is given, and whose reader can be made to fall behind. */
export class SlowSink implements Sink {
  readonly writes: string[] = []
  readerIsBehind = false
  readonly #drains: (() => void)[] = []
  readonly #dones: (() => void)[] = []

  get text(): string {
    return this.writes.join('')
  }

  write(text: string, done?: () => void): boolean {
    this.writes.push(text)
    if (done) {
      if (this.readerIsBehind) this.#dones.push(done)
      else done()
    }
    return !this.readerIsBehind
  }

  once(_event: 'drain', listener: () => void): void {
    this.#drains.push(listener)
  }

  /** The reader has caught up. */
  drain(): void {
    this.readerIsBehind = false
    for (const run of [...this.#dones.splice(0), ...this.#drains.splice(0)]) run()
  }
}
