import { expect } from 'vitest'
import type { Mock } from '../../mock.ts'
import type { Answer } from './answer.ts'
import { Client } from './client.ts'
import { expectError, expectRateLimit } from './expect-error.ts'

/** A reply to a request that is no good: lawful in its status, clear in its body, and no fault of the server's. */
export function expectRefusal(answer: Answer, lawful: readonly number[]): void {
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
