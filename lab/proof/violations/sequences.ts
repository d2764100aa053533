// What goes wrong only after something else: a service remembers what it should not.
import { parseJson } from '../../../spec/exact-json/json.ts'
import {
  asError,
  both,
  creates,
  FIRST,
  idAsked,
  keyOf,
  onReply,
  reads,
  SECOND,
  timeOf,
  withQuery,
  withSpare,
  withJson,
  type Json,
} from './mutate.ts'
import { type Overlay, type ServiceRequest, violation } from './service.ts'

const isCreation = ({ operation }: ServiceRequest): boolean => operation === 'createPet'
const hasStatus = ({ body = '' }: ServiceRequest): boolean => body.includes('"status"')

const AN_HOUR_S = 3600

/** getPet is gone from an instant on. */
const goneFrom = (instant: string): Overlay =>
  onReply(
    both(reads, (_request, reply) => timeOf(reply) >= Date.parse(instant) / 1000),
    asError(410),
  )

/** Whether a request that is answered 401 has a key. */
const hasBadKey = ({ headers }: ServiceRequest): boolean => 'authorization' in headers

/** A refusal that comes before the key is looked at. */
const refusedFirst = (which: (request: ServiceRequest) => boolean, status: number): Overlay =>
  onReply((request, reply) => reply.status === 401 && which(request), asError(status))

export const sequences = [
  violation('PET-2', 'a body that was sent before shows the pet of that time', (healthy) => {
    const replies = new Map<string, string>()
    return async (request) => {
      const reply = await healthy(request)
      if (!creates(request, reply)) return reply
      const name = `${keyOf(request)} ${request.body}`
      const before = replies.get(name)
      replies.set(name, before ?? reply.body)
      return before === undefined ? reply : { ...reply, body: before }
    }
  }),
  violation('CREATE-2', 'after a creation without a status, the next one’s is left out', (healthy) => {
    const without = new Set<string | undefined>()
    return async (request) => {
      const reply = await healthy(request)
      if (!creates(request, reply)) return reply
      const isLeftOut = without.has(keyOf(request)) && hasStatus(request)
      if (hasStatus(request)) without.delete(keyOf(request))
      else without.add(keyOf(request))
      return isLeftOut ? withJson(reply, { ...(parseJson(reply.body) as Json), status: 'available' }) : reply
    }
  }),
  violation(
    'LIST-5',
    'the filter is ignored right after a request that was refused for its body',
    (healthy) => {
      const hasErred = new Set<string | undefined>()
      return async (request) => {
        const isAfter = hasErred.delete(keyOf(request)) && request.operation === 'listPets'
        const reply = await healthy(isAfter ? withQuery(request, { status: undefined }) : request)
        if (reply.status === 400) hasErred.add(keyOf(request))
        return reply
      }
    },
  ),
  violation('GET-1', 'an id that was not found once is not found later', (healthy) => {
    const unknown = new Set<bigint | undefined>()
    return async (request) => {
      const reply = await healthy(request)
      if (reply.status === 404) unknown.add(idAsked(request))
      return reads(request, reply) && unknown.has(idAsked(request)) ? asError(404)(reply) : reply
    }
  }),
  violation('GET-1', 'a key that has read a pet does not find those that another adds', (healthy) => {
    let hasRead = false
    const added = new Set<string>()
    return async (request) => {
      const reply = await healthy(request)
      if (hasRead && creates(request, reply) && keyOf(request) === FIRST)
        added.add(String((parseJson(reply.body) as Json)['id']))
      if (!reads(request, reply) || keyOf(request) !== SECOND) return reply
      hasRead = true
      return added.has(String(idAsked(request))) ? asError(404)(reply) : reply
    }
  }),
  violation('CREATE-1', 'after hours of silence, a creation is carried out twice', (healthy) => {
    let last = Number.NaN
    return async (request) => {
      const reply = await healthy(request)
      const silence = timeOf(reply) - last
      last = timeOf(reply)
      if (silence > AN_HOUR_S && creates(request, reply)) await healthy(withSpare(request))
      return reply
    }
  }),
  violation('DEPRECATION-1', 'getPet is removed a month early', goneFrom('2030-11-05T00:00:00Z')),
  violation('DEPRECATION-1', 'getPet is removed a day early', goneFrom('2030-12-04T00:00:00Z')),
  violation(
    'AUTH-2',
    'a bad limit is refused before a key is missed',
    refusedFirst(({ path, headers }) => path.includes('limit=0') && !('authorization' in headers), 400),
  ),
  violation(
    'AUTH-3',
    'an unknown id is not found before a key is looked at',
    refusedFirst((request) => hasBadKey(request) && (idAsked(request) ?? 0n) > 100_000n, 404),
  ),
  violation(
    'AUTH-3',
    'a body that is no JSON is refused before a key is looked at',
    refusedFirst((request) => hasBadKey(request) && isCreation(request) && request.body === '{', 400),
  ),
]
