import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody } from './decode-body.ts'

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
] as const)('%s is undone', async ([_what, coding, body]) => {
  expect(await decodeBody(body, coding)).toBe(TEXT)
})

test('nothing is nothing in any coding, as in a reply to HEAD', async () => {
  expect(await decodeBody(Buffer.alloc(0), 'gzip')).toBe('')
})

test.for([
  ['a coding that nobody knows', 'rot13', bytes],
  ['the name of something else', 'constructor', bytes],
  ['what is not in its coding', 'gzip', bytes],
  ['codings in the other order', 'gzip, deflate', gzipSync(deflateSync(bytes))],
  ['more codings than any server means', 'gzip,'.repeat(6), gzipSync(bytes)],
  ['more than 16 MiB', 'gzip', gzipSync(Buffer.alloc(17 * 1024 * 1024))],
] as const)('%s cannot be read', async ([_what, coding, body]) => {
  expect(await decodeBody(body, coding)).toBeUndefined()
})
