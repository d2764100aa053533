import {
  always,
  asError,
  creates,
  errors,
  keyOf,
  lists,
  onHeader,
  onReply,
  reads,
  refuses,
  replies,
  withHeader,
  withHeaders,
  type When,
} from './bend.ts'
import type { Ask, Overlay, Reply, Service } from './service.ts'
import { violation } from './violation.ts'

const LIMIT = 'x-ratelimit-limit'
const LEFT = 'x-ratelimit-remaining'
const RESET = 'x-ratelimit-reset'
const FIRST = 'free-demo-key'
const SECOND = 'free-demo-key-2'
const SPARE = 'enterprise-demo-key'
const NEVER = 1e15

const counts: When = (ask, { status }) => keyOf(ask) === FIRST && ask.base === '/v1' && status !== 401
const withSpare = (ask: Ask): Ask => withHeaders(ask, { authorization: `Bearer ${SPARE}` })
const number = (reply: Reply, name: string): number => Number(reply.headers[name])
const timeOf = (reply: Reply): number => Date.parse(reply.headers['date'] ?? '') / 1000

/** What the rate-limit headers of a reply say, told of another one. */
const likeLimitsOf = (told: Reply, reply: Reply, left: number): Reply =>
  withHeader(
    withHeader(withHeader(reply, LIMIT, told.headers[LIMIT]), RESET, told.headers[RESET]),
    LEFT,
    String(left),
  )

/** Serves the requests of the first key that the healthy service refuses, while `serves` says so. */
const servesRefused =
  (serves: (refusedSoFar: number) => boolean): Overlay =>
  (healthy) => {
    let refused = 0
    return async (ask) => {
      const reply = await healthy(ask)
      if (!refuses(ask, reply) || keyOf(ask) !== FIRST) return reply
      refused += 1
      return serves(refused) ? likeLimitsOf(reply, await healthy(withSpare(ask)), 0) : reply
    }
  }

/** Refuses requests of the first key from the n-th of a window on, with the headers of whoever has so many left. */
const refusesEarly = (left: number): Overlay =>
  onReply(
    (ask, reply) => counts(ask, reply) && reply.status < 400 && number(reply, LEFT) === left - 1,
    (reply) => {
      const wait = number(reply, RESET) - timeOf(reply)
      const refused = asError(429)(reply)
      return withHeader(withHeader(refused, 'retry-after', String(Math.max(1, Math.ceil(wait)))), LEFT, '0')
    },
  )

/** Refuses the first key for so long after it was refused first, in seconds of the service's time. */
const keepsRefusing =
  (seconds: number, more: (reply: Reply) => Reply = (reply) => reply): Overlay =>
  (healthy) => {
    let since = Number.POSITIVE_INFINITY
    let first: Reply | undefined
    return async (ask) => {
      const reply = await healthy(ask)
      if (keyOf(ask) !== FIRST || ask.base !== '/v1') return reply
      if (reply.status === 429) {
        since = Math.min(since, timeOf(reply))
        first ??= reply
        return reply
      }
      const isRefused = first !== undefined && timeOf(reply) - since < seconds
      return isRefused && first
        ? more(withHeader({ ...first, headers: { ...first.headers } }, 'date', reply.headers['date']))
        : reply
    }
  }

const onRetryAfter = (value: string | undefined | ((was: string, reply: Reply) => string)): Overlay =>
  onHeader(refuses, 'retry-after', value)

const left = (change: (left: number, reply: Reply) => number | string): Overlay =>
  onHeader(
    (ask, reply) => counts(ask, reply) && reply.status < 400,
    LEFT,
    (was, reply) => String(change(Number(was), reply)),
  )

const reset = (change: (reset: number, reply: Reply) => number | string, when: When = always): Overlay =>
  onHeader(when, RESET, (was, reply) => String(change(Number(was), reply)))

const forbids: Overlay = (healthy: Service) => async (ask) => {
  // One request of the first key costs the second one too.
  if (keyOf(ask) === FIRST && ask.base === '/v1')
    await healthy(withHeaders(ask, { authorization: `Bearer ${SECOND}` }))
  return healthy(ask)
}

export const limit = [
  violation('LIMIT-1', 'there is no X-RateLimit-Limit', onHeader(always, LIMIT, undefined)),
  violation(
    'LIMIT-1',
    'a 401 has no X-RateLimit headers',
    onReply(replies(401), (reply) =>
      withHeader(withHeader(withHeader(reply, LIMIT, undefined), LEFT, undefined), RESET, undefined),
    ),
  ),
  violation('LIMIT-1', 'errors have no X-RateLimit-Remaining', onHeader(errors, LEFT, undefined)),
  violation('LIMIT-1', 'a 429 has no X-RateLimit-Limit', onHeader(refuses, LIMIT, undefined)),
  violation('LIMIT-1', 'a 201 has no X-RateLimit-Reset', onHeader(creates, RESET, undefined)),
  violation('LIMIT-1', 'a 404 has no X-RateLimit-Limit', onHeader(replies(404), LIMIT, undefined)),
  violation('LIMIT-1', 'one animal has no X-RateLimit-Remaining', onHeader(reads, LEFT, undefined)),
  violation('LIMIT-2', 'Limit is 100', onHeader(counts, LIMIT, '100')),
  violation('LIMIT-2', 'Limit is that of the plan Pro', onHeader(counts, LIMIT, '300')),
  violation('LIMIT-2', 'Limit is 61', onHeader(counts, LIMIT, '61')),
  violation(
    'LIMIT-2',
    'Limit is a word',
    onHeader((ask, reply) => counts(ask, reply) && lists(ask, reply), LIMIT, 'sixty'),
  ),
  violation(
    'LIMIT-2',
    'Limit is another on creations',
    onHeader((ask, reply) => counts(ask, reply) && creates(ask, reply), LIMIT, '600'),
  ),
  violation(
    'LIMIT-3',
    'Remaining does not fall',
    left(() => 42),
  ),
  violation(
    'LIMIT-3',
    'Remaining falls by two',
    left((was) => Math.max(0, 60 - 2 * (60 - was))),
  ),
  violation(
    'LIMIT-3',
    'Remaining rises',
    left((was) => 60 - was),
  ),
  violation(
    'LIMIT-3',
    'Remaining is below zero',
    left((was) => was - 40),
  ),
  violation(
    'LIMIT-3',
    'Remaining is above the limit',
    left((was) => was + 10),
  ),
  violation(
    'LIMIT-3',
    'Remaining is a fraction',
    left((was) => was + 0.5),
  ),
  violation(
    'LIMIT-3',
    'Remaining is a word',
    left(() => 'plenty'),
  ),
  violation('LIMIT-3', 'Remaining does not fall on creations', (healthy) => {
    let shift = 0
    return async (ask) => {
      const reply = await healthy(ask)
      if (!counts(ask, reply) || reply.status >= 400) return reply
      if (creates(ask, reply)) shift += 1
      return withHeader(reply, LEFT, String(number(reply, LEFT) + shift))
    }
  }),
  violation('LIMIT-3', 'Remaining stands still after the tenth request', (healthy) => {
    const told: number[] = []
    return async (ask) => {
      const reply = await healthy(ask)
      if (!counts(ask, reply) || reply.status >= 400) return reply
      told.push(number(reply, LEFT))
      return told.length > 10 ? withHeader(reply, LEFT, String(told[9])) : reply
    }
  }),
  violation(
    'LIMIT-4',
    'Reset is in milliseconds',
    reset((was) => was * 1000),
  ),
  violation(
    'LIMIT-4',
    'Reset is a wait',
    reset((was, reply) => Math.max(0, was - timeOf(reply))),
  ),
  violation(
    'LIMIT-4',
    'Reset is past',
    reset((was) => was - 600),
  ),
  violation(
    'LIMIT-4',
    'Reset is a date',
    reset((was) => new Date(was * 1000).toUTCString()),
  ),
  violation(
    'LIMIT-4',
    'Reset is ISO 8601 on errors',
    reset((was) => new Date(was * 1000).toISOString(), errors),
  ),
  violation(
    'LIMIT-4',
    'Reset has a fraction',
    reset((was) => was + 0.5),
  ),
  violation(
    'LIMIT-4',
    'Reset is two days ahead',
    reset((was) => was + 172_800),
  ),
  violation(
    'LIMIT-4',
    'Reset is hours ahead of a limit of a minute',
    reset(
      (was) => was + 7200,
      (ask, reply) => counts(ask, reply) && reply.status < 400,
    ),
  ),
  violation(
    'LIMIT-5',
    'nothing is ever refused',
    servesRefused(() => true),
  ),
  violation(
    'LIMIT-5',
    'the limit is one too high',
    servesRefused((refused) => refused === 1),
  ),
  violation(
    'LIMIT-5',
    'the limit is five too high',
    servesRefused((refused) => refused <= 5),
  ),
  violation('LIMIT-5', 'the limit is one too low', refusesEarly(1)),
  violation('LIMIT-5', 'the limit is three too low', refusesEarly(3)),
  violation('LIMIT-6', 'the day is not counted', (healthy) => async (ask) => {
    const reply = await healthy(ask)
    const isOfDay = refuses(ask, reply) && keyOf(ask) === SECOND && number(reply, LIMIT) === 1000
    return isOfDay ? likeLimitsOf(reply, await healthy(withSpare(ask)), 0) : reply
  }),
  violation('LIMIT-6', 'the last of the day is refused', (healthy) => async (ask) => {
    const reply = await healthy(ask)
    const isLast = keyOf(ask) === SECOND && reply.status === 200 && number(reply, LIMIT) === 1000
    return isLast ? withHeader(asError(429)(reply), 'retry-after', '3600') : reply
  }),
  violation(
    'LIMIT-6',
    'over the day, 403 comes',
    onReply(
      (ask, reply) => refuses(ask, reply) && keyOf(ask) === SECOND && number(reply, LIMIT) === 1000,
      asError(403),
    ),
  ),
  violation(
    'LIMIT-7',
    'over the limit, 503 comes',
    onReply((ask, reply) => refuses(ask, reply) && keyOf(ask) === FIRST, asError(503)),
  ),
  violation(
    'LIMIT-7',
    'over the limit, 403 comes',
    onReply((ask, reply) => refuses(ask, reply) && keyOf(ask) === FIRST, asError(403)),
  ),
  violation(
    'LIMIT-7',
    'over the limit, 420 comes',
    onReply((ask, reply) => refuses(ask, reply) && keyOf(ask) === FIRST, asError(420)),
  ),
  violation('LIMIT-8', 'there is no Retry-After', onRetryAfter(undefined)),
  violation(
    'LIMIT-8',
    'Retry-After is a fraction',
    onRetryAfter((was) => `${was}.5`),
  ),
  violation('LIMIT-8', 'Retry-After is negative', onRetryAfter('-1')),
  violation('LIMIT-8', 'Retry-After is a word', onRetryAfter('soon')),
  violation(
    'LIMIT-8',
    'Retry-After is ISO 8601',
    onRetryAfter((_was, reply) => new Date(timeOf(reply) * 1000 + 60_000).toISOString()),
  ),
  violation(
    'LIMIT-8',
    'Retry-After is a date that there is not',
    onRetryAfter('Fri, 31 Feb 2027 25:00:00 GMT'),
  ),
  violation(
    'LIMIT-8',
    'Retry-After has its unit behind it',
    onRetryAfter((was) => `${was}s`),
  ),
  violation(
    'LIMIT-8',
    'Retry-After is a date in another time zone',
    onRetryAfter((_was, reply) =>
      new Date(timeOf(reply) * 1000 + 60_000).toUTCString().replace('GMT', 'CET'),
    ),
  ),
  violation(
    'LIMIT-8',
    'Retry-After is in milliseconds',
    onRetryAfter((was) => `${was}000`),
  ),
  violation('LIMIT-9', 'Retry-After is 1, and too short', onRetryAfter('1')),
  violation(
    'LIMIT-9',
    'Retry-After is ten seconds too short',
    onRetryAfter((was) => String(Math.max(0, Number(was) - 10))),
  ),
  violation(
    'LIMIT-9',
    'Retry-After is a date that is too early',
    onRetryAfter((_was, reply) => new Date(timeOf(reply) * 1000 + 1000).toUTCString()),
  ),
  violation(
    ['LIMIT-10', 'LIMIT-9'],
    'the window is never renewed',
    keepsRefusing(NEVER, (reply) => withHeader(reply, RESET, String(Math.ceil(timeOf(reply)) + 60))),
  ),
  violation(['LIMIT-10', 'LIMIT-9'], 'the window is renewed half a minute late', keepsRefusing(85)),
  violation(
    'LIMIT-10',
    'after the reset nothing is left',
    onlyAfterRefusal((reply) => withHeader(reply, LEFT, '0')),
  ),
  violation('LIMIT-11', 'requests of one key are charged to another', forbids),
  violation('LIMIT-11', 'keys are told the same count', (healthy) => {
    let told = 60
    return async (ask) => {
      const reply = await healthy(ask)
      if (keyOf(ask) === FIRST && reply.status < 300 && number(reply, LIMIT) === 60)
        told = Math.min(told, number(reply, LEFT))
      if (keyOf(ask) !== SECOND || reply.status !== 200) return reply
      told -= 1
      return withHeader(reply, LEFT, String(Math.max(0, told)))
    }
  }),
]

/** Bends what the first key is told once it has been refused and is served again. */
function onlyAfterRefusal(change: (reply: Reply) => Reply): Overlay {
  return (healthy) => {
    let wasRefused = false
    return async (ask) => {
      const reply = await healthy(ask)
      if (keyOf(ask) !== FIRST || ask.base !== '/v1') return reply
      wasRefused ||= reply.status === 429
      return wasRefused && reply.status === 200 ? change(reply) : reply
    }
  }
}
