import { expect, it } from 'vitest'
import { countdown } from './words.ts'

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
