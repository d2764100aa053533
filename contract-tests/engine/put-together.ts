import type { IncomingMessage } from 'node:http'
import { Pieces } from '../../spec/pieces.ts'

/** Puts the pieces of a message's body together that come in one turn of the event loop. To be called before the first of them. */
export function putTogether(message: IncomingMessage): Pieces {
  const pieces = new Pieces()
  const push = message.push.bind(message)
  const handOver = (): void => {
    const read = pieces.take()
    if (!message.destroyed) for (const all of read) push(all)
  }
  const value = (piece: unknown, encoding?: BufferEncoding): boolean => {
    if (piece instanceof Buffer)
      return pieces.add(piece, handOver) && message.readableLength < message.readableHighWaterMark
    handOver()
    return push(piece, encoding)
  }
  Object.defineProperty(message, 'push', { value })
  return pieces
}
