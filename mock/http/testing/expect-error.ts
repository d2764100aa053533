import { expect } from 'vitest'
import type { Mock } from '../../mock.ts'
import type { HttpReply } from './http-reply.ts'
import { Client } from './client.ts'

/** Expects an Error (section Error) that repeats the status, has a message, and shows no internals. */
export function expectError(reply: HttpReply, status: number): void {
  expect(reply.status, reply.text).toBe(status)
  expect(JSON.parse(reply.text)).toEqual({
    code: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/) as unknown,
    message: expect.stringMatching(/\S/) as unknown,
    status,
  })
  expect(reply.header('Content-Type')).toBe('application/json')
  expect(reply.text).not.toMatch(/node:internal|node_modules|\.ts:\d|\n? {4}at /)
}

/** Expects the three rate-limit headers, as consistent whole numbers. */
export function expectRateLimit(reply: HttpReply): void {
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect(reply.header(name), name).toMatch(/^\d+$/)
  }
  const { limit, remaining } = reply.rateLimit
  expect(limit).toBeGreaterThan(0)
  expect(remaining).toBeLessThanOrEqual(limit)
  expect(reply.reset).toBeGreaterThanOrEqual(Date.parse(reply.header('Date')))
}

/** Expects a reply to a bad request with a lawful status and a clear body. */
export function expectRefusal(reply: HttpReply, lawful: readonly number[]): void {
  expect(lawful, reply.text).toContain(reply.status)
  expectRateLimit(reply)
  if (reply.status >= 400) expectError(reply, reply.status)
  else expect(reply.text).not.toMatch(/node:internal|node_modules|\.ts:\d/)
}

/** Expects that the mock has so many pets and answers the next valid request. */
export async function expectHealthy(mock: Mock, pets = 100): Promise<void> {
  expect(mock.world.pets.size).toBe(pets)
  const reply = await new Client(mock.baseUrl, 'enterprise-demo-key').list('?limit=100')
  expect([reply.status, reply.pets.length]).toEqual([200, Math.min(pets, 100)])
}
