import type { IncomingMessage } from 'node:http'
import { StoppingRequest } from './pending.ts'

const MANY_PIECES = 1000
const FEW_BYTES = 16

/**
 * A request to a server of our own. Most bodies arrive in one piece, together with the headers. Such a body is handed over as that
 * piece: as a stream, it would cost a fifth of the time of a creation.
 */
export class ServerRequest extends StoppingRequest {
  /** The whole body, if it arrived together with the headers. */
  wholeBody: Buffer | undefined
  #length = 0
  #begin: (() => void) | undefined
  /** The pieces that were read in this turn of the event loop. */
  #read: Buffer[] = []
  #allPieces = 0
  #allBytes = 0

  /** Whether a body comes in thousands of tiny pieces, as no client sends one. It is not read further. */
  static isShredded(request: IncomingMessage): boolean {
    return #allPieces in request && request.#isShredded
  }

  get #isShredded(): boolean {
    return this.#allPieces > MANY_PIECES && this.#allBytes < this.#allPieces * FEW_BYTES
  }

  /** Calls `begin` as soon as the whole body is there, or once everything that arrived with the headers has been parsed. */
  beginWithBody(begin: () => void): void {
    this.#length = Number(this.headers['content-length'] ?? 0)
    if (this.#length === 0) {
      begin()
      return
    }
    this.#begin = begin
    process.nextTick(() => {
      this.#beginOnce()
    })
  }

  /** To be called before Express gets the request, for it replaces the prototype of each. */
  keepPush(): void {
    Object.defineProperty(this, 'push', { value: ServerRequest.prototype.push })
  }

  /**
   * Node's parser calls it with each piece of the body, and with `null` at the end. The pieces of one turn of the event loop are
   * put together: 64 kB may hold ten thousand chunks of a byte, each of which takes hundreds.
   */
  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (!(piece instanceof Buffer)) {
      this.#pushRead()
      return super.push(piece, encoding)
    }
    if (this.#begin && piece.length === this.#length) {
      this.wholeBody = piece
      this.#beginOnce()
      return true
    }
    if (this.#isShredded) return false
    this.#allPieces += 1
    this.#allBytes += piece.length
    if (this.#read.length === 0) {
      // Node ends a tick after each piece.
      setImmediate(() => {
        this.#pushRead()
      })
    }
    this.#read.push(piece)
    return this.readableLength < this.readableHighWaterMark
  }

  #pushRead(): void {
    const read = this.#read
    this.#read = []
    if (!this.destroyed) for (const all of together(read)) super.push(all)
  }

  #beginOnce(): void {
    const begin = this.#begin
    this.#begin = undefined
    begin?.()
  }
}

function together(pieces: readonly Buffer[]): readonly Buffer[] {
  return pieces.length > 1 ? [Buffer.concat(pieces)] : pieces
}
