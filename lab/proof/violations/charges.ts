// Requests of one key that count against another.
import { FREE_MINUTE } from '../../../contract-tests/history/plans.ts'
import {
  asError,
  FIRST,
  keyOf,
  LEFT,
  LIMIT,
  number,
  oneByOne,
  RESET,
  SECOND,
  timeOf,
  withHeader,
  withSpare,
} from './mutate.ts'
import {
  type Overlay,
  type Reply,
  type Service,
  type ServiceRequest,
  type Violation,
  violation,
} from './service.ts'

/** The minute of a key: what it is by the healthy service, and how many more are left in it. */
interface Minute {
  until: number
  left: number
  more: number
  /** What was charged to the minute that ends then, before a request of its own began it. */
  charged: { until: number; count: number }
}

/** Some requests of one key are counted in the minute of another, and not in its own. */
function chargesOther(
  user: string,
  payer: string,
  which: (request: ServiceRequest) => boolean,
  shown: 'its own' | 'the other' = 'its own',
): Overlay {
  return oneByOne((healthy) => {
    const minutes = new Map([user, payer].map((key) => [key, emptyMinute()]))
    return async (request) => {
      const own = minutes.get(keyOf(request) ?? '')
      if (own === undefined || request.base !== '/v1') return healthy(request)
      const hasNone = own.left + own.more <= 0
      if (hasNone && request.operation === 'createPet') {
        const now = await healthy(listing(request))
        if (timeOf(now) < own.until) return refused(now, own)
      }
      const reply = await answered(healthy, request, own)
      if (number(reply, LIMIT) !== FREE_MINUTE || reply.status === 401 || reply.status === 429) return reply
      if (!follow(own, reply) && hasNone) return refused(reply, own)
      const other = minutes.get(payer)
      if (keyOf(request) !== user || !which(request) || other === undefined) return withMinute(reply, own)
      own.more += 1
      charge(other, reply)
      return withMinute(reply, shown === 'its own' || other.until < own.until ? own : other)
    }
  })
}

/** What the first key is refused over its limit is counted in the minute of the second one. */
const chargesRefusals: Overlay = oneByOne((healthy) => {
  const payer = emptyMinute()
  return async (request) => {
    if (request.base !== '/v1') return healthy(request)
    const isPayer = keyOf(request) === SECOND
    if (isPayer && payer.left + payer.more <= 0) {
      const now = await healthy(listing(request))
      if (timeOf(now) < payer.until) return refused(now, payer)
    }
    const reply = await healthy(request)
    if (keyOf(request) === FIRST && reply.status === 429) charge(payer, reply)
    if (!isPayer || number(reply, LIMIT) !== FREE_MINUTE || reply.status === 401 || reply.status === 429)
      return reply
    follow(payer, reply)
    return withMinute(reply, payer)
  }
})

const emptyMinute = (): Minute => ({ until: 0, left: 0, more: 0, charged: { until: 0, count: 0 } })

/** Takes in what the healthy service says of a key. Returns whether a new minute has begun, or its quota was set. */
function follow(minute: Minute, reply: Reply): boolean {
  const [until, left] = [number(reply, RESET), number(reply, LEFT)]
  const isNew = until > minute.until || left > minute.left
  if (isNew) minute.more = minute.charged.until === until ? -minute.charged.count : 0
  Object.assign(minute, { until, left })
  return isNew
}

/** Charges a minute for a reply to another key. */
function charge(minute: Minute, reply: Reply): void {
  if (timeOf(reply) < minute.until) {
    minute.more -= 1
    return
  }
  const until = number(reply, RESET)
  if (minute.charged.until !== until) minute.charged = { until, count: 0 }
  minute.charged.count += 1
}

/** A list of another key, which spends none of this one. */
const listing = (request: ServiceRequest): ServiceRequest =>
  withSpare({ ...request, method: 'GET', path: '/pets?limit=1', operation: 'listPets', body: undefined })

/** Answers what the healthy service refuses too, as long as more are left. */
async function answered(healthy: Service, request: ServiceRequest, minute: Minute): Promise<Reply> {
  const reply = await healthy(request)
  if (reply.status !== 429 || minute.more <= 0 || timeOf(reply) >= minute.until) return reply
  minute.more -= 1
  const figures = { [LIMIT]: FREE_MINUTE, [LEFT]: 0, [RESET]: minute.until }
  return Object.entries(figures).reduce(
    (one, [name, figure]) => withHeader(one, name, String(figure)),
    await healthy(withSpare(request)),
  )
}

function refused(reply: Reply, minute: Minute): Reply {
  const wait = Math.max(1, Math.ceil(minute.until - timeOf(reply)))
  const error = withMinute(withHeader(asError(429)(reply), LIMIT, String(FREE_MINUTE)), minute)
  return withHeader(error, 'retry-after', String(wait))
}

function withMinute(reply: Reply, { left, more, until }: Minute): Reply {
  return withHeader(withHeader(reply, LEFT, String(Math.max(0, left + more))), RESET, String(until))
}

const isCreation = ({ operation }: ServiceRequest): boolean => operation === 'createPet'
const isRead = ({ operation }: ServiceRequest): boolean => operation === 'getPet'
const isList = ({ operation }: ServiceRequest): boolean => operation === 'listPets'

/** A charge that few requests show: what the key keeps is a Remaining that does not fall. */
const FEW = {
  also: { breaks: ['LIMIT-3'], where: 'few requests show which key pays' },
} as const satisfies Pick<Violation, 'also'>

export const charges = [
  violation(
    'LIMIT-11',
    'creations of the first key are charged to the second one alone',
    chargesOther(FIRST, SECOND, isCreation),
    FEW,
  ),
  violation(
    'LIMIT-11',
    'creations of the first key are charged to the second one alone, whose figures they show',
    chargesOther(FIRST, SECOND, isCreation, 'the other'),
    FEW,
  ),
  violation(
    'LIMIT-11',
    'creations of the second key are charged to the first one alone',
    chargesOther(SECOND, FIRST, isCreation),
    FEW,
  ),
  violation(
    'LIMIT-11',
    'creations of the second key are charged to the first one alone, whose figures they show',
    chargesOther(SECOND, FIRST, isCreation, 'the other'),
    FEW,
  ),
  violation(
    'LIMIT-11',
    'reads of the first key are charged to the second one alone',
    chargesOther(FIRST, SECOND, isRead),
    FEW,
  ),
  violation(
    'LIMIT-11',
    'reads of the second key are charged to the first one alone',
    chargesOther(SECOND, FIRST, isRead),
    FEW,
  ),
  violation(
    'LIMIT-11',
    'lists of the first key are charged to the second one alone',
    chargesOther(FIRST, SECOND, isList),
    FEW,
  ),
  violation('LIMIT-11', 'refusals of the first key are charged to the second one', chargesRefusals),
]
