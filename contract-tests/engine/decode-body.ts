import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const fromZlib: Decoder = promisify(inflate)
const fromRaw: Decoder = promisify(inflateRaw)
// Some servers leave out the wrapping that HTTP asks for (RFC 9110 §8.4.1.2), and every browser takes that.
const isWrapped = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x0f) === 8

const decoders = new Map<string, Decoder>([
  ['br', promisify(brotliDecompress)],
  ['deflate', (bytes, options) => (isWrapped(bytes) ? fromZlib : fromRaw)(bytes, options)],
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['zstd', promisify(zstdDecompress)],
  ['identity', (bytes) => Promise.resolve(bytes)],
])

const MOST_DECODED = 16 * 1024 * 1024
const MOST_CODINGS = 5

/**
 * The text of a body, whose codings are undone from the last one on; `undefined` where one is unknown, they are too many,
 * or it is not what it says it is.
 */
export async function decodeBody(bytes: Buffer, contentEncoding = ''): Promise<string | undefined> {
  // A reply to HEAD, or one that says that it has not changed, names a coding and has no body.
  if (bytes.length === 0) return ''
  const names = contentEncoding.split(',').map((name) => name.trim().toLowerCase())
  const codings = names.filter((name) => name !== '').reverse()
  if (codings.length > MOST_CODINGS) return undefined
  try {
    let decoded: Buffer | undefined = bytes
    for (const coding of codings) {
      decoded = decoded && (await decoders.get(coding)?.(decoded, { maxOutputLength: MOST_DECODED }))
    }
    return decoded?.toString()
  } catch {
    return undefined
  }
}
