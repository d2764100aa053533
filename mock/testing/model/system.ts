import { expect } from 'vitest'
import type { Choices } from '../../../spec/choices.ts'
import type { PetStatus } from '../../../spec/wire.ts'
import type { Reply } from '../../core/request/reply.ts'
import type { World } from '../../core/world/world.ts'
import { parseSettings } from '../../core/settings/settings.ts'
import { ask, headerOf, NOW, type Asked } from '../../core/testing/test-world.ts'
import { delivered } from '../../edge/in-process.ts'
import { LimiterModel, type Rules } from './limiter-model.ts'

export interface PetModel {
  readonly id: number
  readonly name: string
  readonly categoryId: number
  readonly status: PetStatus
}

/** The model of the service: pets in a row, and a limiter for each caller. */
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

/** Client addresses that the model has callers for. */
export const addresses = ['192.0.2.1', '192.0.2.2'] as const

/**
 * How much later a request arrives, in real milliseconds, than the reply before it was read: instances on one Redis know its time
 * only roughly, and would take it for one that was in flight.
 */
const LATER_MS = 1000

const PER_MINUTE = 3
const PER_DAY = 8

/** The keys of the world. */
export const specsOfModel = keys.map(
  (key) => ({ key, plan: 'enterprise', perMinute: PER_MINUTE, perDay: PER_DAY }) as const,
)

/** The model of a world without pets, with these choices, at NOW. */
export function modelOf(choices: Choices): Model {
  const rules: Rules = {
    alignment: choices['window-alignment'],
    ban: parseSettings(choices).ban,
    errorsCount: choices['do-errors-count'] === 'yes',
  }
  const callers = {
    ...Object.fromEntries(keys.map((key) => [key, new LimiterModel(rules, PER_MINUTE, PER_DAY)])),
    ...Object.fromEntries(
      addresses.map((address) => [address, new LimiterModel({ ...rules, ban: undefined }, 60, 1000)]),
    ),
  }
  return { now: NOW, pets: [], callers }
}

/**
 * Sends a request to the service and compares its reply with the limiter's model: refused with 429 and a wait, or admitted.
 * Resolves with the reply if it was admitted.
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
  const reply = await world.answer({ ...ask(asked), arrivedAt: performance.now() + LATER_MS })
  await delivered(reply)
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
