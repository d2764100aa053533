// What the headers of a reply say of the limit, while what is served is right.
import {
  FIRST,
  LEFT,
  RESET,
  SECOND,
  type When,
  always,
  asError,
  both,
  keyOf,
  number,
  onHeader,
  onReply,
  refuses,
  timeOf,
  withHeader,
  withHeaders,
} from './mutate.ts'
import { FORM, type Overlay, type Reply, type ServiceRequest, violation } from './service.ts'

const isHead: When = ({ method }, { status }) => method === 'HEAD' && status === 200
const refusesCreation: When = both(refuses, ({ operation }) => operation === 'createPet')

export const headers = [
  violation(
    'LIMIT-4',
    'the Reset of a refusal is two seconds ago',
    onReply(refuses, (reply) => withHeader(reply, RESET, String(Math.floor(timeOf(reply)) - 2))),
  ),
  violation('LIMIT-3', 'under the scheme in lower case all is left', (healthy) => async (request) => {
    const { authorization = '' } = request.headers
    if (!authorization.startsWith('bearer ')) return healthy(request)
    const usual = withHeaders(request, { authorization: authorization.replace('bearer', 'Bearer') })
    const reply = await healthy(usual)
    return reply.status === 200 ? withHeader(reply, LEFT, '59') : reply
  }),
  violation(
    'LIMIT-11',
    'requests with keys that begin as the first one are charged to it in its headers',
    chargesInHeaders(FIRST, ({ headers: { authorization = '' } }) =>
      /^Bearer free-d(?!emo-key(?:-2)?$)/.test(authorization),
    ),
  ),
  violation('LIMIT-1', 'HEAD has no X-RateLimit-Reset', onHeader(isHead, RESET, undefined)),
  violation('LIMIT-3', 'HEAD says that all is left', onHeader(isHead, LEFT, '60')),
  violation(
    'LIMIT-3',
    'Remaining is written with a fraction',
    onHeader(always, LEFT, (was) => `${was}.0`),
  ),
  violation(
    'LIMIT-11',
    'the second key is charged in its headers for the first',
    chargesInHeaders(SECOND, (request) => keyOf(request) === FIRST),
  ),
  violation(
    'LIMIT-11',
    'the first key is charged in its headers for the second',
    chargesInHeaders(FIRST, (request) => keyOf(request) === SECOND),
  ),
  violation(
    'LIMIT-11',
    'the second key is said to have left what the first one has, if that is less',
    (healthy) => {
      let ofFirst = Number.POSITIVE_INFINITY
      return async (request) => {
        const reply = await healthy(request)
        const left = Number(reply.headers[LEFT])
        if (keyOf(request) === FIRST && request.base === '/v1') ofFirst = left
        return keyOf(request) === SECOND && ofFirst < left ? withHeader(reply, LEFT, String(ofFirst)) : reply
      }
    },
  ),
  violation(
    'LIMIT-3',
    'a refusal says that one is left',
    onHeader(refuses, LEFT, () => '1'),
  ),
  violation('LIMIT-7', 'creations over the limit are answered 503', onReply(refusesCreation, asError(503))),
  violation(
    'LIMIT-9',
    'refused creations may come again after a second, by their word',
    onHeader(refusesCreation, 'retry-after', () => '1'),
    FORM,
  ),
  violation(
    'LIMIT-10',
    'Reset is 12 s too early',
    onHeader(always, RESET, (reset) => String(Number(reset) - 12)),
  ),
  violation('LIMIT-4', 'each Reset is a minute ahead', onReply(always, aMinuteAhead)),
  violation(
    'LIMIT-4',
    'each Reset is a minute ahead, and so is Retry-After',
    onReply(always, (reply) => {
      const isShort = number(reply, 'retry-after') < MINUTE_S
      return aMinuteAhead(isShort ? withHeader(reply, 'retry-after', String(MINUTE_S)) : reply)
    }),
  ),
  violation(
    'LIMIT-4',
    'each Reset of what is served is a minute ahead',
    onReply((_request, { status }) => status < 300, aMinuteAhead),
  ),
]

const MINUTE_S = 60

function aMinuteAhead(reply: Reply): Reply {
  return withHeader(reply, RESET, String(timeOf(reply) + MINUTE_S))
}

/** Takes some requests from what is left to a key, by its headers alone. */
function chargesInHeaders(charged: string, takes: (request: ServiceRequest) => boolean): Overlay {
  return (healthy) => {
    let spent = 0
    return async (request) => {
      const reply = await healthy(request)
      const isAnswered = reply.status < 300 || reply.status === 401
      if (takes(request) && request.base === '/v1' && isAnswered) spent += 1
      if (keyOf(request) !== charged || reply.status === 401 || reply.status === 429) return reply
      return withHeader(reply, LEFT, String(Math.max(0, number(reply, LEFT) - spent)))
    }
  }
}
