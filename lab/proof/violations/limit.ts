import {
  FIRST,
  LEFT,
  LIMIT,
  RESET,
  SECOND,
  type When,
  always,
  counts,
  creates,
  errors,
  keyOf,
  lists,
  number,
  oneByOne,
  onHeader,
  onReply,
  reads,
  refuses,
  replies,
  timeOf,
  withHeader,
} from './mutate.ts'
import { type Overlay, type Reply, type ServiceRequest, violation } from './service.ts'

const left = (change: (left: number, reply: Reply) => number | string): Overlay =>
  onHeader(
    (request, reply) => counts(request, reply) && reply.status < 400,
    LEFT,
    (was, reply) => String(change(Number(was), reply)),
  )

const reset = (change: (reset: number, reply: Reply) => number | string, when: When = always): Overlay =>
  onHeader(when, RESET, (was, reply) => String(change(Number(was), reply)))

const spending = (request: ServiceRequest): ServiceRequest => ({
  ...request,
  method: 'GET',
  path: '/pets?limit=1',
  body: undefined,
  operation: 'listPets',
})

/** Charges the first key several times for some of its requests. */
export function costs(times: number, which: (request: ServiceRequest) => boolean): Overlay {
  return (healthy) => async (request) => {
    const isCharged = keyOf(request) === FIRST && request.base === '/v1' && which(request)
    for (let more = isCharged ? times : 1; more > 1; more -= 1) await healthy(spending(request))
    return healthy(request)
  }
}

/** A request costs two where the one before it with the same key, and its reply, were of a kind. */
function costsTwoAfter(which: (request: ServiceRequest, reply: Reply) => boolean): Overlay {
  return oneByOne((healthy) => {
    const dear = new Set<string | undefined>()
    return async (request) => {
      const key = keyOf(request)
      if (request.base !== '/v1') return healthy(request)
      if (dear.delete(key)) await healthy(spending(request))
      const reply = await healthy(request)
      if (which(request, reply)) dear.add(key)
      return reply
    }
  })
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
  violation('LIMIT-1', 'one pet has no X-RateLimit-Remaining', onHeader(reads, LEFT, undefined)),
  violation('LIMIT-2', 'Limit is 100', onHeader(counts, LIMIT, '100')),
  violation('LIMIT-2', 'Limit is that of the plan Pro', onHeader(counts, LIMIT, '300')),
  violation('LIMIT-2', 'Limit is what is left', (healthy) => async (request) => {
    const reply = await healthy(request)
    return counts(request, reply) ? withHeader(reply, LIMIT, reply.headers[LEFT]) : reply
  }),
  violation('LIMIT-2', 'Limit is 61', onHeader(counts, LIMIT, '61')),
  violation(
    'LIMIT-2',
    'Limit is a word',
    onHeader((request, reply) => counts(request, reply) && lists(request, reply), LIMIT, 'sixty'),
  ),
  violation(
    'LIMIT-2',
    'Limit is another on creations',
    onHeader((request, reply) => counts(request, reply) && creates(request, reply), LIMIT, '600'),
  ),
  violation(
    'LIMIT-2',
    'what the second key does not find has the limit of the plan Pro',
    onHeader((request, reply) => keyOf(request) === SECOND && reply.status === 404, LIMIT, '300'),
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
  violation(
    'LIMIT-3',
    'a refusal shows a quota that is left',
    onHeader((request, reply) => refuses(request, reply) && keyOf(request) === FIRST, LEFT, '42'),
  ),
  violation(
    'LIMIT-3',
    'Remaining does not count the request that it answers',
    onHeader(counts, LEFT, (was) => String(Number(was) + 1)),
  ),
  violation('LIMIT-3', 'Remaining does not fall on creations', (healthy) => {
    let shift = 0
    return async (request) => {
      const reply = await healthy(request)
      if (!counts(request, reply) || reply.status >= 400) return reply
      if (creates(request, reply)) shift += 1
      return withHeader(reply, LEFT, String(number(reply, LEFT) + shift))
    }
  }),
  violation('LIMIT-3', 'Remaining stands still after the tenth request', (healthy) => {
    const shown: number[] = []
    return async (request) => {
      const reply = await healthy(request)
      if (!counts(request, reply) || reply.status >= 400) return reply
      shown.push(number(reply, LEFT))
      return shown.length > 10 ? withHeader(reply, LEFT, String(shown[9])) : reply
    }
  }),
  violation(
    'LIMIT-3',
    'creations cost two',
    costs(2, ({ operation }) => operation === 'createPet'),
  ),
  violation(
    'LIMIT-3',
    'reading costs three',
    costs(3, ({ operation }) => operation === 'getPet'),
  ),
  violation(
    'LIMIT-3',
    'lists with a filter cost two',
    costs(2, ({ path }) => path.includes('status=')),
  ),
  violation(
    'LIMIT-3',
    'pages that are longer than the default cost two',
    costs(2, ({ path }) => Number(/limit=(\d+)/.exec(path)?.[1]) > 20),
  ),
  violation('LIMIT-3', 'what is refused costs three', (healthy) => async (request) => {
    const reply = await healthy(request)
    if (!counts(request, reply) || (reply.status !== 400 && reply.status !== 404)) return reply
    await healthy(spending(request))
    const again = await healthy(spending(request))
    return withHeader(reply, LEFT, again.headers[LEFT])
  }),
  violation('LIMIT-3', 'what is not found costs two', (healthy) => async (request) => {
    const reply = await healthy(request)
    if (keyOf(request) === undefined || request.base !== '/v1' || reply.status !== 404) return reply
    const again = await healthy(spending(request))
    return withHeader(reply, LEFT, again.headers[LEFT])
  }),
  violation(
    'LIMIT-3',
    'the request after an error costs two',
    costsTwoAfter((_, { status }) => status >= 400),
  ),
  violation('LIMIT-3', 'the request after a 404 costs two', costsTwoAfter(replies(404))),
  violation('LIMIT-3', 'the request after a creation costs two', costsTwoAfter(creates)),
  violation('LIMIT-3', 'every other reply has the Remaining of the one before', (healthy) => {
    const before = new Map<string, string | undefined>()
    let isStale = false
    return async (request) => {
      const reply = await healthy(request)
      if (!counts(request, reply) || reply.status === 429) return reply
      const window = `${keyOf(request)} ${reply.headers[RESET]}`
      const last = before.get(window)
      isStale = !isStale && last !== undefined
      before.set(window, reply.headers[LEFT])
      return isStale ? withHeader(reply, LEFT, last) : reply
    }
  }),
  violation(
    'LIMIT-4',
    'Reset of a refusal is two minutes late',
    reset((was) => was + 120, refuses),
  ),
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
      (request, reply) => counts(request, reply) && reply.status < 400,
    ),
  ),
]
