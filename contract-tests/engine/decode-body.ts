import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

/** A body as far as it was read. */
export interface BodyStart {
  readonly bytes: Buffer
  /** Whether that is all of it. */
  readonly isWhole: boolean
}

/**
 * Reads a body until its end, or until there is more than `most` bytes: then it stops, and the rest can still be read, or
 * destroyed. Holds no more than `most` bytes and a chunk. Rejects where the connection breaks.
 */
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

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

/** The decoders of all codings. Most services send no compressed body, so that zlib is loaded with the first one. */
async function loadDecoders(): Promise<ReadonlyMap<string, Decoder>> {
  const { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } =
    await import('node:zlib')
  const [fromZlib, fromRaw, fromZstd] = [promisify(inflate), promisify(inflateRaw), promisify(zstdDecompress)]
  // As RFC 9659 §3 asks; zstd itself would allocate 128 MB for a frame that says so.
  const zstdWindow = { [constants.ZSTD_d_windowLogMax]: 23 }
  return new Map<string, Decoder>([
    ['br', promisify(brotliDecompress)],
    ['deflate', (bytes, options) => (isWrapped(bytes) ? fromZlib : fromRaw)(bytes, options)],
    ['gzip', promisify(gunzip)],
    ['x-gzip', promisify(gunzip)],
    ['zstd', (bytes, options) => fromZstd(bytes, { ...options, params: zstdWindow })],
    ['identity', (bytes) => Promise.resolve(bytes)],
  ])
}

// Some servers leave out the wrapping that HTTP asks for (RFC 9110 §8.4.1.2), and every browser accepts that.
function isWrapped(bytes: Buffer): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8
}

const MOST_CODINGS = 5

/** A body as text; or the reason why not: it exceeds the limit, or does not match its Content-Encoding. */
export type DecodedBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too large' }
  | { readonly kind: 'unreadable' }

/**
 * The text of a body, whose codings are undone from the last one on. None of them yields more than `most` bytes: what would
 * is given up as soon as there are so many. It is unreadable where a coding is unknown, they are more than five, or it is
 * not in them. Never rejects.
 */
export async function decodeBody(
  bytes: Buffer,
  contentEncoding: string | undefined,
  most: number,
): Promise<DecodedBody> {
  // A reply to HEAD, or one that says that it has not changed, names a coding and has no body.
  if (bytes.length === 0) return { kind: 'text', text: '' }
  if (bytes.length > most) return { kind: 'too large' }
  const names = (contentEncoding ?? '').split(',').map((name) => name.trim().toLowerCase())
  const codings = names.filter((name) => name !== '').reverse()
  if (codings.length === 0) return { kind: 'text', text: bytes.toString() }
  if (codings.length > MOST_CODINGS) return { kind: 'unreadable' }
  const decoders = await loadDecoders()
  try {
    let decoded = bytes
    for (const coding of codings) {
      const decoder = decoders.get(coding)
      if (!decoder) return { kind: 'unreadable' }
      decoded = await decoder(decoded, { maxOutputLength: most })
    }
    return { kind: 'text', text: decoded.toString() }
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return { kind: isTooLarge ? 'too large' : 'unreadable' }
  }
}
