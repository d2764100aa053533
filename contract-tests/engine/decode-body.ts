import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'

const DECODERS: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  zstd: promisify(zstdDecompress),
  identity: (bytes) => Promise.resolve(bytes),
}

const MOST_DECODED = 16 * 1024 * 1024

/** The text of a body; `undefined` where its content coding is unknown, or it is not what it says it is. */
export async function decodeBody(bytes: Buffer, contentEncoding = 'identity'): Promise<string | undefined> {
  // A reply to HEAD, or one that says that it has not changed, names a coding and has no body.
  const decode = bytes.length === 0 ? DECODERS['identity'] : DECODERS[contentEncoding.trim().toLowerCase()]
  try {
    return (await decode?.(bytes, { maxOutputLength: MOST_DECODED }))?.toString()
  } catch {
    return undefined
  }
}
