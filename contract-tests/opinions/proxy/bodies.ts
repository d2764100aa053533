import type { IncomingMessage } from 'node:http'

/** What has passed so far of a request's body; `undefined` where that is not all, or more than `most` bytes. */
export type Overheard = () => Buffer | undefined

/** Listens to a request's body on its way to somebody else. */
export function overhear(request: IncomingMessage, most: number): Overheard {
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= most) chunks.push(chunk)
    else chunks.length = 0
  })
  return () => (request.complete && length <= most ? Buffer.concat(chunks) : undefined)
}
