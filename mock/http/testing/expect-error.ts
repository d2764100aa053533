import { expect } from 'vitest'
import type { Mock } from '../../mock.ts'
import type { HttpReply } from './answer.ts'
import { Client } from './client.ts'

/** A reply in the Error shape (section Error) that repeats its status, says something, and shows no insides. */
export function expectError(answer: HttpReply, status: number): void {
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
export function expectRateLimit(answer: HttpReply): void {
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect(answer.header(name), name).toMatch(/^\d+$/)
  }
  const { limit, remaining } = answer.rateLimit
  expect(limit).toBeGreaterThan(0)
  expect(remaining).toBeLessThanOrEqual(limit)
  expect(answer.reset).toBeGreaterThanOrEqual(Date.parse(answer.header('Date')))
}

/** A reply to a request that is no good: lawful in its status, clear in its body, and no fault of the server's. */
export function expectRefusal(answer: HttpReply, lawful: readonly number[]): void {
  expect(lawful, answer.text).toContain(answer.status)
  expectRateLimit(answer)
  if (answer.status >= 400) expectError(answer, answer.status)
  else expect(answer.text).not.toMatch(/node:internal|node_modules|\.ts:\d/)
}

/** The mock holds as many pets as it should, and answers the next polite request. */
export async function expectUnharmed(mock: Mock, pets = 100): Promise<void> {
  expect(mock.world.petCount).toBe(pets)
  const answer = await new Client(mock.baseUrl, 'enterprise-demo-key').list('?limit=100')
  expect([answer.status, answer.pets.length]).toEqual([200, Math.min(pets, 100)])
}
