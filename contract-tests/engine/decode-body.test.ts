import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bodyStart, decodeBody } from './decode-body.ts'

const MEGABYTE = 1024 * 1024

const TEXT = '[{"name":"Zoë 🐈"}]'
const bytes = Buffer.from(TEXT)

test.for([
  ['no coding', undefined, bytes],
  ['identity', 'identity', bytes],
  ['gzip', 'gzip', gzipSync(bytes)],
  ['a name in capitals', 'X-GZIP', gzipSync(bytes)],
  ['br', 'br', brotliCompressSync(bytes)],
  ['zstd', 'zstd', zstdCompressSync(bytes)],
  ['deflate', 'deflate', deflateSync(bytes)],
  ['raw deflate', 'deflate', deflateRawSync(bytes)],
  ['two codings', 'deflate, gzip', gzipSync(deflateSync(bytes))],
  ['two codings, the inner one raw', 'deflate,br', brotliCompressSync(deflateRawSync(bytes))],
] as const)('%s is decoded', async ([_what, coding, body]) => {
  expect(await decodeBody(body, coding, MEGABYTE)).toEqual({ kind: 'text', text: TEXT })
})

test('an empty body is empty in any coding, as in a reply to HEAD', async () => {
  expect(await decodeBody(Buffer.alloc(0), 'gzip', MEGABYTE)).toEqual({ kind: 'text', text: '' })
})

test.for([
  ['a coding that nobody knows', 'rot13', bytes],
  ['the name of something else', 'constructor', bytes],
  ['what is not in its coding', 'gzip', bytes],
  ['codings in the other order', 'gzip, deflate', gzipSync(deflateSync(bytes))],
  ['more codings than any server means', 'gzip,'.repeat(6), gzipSync(bytes)],
  // RFC 8878 §3.1.1: the magic number, no content size, a window of 2^27 bytes, and a last block of none.
  ['a window that costs 128 MB', 'zstd', Buffer.from('28b52ffd0088010000', 'hex')],
] as const)('%s cannot be decoded', async ([_what, coding, body]) => {
  expect(await decodeBody(body, coding, 2 * MEGABYTE)).toEqual({ kind: 'unreadable' })
})

const zeros = Buffer.alloc(MEGABYTE + 1)

test.for([
  ['no coding', undefined, zeros],
  ['gzip', 'gzip', gzipSync(zeros)],
  ['br', 'br', brotliCompressSync(zeros)],
  ['zstd', 'zstd', zstdCompressSync(zeros)],
  ['deflate', 'deflate', deflateSync(zeros)],
  ['two codings, the first one undone being too large', 'gzip, br', brotliCompressSync(zeros)],
] as const)('a body over the limit is reported in %s', async ([_what, coding, body]) => {
  expect(await decodeBody(body, coding, MEGABYTE)).toEqual({ kind: 'too large' })
})

test('a body of exactly the limit is read', async () => {
  const { kind } = await decodeBody(gzipSync(zeros.subarray(1)), 'gzip', MEGABYTE)
  expect(kind).toBe('text')
})

test('an endless body is read up to the limit, and can be destroyed then', async () => {
  let chunks = 0
  const endless = new Readable({
    read() {
      chunks += 1
      this.push(zeros)
    },
  })
  const { bytes, isWhole } = await bodyStart(endless, 3 * MEGABYTE)
  expect([isWhole, bytes.length]).toEqual([false, 3 * zeros.length])
  endless.destroy()
  expect(chunks).toBeLessThan(6)
})
