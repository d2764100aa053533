// What goes wrong only where two requests overlap: something is kept in one place for all of them.
import { parseJson } from '../../../spec/exact-json/json.ts'
import {
  asError,
  creates,
  FIRST,
  isList,
  keyOf,
  LEFT,
  lists,
  number,
  onOverlap,
  parameter,
  reads,
  SECOND,
  withHeader,
  withHeaders,
  withJson,
  withQuery,
  withSpare,
  type Json,
} from './mutate.ts'
import { type Overlay, type Reply, type ServiceRequest, violation } from './service.ts'

const isCreation = ({ operation }: ServiceRequest): boolean => operation === 'createPet'
const hasKey = (request: ServiceRequest): boolean => [FIRST, SECOND].includes(keyOf(request) ?? '')

/** A list with a parameter of another one that is under way. */
const withParameterOf = (name: 'limit' | 'status'): Overlay =>
  onOverlap(async (reply, request, others, healthy) => {
    const own = parameter(request, name)
    const other = others.find((one) => isList(one) && hasKey(one) && parameter(one, name) !== own)
    if (!lists(request, reply) || own === undefined || other === undefined) return reply
    const { body } = await healthy(withSpare(withQuery(request, { [name]: parameter(other, name) })))
    return { ...reply, body }
  })

/** What comes without a valid key is served where it overlaps with a request that has one. */
const letInBeside = (isOfKey: (request: ServiceRequest) => boolean): Overlay =>
  onOverlap((reply, request, others, healthy) =>
    reply.status === 401 && isOfKey(request) && others.some(hasKey) ? healthy(withSpare(request)) : reply,
  )

const AS_SECOND = `Bearer ${SECOND}`

/** The member of the body of a creation. */
function sent({ body = '' }: ServiceRequest, name: string): unknown {
  return (parseJson(body) as Json)[name]
}

export const atOnce = [
  violation('LIST-5', 'a list has the filter of another one that is under way', withParameterOf('status')),
  violation('LIST-2', 'a list has the limit of another one that is under way', withParameterOf('limit')),
  violation(
    'GET-1',
    'while a pet is added, no other is found',
    onOverlap((reply, request, others) =>
      reads(request, reply) && others.some(isCreation) ? asError(404)(reply) : reply,
    ),
  ),
  violation(
    'PET-1',
    'while a pet is added, the list shows one without an id',
    onOverlap((reply, request, others) => {
      if (!lists(request, reply) || !others.some(isCreation)) return reply
      const [{ id: _id, ...first } = {}, ...pets] = parseJson(reply.body) as readonly Json[]
      return withJson(reply, [first, ...pets])
    }),
  ),
  violation(
    'AUTH-2',
    'a read without a key is served beside one with a key',
    letInBeside(({ operation, headers }) => operation === 'getPet' && !('authorization' in headers)),
  ),
  violation(
    'AUTH-3',
    'a read with a made-up key is let in beside a request with a valid one',
    letInBeside(({ operation, headers }) => operation === 'getPet' && 'authorization' in headers),
  ),
  violation(
    'AUTH-1',
    'a valid key is refused beside a made-up one',
    onOverlap((reply, request, others) =>
      reply.status === 200 && hasKey(request) && others.some((one) => keyOf(one) === 'no-such-key')
        ? asError(401)(reply)
        : reply,
    ),
  ),
  violation(
    'CREATE-2',
    'of two creations at once, each shows the name of the other',
    onOverlap((reply, request, others) => {
      const other = others.find(
        (one) => isCreation(one) && keyOf(one) !== keyOf(request) && sent(one, 'name') !== undefined,
      )
      if (!creates(request, reply) || other === undefined) return reply
      return withJson(reply, { ...(parseJson(reply.body) as Json), name: sent(other, 'name') })
    }),
  ),
  violation(
    'CREATE-1',
    'a creation beside another one is answered 503, by the service itself',
    onOverlap((reply, request, others) => {
      const isBeside = others.some((one) => isCreation(one) && hasKey(one))
      return creates(request, reply) && isBeside ? asError(503)(reply) : reply
    }),
  ),
  violation('PET-2', 'two equal creations at once show one pet', (healthy) => {
    const underWay = new Map<string, Promise<Reply>>()
    return async (request) => {
      const name = `${keyOf(request)} ${request.body}`
      const before = isCreation(request) ? underWay.get(name) : undefined
      const sending = healthy(request)
      underWay.set(name, sending)
      const reply = await sending
      underWay.delete(name)
      return before !== undefined && creates(request, reply) ? { ...reply, body: (await before).body } : reply
    }
  }),
  violation('LIMIT-3', 'a request is charged to the second key, which asks at the same time', (healthy) => {
    let [least, ofSecond, charged] = [Number.POSITIVE_INFINITY, 0, 0]
    return async (request) => {
      if (keyOf(request) === SECOND) ofSecond += 1
      if (keyOf(request) !== FIRST) return healthy(request)
      const before = ofSecond
      await new Promise(setImmediate)
      const isCrossed = ofSecond > before && charged === 0
      if (isCrossed) charged += 1
      const reply = await healthy(isCrossed ? withHeaders(request, { authorization: AS_SECOND }) : request)
      if (isCrossed) return withHeader(reply, LEFT, String(least))
      least = Math.min(least, number(reply, LEFT))
      return reply
    }
  }),
  violation(
    'BASE-3',
    'the fourth request at once is answered by a gateway, with HTML',
    onOverlap((reply, _request, others) => {
      if (others.length < 3) return reply
      return { ...withHeader(reply, 'content-type', 'text/html'), status: 502, body: '<h1>Bad Gateway</h1>' }
    }),
  ),
]
