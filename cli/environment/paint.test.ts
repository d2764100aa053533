import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { createPaint } from './paint.ts'

it('adds only colour codes', () => {
  const red = createPaint(true)('red', '500')
  expect(red).not.toBe('500')
  expect(stripVTControlCharacters(red)).toBe('500')
})

it('adds nothing without colours', () => {
  expect(createPaint(false)('red', '500')).toBe('500')
})
