import type { IncomingMessage } from 'node:http'

/** The most of a body that is held to be judged, in bytes, as it comes and once its Content-Encoding is undone. */
export const MOST_HELD = 1024 * 1024
export const MOST_DECODED = 4 * MOST_HELD

/** The bytes that the bodies of all exchanges may occupy at once. */
export const MOST_IN_ALL = 256 * MOST_HELD

/** The memory for bodies that are held to be judged. */
export class BodyRoom {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  /** Reserves room for the body of a message until `holder` is closed; false if there is none. */
  reserve(
    message: IncomingMessage,
    holder: { once(event: 'close', listener: () => void): unknown },
  ): boolean {
    const bytes = mostOf(message)
    if (bytes > this.#left) return false
    this.#left -= bytes
    holder.once('close', () => {
      this.#left += bytes
    })
    return true
  }
}

/** The bytes that the body of a message can occupy. */
function mostOf({ headers, statusCode }: IncomingMessage): number {
  const { 'content-length': length, 'transfer-encoding': coding, 'content-encoding': encoding } = headers
  // Without a word about its body a request has none, and a reply one that ends with the connection.
  const isEmpty = length === undefined && coding === undefined && typeof statusCode !== 'number'
  const held = isEmpty ? 0 : Math.min(Number(length ?? MOST_HELD), MOST_HELD)
  return encoding === undefined ? held : held + MOST_DECODED
}

/** The body of a request as far as it has passed; `undefined` if it is incomplete, or too large to buffer. */
export type Overheard = () => Buffer | undefined

/** Listens to a request's body on its way to somebody else. */
export function overhear(request: IncomingMessage): Overheard {
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= MOST_HELD) chunks.push(chunk)
    else chunks.length = 0
  })
  return () => (request.complete && length <= MOST_HELD ? Buffer.concat(chunks) : undefined)
}
