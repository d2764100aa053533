import type { Readable } from 'node:stream'

/** What was read of a body. */
export interface BodyStart {
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
