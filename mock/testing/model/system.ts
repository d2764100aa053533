import { expect } from 'vitest'
import type { PetStatus } from '../../../spec/index.ts'
import type { Reply } from '../../core/request/reply.ts'
import type { World } from '../../core/world/world.ts'
import { ask, headerOf, type Asked } from '../../core/testing/test-world.ts'
import type { LimiterModel } from './limiter-model.ts'

export interface PetModel {
  readonly id: number
  readonly name: string
  readonly categoryId: number
  readonly status: PetStatus
}

/** What the service is thought to be: pets in a row, and a limiter for each caller. */
export interface Model {
  now: number
  pets: PetModel[]
  readonly callers: Readonly<Record<string, LimiterModel>>
}

/** The service itself. */
export interface Real {
  readonly world: World
}

export const keys = ['one', 'two'] as const
export type Key = (typeof keys)[number]

/**
 * Asks the service, and holds its answer to what the limiter's model says: refused with 429 and a wait, or admitted.
 * Answers with the reply where it was admitted.
 */
export async function askMetered(
  { world }: Real,
  { now, callers }: Model,
  caller: string,
  asked: Asked,
  isError: boolean,
): Promise<Reply | undefined> {
  const decision = callers[caller]?.ask(now, isError)
  if (!decision) throw new RangeError(`no caller ${caller}`)
  const reply = await world.answer(ask(asked))
  const reset = Math.ceil(decision.until / 1000)
  expect({
    admitted: reply.status !== 429,
    limit: Number(headerOf(reply, 'X-RateLimit-Limit')),
    remaining: Number(headerOf(reply, 'X-RateLimit-Remaining')),
    reset: Number(headerOf(reply, 'X-RateLimit-Reset')),
    retryAfter: headerOf(reply, 'Retry-After'),
  }).toEqual({
    admitted: decision.served,
    limit: decision.limit,
    remaining: decision.remaining,
    reset,
    retryAfter: decision.served ? '' : String(Math.max(1, Math.ceil(reset - now / 1000))),
  })
  return decision.served ? reply : undefined
}
