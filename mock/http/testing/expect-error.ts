import { expect } from 'vitest'
import type { Answer } from './answer.ts'

/** A reply in the Error shape (section Error) that repeats its status, says something, and shows no insides. */
export function expectError(answer: Answer, status: number): void {
  expect(answer.status, answer.text).toBe(status)
  expect(JSON.parse(answer.text)).toEqual({
    code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/) as unknown,
    message: expect.stringMatching(/\S/) as unknown,
    status,
  })
  expect(answer.header('Content-Type')).toBe('application/json')
  expect(answer.text).not.toMatch(/node:internal|node_modules|\.ts:\d|\n? {4}at /)
}

/** The three headers that stand on every response, as whole numbers that make sense together. */
export function expectRateLimit(answer: Answer): void {
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect(answer.header(name), name).toMatch(/^\d+$/)
  }
  const { limit, remaining } = answer.rateLimit
  expect(limit).toBeGreaterThan(0)
  expect(remaining).toBeLessThanOrEqual(limit)
  expect(answer.reset).toBeGreaterThanOrEqual(Date.parse(answer.header('Date')))
}
