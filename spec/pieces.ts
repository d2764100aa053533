const MANY_PIECES = 1000
const FEW_BYTES = 16

/**
 * The pieces of a body, as Node's parser hands them over. Those of one turn of the event loop are put together: 64 kB may hold ten
 * thousand chunks of a byte, each of which takes hundreds.
 */
export class Pieces {
  #read: Buffer[] = []
  #count = 0
  #bytes = 0

  /** Whether the body comes in thousands of tiny pieces, as no client sends one. */
  get isShredded(): boolean {
    return this.#count > MANY_PIECES && this.#bytes < this.#count * FEW_BYTES
  }

  /** Adds a piece. Calls `handOver` at the end of the turn. Returns whether there may be more in this turn. */
  add(piece: Buffer, handOver: () => void): boolean {
    this.#count += 1
    this.#bytes += piece.length
    // Node ends a tick after each piece.
    if (this.#read.length === 0) setImmediate(handOver)
    this.#read.push(piece)
    return this.#read.length < MANY_PIECES
  }

  /** Takes those that were not handed over yet, as one if there are any. */
  take(): readonly Buffer[] {
    const read = this.#read
    this.#read = []
    return read.length > 1 ? [Buffer.concat(read)] : read
  }
}
