import type { IncomingMessage } from 'node:http'
import { Pieces } from '../../spec/pieces.ts'
import { StoppingRequest } from './pending.ts'

/**
 * A request to a server of our own. Most bodies arrive in one piece, together with the headers. Such a body is handed over as that
 * piece: as a stream, it would cost a fifth of the time of a creation.
 */
export class ServerRequest extends StoppingRequest {
  /** The whole body, if it arrived together with the headers. */
  wholeBody: Buffer | undefined
  #length = 0
  #begin: (() => void) | undefined
  /** Those of a body that did not arrive in one. */
  #pieces: Pieces | undefined

  /** Whether a body comes in thousands of tiny pieces, as no client sends one. It is not read further. */
  static isShredded(request: IncomingMessage): boolean {
    return #pieces in request && request.#pieces?.isShredded === true
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
    Object.defineProperty(this, 'push', { value: this.push.bind(this) })
  }

  /** Node's parser calls it with each piece of the body, and with `null` at the end. */
  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (!(piece instanceof Buffer)) {
      if (this.wholeBody) return this.#endUnread()
      this.#pushRead()
      return super.push(piece, encoding)
    }
    if (this.#begin && piece.length === this.#length) {
      this.wholeBody = piece
      this.#beginOnce()
      return true
    }
    this.#pieces ??= new Pieces()
    if (this.#pieces.isShredded) return false
    const mayGoOn = this.#pieces.add(piece, () => {
      this.#pushRead()
    })
    return mayGoOn && this.readableLength < this.readableHighWaterMark
  }

  /** There is nothing left for the stream, and its end would take several ticks. Since it was read, Node does not drop what it holds. */
  #endUnread(): boolean {
    this.read(0)
    return true
  }

  #pushRead(): void {
    const read = this.#pieces?.take() ?? []
    if (!this.destroyed) for (const all of read) super.push(all)
  }

  #beginOnce(): void {
    const begin = this.#begin
    this.#begin = undefined
    begin?.()
  }
}
