import { expect, test } from 'vitest'
import { awaitAll, andThen } from './awaitable.ts'
import { bodyBytes, bodyText } from './body-bytes.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('the bytes of a body are those that fit', () => {
  const bytes = bytesOf('Rex')
  expect(bodyBytes(bytes, 3)).toEqual({ kind: 'bytes', pieces: [bytes] })
  expect(bodyBytes(bytes, 2)).toEqual({ kind: 'too-large' })
})

test('a text is read in whatever pieces it comes, a letter in two of them included', () => {
  const bytes = bytesOf('Zoë 🐈')
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
  expect(bodyText({ kind: 'bytes', pieces })).toEqual({ kind: 'text', text: 'Zoë 🐈' })
  expect(bodyText({ kind: 'bytes', pieces: [] })).toEqual({ kind: 'text', text: '' })
})

test('what is no UTF-8 is none, be it in the middle or at the end', () => {
  expect(bodyText({ kind: 'bytes', pieces: [Uint8Array.of(0xff, 0x61)] })).toEqual({ kind: 'not-utf-8' })
  expect(bodyText({ kind: 'bytes', pieces: [bytesOf('ë').slice(0, 1)] })).toEqual({ kind: 'not-utf-8' })
})

test('what could not be read has no text', () => {
  expect(bodyText({ kind: 'too-large' })).toEqual({ kind: 'too-large' })
})

test('what is there is passed on at once, and what is promised later', async () => {
  expect(andThen(2, (value) => value + 1)).toBe(3)
  const later = andThen(Promise.resolve(2), (value) => value + 1)
  expect(later).toBeInstanceOf(Promise)
  expect(await later).toBe(3)
})

test('all values are there at once unless one is promised', async () => {
  const values = [1, 2]
  expect(awaitAll(values)).toBe(values)
  const later = awaitAll([1, Promise.resolve(2)])
  expect(later).toBeInstanceOf(Promise)
  expect(await later).toEqual([1, 2])
})
