import {
  FIRST,
  LEFT,
  LIMIT,
  RESET,
  SECOND,
  asError,
  counts,
  keyOf,
  laterBy,
  listing,
  number,
  oneByOne,
  onHeader,
  onReply,
  refuses,
  timeOf,
  withHeader,
  withHeaders,
  withLimitsOf,
  withSpare,
} from './mutate.ts'
import { FORM, type Overlay, type Reply, type Service, violation } from './service.ts'
import { FREE_MINUTE } from '../../../contract-tests/history/plans.ts'
import { lessAfterRefusals, prolongsMinutes } from './minutes.ts'
import type { OperationId } from '../../../spec/operations.ts'

const NEVER = 1e15

/** Serves requests of the first key that the healthy service refuses, where `serves` is true of their number. */
const servesRefused =
  (serves: (refusedSoFar: number) => boolean): Overlay =>
  (healthy) => {
    let refused = 0
    return async (request) => {
      const reply = await healthy(request)
      if (!refuses(request, reply) || keyOf(request) !== FIRST) return reply
      refused += 1
      return serves(refused) ? withLimitsOf(reply, await healthy(withSpare(request)), 0) : reply
    }
  }

/** Serves one request more of the first key in each minute, and says so from the first reply on. */
const hasOneMore: Overlay = (healthy) => {
  const exceeded = new Set<number>()
  return async (request) => {
    const reply = await healthy(request)
    if (!counts(request, reply) || keyOf(request) !== FIRST || number(reply, LIMIT) !== FREE_MINUTE)
      return reply
    if (reply.status !== 429) return withHeader(reply, LEFT, String(number(reply, LEFT) + 1))
    const reset = number(reply, RESET)
    if (exceeded.has(reset)) return reply
    exceeded.add(reset)
    return withLimitsOf(reply, await healthy(withSpare(request)), 0)
  }
}

/** Refuses requests of the first key when it still has `left` requests in its window. */
const refusesEarly = (left: number): Overlay =>
  onReply(
    (request, reply) => counts(request, reply) && reply.status < 400 && number(reply, LEFT) === left - 1,
    (reply) => {
      const wait = number(reply, RESET) - timeOf(reply)
      const refused = asError(429)(reply)
      return withHeader(withHeader(refused, 'retry-after', String(Math.max(1, Math.ceil(wait)))), LEFT, '0')
    },
  )

/** Refuses the first key for some seconds after its first refusal, by the service's clock. */
const keepsRefusing = (seconds: number, more: (reply: Reply) => Reply = (reply) => reply): Overlay =>
  oneByOne((healthy) => {
    let since = Number.POSITIVE_INFINITY
    let first: Reply | undefined
    return async (request) => {
      // A creation that is refused adds nothing, so that a list is asked for the time first.
      const isHeldBack = first !== undefined && request.operation === 'createPet' && keyOf(request) === FIRST
      const reply = await healthy(isHeldBack ? listing(request) : request)
      if (keyOf(request) !== FIRST || request.base !== '/v1') return reply
      if (reply.status === 429) {
        since = Math.min(since, timeOf(reply))
        first ??= reply
        return reply
      }
      const isRefused = first !== undefined && timeOf(reply) - since < seconds
      if (isRefused && first)
        return more(withHeader({ ...first, headers: { ...first.headers } }, 'date', reply.headers['date']))
      return isHeldBack ? healthy(request) : reply
    }
  })

const onRetryAfter = (value: string | undefined | ((was: string, reply: Reply) => string)): Overlay =>
  onHeader(refuses, 'retry-after', value)

const chargesSecond: Overlay = (healthy: Service) => {
  // One request of the first key costs the second one too, where that has one left.
  let spentUntil = 0
  return async (request) => {
    const reply = await healthy(request)
    if (keyOf(request) === FIRST && request.base === '/v1' && timeOf(reply) >= spentUntil) {
      const asSecond = withHeaders(request, { authorization: `Bearer ${SECOND}` })
      const charged = await healthy({ ...asSecond, method: 'GET', path: '/pets' })
      if (charged.status === 429) spentUntil = number(charged, RESET)
    }
    return reply
  }
}

export const overTheLimit = [
  violation(
    ['LIMIT-7', 'LIMIT-6'],
    'a list over the limit is 200 and empty',
    onReply(
      (request, reply) => refuses(request, reply) && request.operation === 'listPets',
      (reply) => ({ ...withHeader(reply, 'content-type', 'application/json'), status: 200, body: '[]' }),
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
  violation('LIMIT-5', 'the limit is one too high, as Remaining says', hasOneMore),
  violation('LIMIT-5', 'the limit is one too low', refusesEarly(1)),
  violation('LIMIT-5', 'the limit is three too low', refusesEarly(3)),
  violation('LIMIT-6', 'the day is not counted', (healthy) => async (request) => {
    const reply = await healthy(request)
    const isOfDay = refuses(request, reply) && keyOf(request) === SECOND && number(reply, LIMIT) === 1000
    return isOfDay ? withLimitsOf(reply, await healthy(withSpare(request)), 0) : reply
  }),
  violation('LIMIT-6', 'the last of the day is refused', (healthy) => async (request) => {
    const reply = await healthy(request)
    const isLast = keyOf(request) === SECOND && reply.status === 200 && number(reply, LIMIT) === 1000
    return isLast ? withHeader(asError(429)(reply), 'retry-after', '3600') : reply
  }),
  violation(
    'LIMIT-6',
    'over the day, 403 comes',
    onReply(
      (request, reply) =>
        refuses(request, reply) && keyOf(request) === SECOND && number(reply, LIMIT) === 1000,
      asError(403),
    ),
  ),
  violation(
    'LIMIT-7',
    'over the limit, 503 comes',
    onReply((request, reply) => refuses(request, reply) && keyOf(request) === FIRST, asError(503)),
  ),
  violation(
    'LIMIT-7',
    'over the limit, 403 comes',
    onReply((request, reply) => refuses(request, reply) && keyOf(request) === FIRST, asError(403)),
  ),
  violation(
    'LIMIT-7',
    'over the limit, 420 comes',
    onReply((request, reply) => refuses(request, reply) && keyOf(request) === FIRST, asError(420)),
  ),
  violation('LIMIT-5', 'no minute of the second key refuses it', (healthy) => async (request) => {
    const reply = await healthy(request)
    if (!refuses(request, reply) || keyOf(request) !== SECOND) return reply
    if (number(reply, RESET) > timeOf(reply) + 60) return reply
    return withLimitsOf(reply, await healthy(withSpare(request)), 0)
  }),
  violation('LIMIT-8', 'there is no Retry-After', onRetryAfter(undefined)),
  violation('LIMIT-7', 'creations are not limited', servesUnlimited('createPet')),
  violation('LIMIT-7', 'reading is not limited', servesUnlimited('getPet')),
  violation('LIMIT-7', 'over the limit, a pet that there is not is not found', answersErrors('getPet', 404)),
  violation(
    'LIMIT-7',
    'an invalid body over the limit is refused for what it is',
    answersErrors('createPet', 400),
  ),
  violation('LIMIT-7', 'a creation over the limit is refused and stored', (healthy) => async (request) => {
    const reply = await healthy(request)
    if (refuses(request, reply) && request.operation === 'createPet') await healthy(withSpare(request))
    return reply
  }),
  violation('LIMIT-8', 'Retry-After is negative', onRetryAfter('-1')),
  violation('LIMIT-8', 'Retry-After is a word', onRetryAfter('soon')),
  violation(
    'LIMIT-8',
    'Retry-After is a date that there is not',
    onRetryAfter('Fri, 31 Feb 2027 25:00:00 GMT'),
  ),
  violation('LIMIT-8', 'Retry-After is empty', onRetryAfter('')),
  violation('LIMIT-8', 'Retry-After is the word unknown', onRetryAfter('unknown')),
  violation('LIMIT-9', 'Retry-After is 1, and too short', onRetryAfter('1')),
  violation(
    'LIMIT-9',
    'Retry-After is ten seconds too short',
    onRetryAfter((was) => laterBy(-10, was)),
  ),
  violation(
    'LIMIT-9',
    'Retry-After is a date that is too early',
    onRetryAfter((_was, reply) => new Date(timeOf(reply) * 1000 + 1000).toUTCString()),
  ),
  violation('LIMIT-9', 'Retry-After is 5s, and too short', onRetryAfter('5s'), FORM),
  violation(
    'LIMIT-9',
    'Retry-After is an ISO date that is too early',
    onRetryAfter((_was, reply) => new Date(timeOf(reply) * 1000 + 2000).toISOString()),
    FORM,
  ),
  violation(
    'LIMIT-9',
    'Retry-After is a Unix time that is too early',
    onRetryAfter((_was, reply) => String(Math.ceil(timeOf(reply)) + 2)),
    FORM,
  ),
  violation(
    'LIMIT-9',
    'the window is never renewed',
    keepsRefusing(NEVER, (reply) => withHeader(reply, RESET, String(Math.ceil(timeOf(reply)) + 60))),
  ),
  violation(
    'LIMIT-9',
    'the window is renewed half a minute late',
    keepsRefusing(85, (reply) =>
      withHeader(reply, RESET, String(Math.max(number(reply, RESET), Math.ceil(timeOf(reply))))),
    ),
  ),
  violation('LIMIT-10', 'refusals halve the minute that follows', lessAfterRefusals(0.5)),
  violation('LIMIT-10', 'refusals take a tenth of the minute that follows', lessAfterRefusals(0.9)),
  violation('LIMIT-10', 'each request begins the minute anew', prolongsMinutes),
  violation(
    'LIMIT-10',
    'after the reset nothing is left',
    onlyAfterRefusal((reply) => withHeader(reply, LEFT, '0')),
  ),
  violation('LIMIT-11', 'requests of one key are charged to another', chargesSecond),
]

/** Changes the replies to the first key once it has been refused and is served again. */
function onlyAfterRefusal(change: (reply: Reply) => Reply): Overlay {
  return (healthy) => {
    let wasRefused = false
    return async (request) => {
      const reply = await healthy(request)
      if (keyOf(request) !== FIRST || request.base !== '/v1') return reply
      wasRefused ||= reply.status === 429
      return wasRefused && reply.status < 300 ? change(reply) : reply
    }
  }
}

/** Answers what is refused over the limit with the error that it gets within it, where that has one status. */
function answersErrors(operation: OperationId, status: number): Overlay {
  return (healthy) => async (request) => {
    const reply = await healthy(request)
    if (!refuses(request, reply) || request.operation !== operation) return reply
    const other = await healthy(withSpare(request))
    return other.status === status ? withLimitsOf(reply, other, 0) : reply
  }
}

/** Serves the requests of one operation that the healthy service refuses. */
function servesUnlimited(operation: OperationId): Overlay {
  return (healthy) => async (request) => {
    const reply = await healthy(request)
    if (!refuses(request, reply) || request.operation !== operation) return reply
    // The Reset of a refusal may be the end of a ban.
    const reset = Math.min(number(reply, RESET), Math.ceil(timeOf(reply)) + 60)
    return withLimitsOf(withHeader(reply, RESET, String(reset)), await healthy(withSpare(request)), 0)
  }
}
