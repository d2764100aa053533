import { expect, it } from 'vitest'
import { countdown, pictureName, unbroken } from './words.ts'

it.each([
  [-5, '0 s'],
  [1, '1 s'],
  [59_999, '59 s'],
  [60_999, '1:00'],
  [125_000, '2:05'],
  [3_600_000 * 3 + 60_000 * 12, '3 h 12 min'],
  [3_600_000 * 52, '2 d 4 h'],
])('%d milliseconds are shown as %s', (milliseconds, text) => {
  expect(countdown(milliseconds)).toBe(text)
})

it('a sentence has no break between a figure and its unit', () => {
  expect(unbroken('allowed 60 requests a minute; resets in 33 s, in 2 h 5 min')).toBe(
    'allowed 60 requests a minute; resets in 33\u{A0}s, in 2\u{A0}h 5\u{A0}min',
  )
})

it('a picture of the plot is named after its world, its run and the time, without a colon', () => {
  const time = Date.UTC(2030, 0, 1, 12, 3, 5)
  expect(pictureName('default', undefined, time)).toBe('default.requests.2030-01-01T12-03-05Z.png')
  expect(pictureName('staging', { clients: ['naive', 'polite'], plan: 'free' }, time)).toBe(
    'staging.naive-polite-free.2030-01-01T12-03-05Z.png',
  )
})
