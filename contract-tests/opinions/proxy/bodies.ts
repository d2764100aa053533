import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

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

/** What was read of a body. */
interface BodyStart {
  readonly bytes: Buffer
  /** Whether that is all of it. */
  readonly isWhole: boolean
}

/** Reads a body until its end, or until there is more than `most` bytes; the rest can then be read still. */
export async function bodyStart(body: Readable, most: number): Promise<BodyStart> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length > most) return { bytes: Buffer.concat(chunks), isWhole: false }
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}
