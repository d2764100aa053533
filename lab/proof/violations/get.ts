import {
  asError,
  asks,
  both,
  creates,
  firstPet,
  onPets,
  onReply,
  onRequest,
  reads,
  replies,
  withHeader,
  withJson,
  withSpare,
} from './mutate.ts'
import { type Overlay, type ServiceRequest, type Violation, violation } from './service.ts'

const isRead = ({ operation }: ServiceRequest): boolean => operation === 'getPet'
const idOf = ({ path }: ServiceRequest): string => path.slice('/pets/'.length)
const UNREADABLE: Pick<Violation, 'also'> = {
  also: {
    breaks: ['GET-1', 'DEPRECATION-1'],
    where: 'all ids are that long, so that getPet finds no pet at all',
  },
}
const unknown = both(isRead, replies(404), asks(/\/pets\/-?\d+ /))

/** Treats the pets that the run itself has added otherwise than those that were there. */
const newOnes =
  (treat: (request: ServiceRequest) => boolean, overlay: Overlay): Overlay =>
  (healthy) => {
    const added = new Set<string>()
    const broken = overlay(healthy)
    return async (request) => {
      if (isRead(request) && added.has(idOf(request)) && treat(request)) return await broken(request)
      const reply = await healthy(request)
      const [, id] = creates(request, reply) ? (/"id": ?(-?\d+)/.exec(reply.body) ?? []) : []
      if (id !== undefined) added.add(id)
      return reply
    }
  }

/** Finds a pet whose id is the same double as the requested id. */
const likeDoubles: Overlay = (healthy) => async (request) => {
  const reply = await healthy(request)
  if (!unknown(request, reply)) return reply
  const id = BigInt(idOf(request))
  for (const other of [id - 1n, id + 1n].filter((near) => Number(near) === Number(id))) {
    const found = await healthy(withSpare({ ...request, path: `/pets/${other}` }))
    if (found.status === 200) return { ...reply, status: 200, body: found.body }
  }
  return reply
}

const LEAST = 2n ** 63n
const onId = (change: (id: bigint) => bigint): Overlay =>
  onRequest(asks(/GET \/pets\/-?\d+ /), (request) => ({
    ...request,
    path: `/pets/${change(BigInt(idOf(request)))}`,
  }))

export const get = [
  violation(
    'BASE-1',
    'a pet is somewhere else',
    onReply(reads, (reply, { path }) => withHeader({ ...reply, status: 308, body: '' }, 'location', path)),
  ),
  violation('GET-1', 'every fifth read is answered 503, which warns of the removal', (healthy) => {
    let count = 0
    return async (request) => {
      const reply = await healthy(request)
      return reads(request, reply) && (count += 1) % 5 === 0 ? asError(503)(reply) : reply
    }
  }),
  violation(
    'GET-2',
    'an id is read up to its first letter',
    onRequest(
      ({ method, path }) => method === 'GET' && /^\/pets\/-?\d+[a-z]/.test(path),
      (request) => ({ ...request, path: request.path.replace(/[a-z]+$/, ''), operation: 'getPet' }),
    ),
  ),
  violation(
    'GET-1',
    'a new pet cannot be read',
    newOnes(() => true, onReply(reads, asError(404))),
  ),
  violation(
    'GET-1',
    'a long name is cut when it is read',
    onPets(reads, (pet) => ({ ...pet, name: String(pet['name']).slice(0, 60) })),
  ),
  violation(
    'GET-1',
    'a new pet is a crash to read',
    newOnes(() => true, onReply(reads, asError(500))),
  ),
  violation(
    'GET-1',
    'another pet is read',
    newOnes(
      () => true,
      onRequest(isRead, (request) => ({ ...request, path: '/pets/1' })),
    ),
  ),
  violation(
    'GET-1',
    'the name is altered when a pet is read',
    onPets(reads, (pet) => ({ ...pet, name: `${String(pet['name'])}!` })),
  ),
  violation(
    'GET-1',
    'the status is left out when a pet is read',
    onPets(reads, ({ status: _status, ...pet }) => pet),
  ),
  violation(
    'GET-1',
    'a new pet is read with another status',
    onPets(reads, (pet) => ({ ...pet, status: 'available' })),
  ),
  violation(
    'GET-1',
    'a pet is read in an array',
    newOnes(
      () => true,
      onReply(reads, (reply) => ({ ...reply, body: `[${reply.body}]` })),
    ),
  ),
  violation(
    'GET-2',
    'an unknown pet is an empty object',
    onReply(unknown, (reply) => withJson({ ...reply, status: 200 }, {})),
  ),
  violation(
    'GET-2',
    'an unknown pet is null',
    onReply(unknown, (reply) => withJson({ ...reply, status: 200 }, null)),
  ),
  violation(
    'GET-2',
    'an unknown pet is answered 204',
    onReply(unknown, (reply) => ({ ...reply, status: 204, body: '' })),
  ),
  violation('GET-2', 'an unknown pet is answered 410', onReply(unknown, asError(410))),
  violation('GET-2', 'an unknown pet is a crash', onReply(unknown, asError(500))),
  violation('GET-2', 'an unknown pet is the first one', (healthy) => async (request) => {
    const reply = await healthy(request)
    if (!unknown(request, reply)) return reply
    return withJson({ ...reply, status: 200 }, await firstPet(healthy, request))
  }),
  violation(
    'GET-3',
    'a negative id is refused',
    onReply((request) => isRead(request) && idOf(request).startsWith('-'), asError(400)),
    { also: { breaks: ['GET-1'], where: 'pets have ids below zero, and cannot be read' } },
  ),
  violation(
    'GET-3',
    'an id of more than 15 digits is refused',
    onReply((request) => isRead(request) && idOf(request).length > 15, asError(400)),
    UNREADABLE,
  ),
  violation('GET-3', 'ids beyond 2^53 are compared as doubles', likeDoubles, {
    mock: { choices: { 'id-numbering': 'beyond-2-53' } },
  }),
  violation(
    'GET-3',
    'ids are cut to 32 bits',
    onId((id) => BigInt.asIntN(32, id)),
    UNREADABLE,
  ),
  violation(
    'GET-3',
    'ids below zero lose their sign',
    onId((id) => (id < 0n && id > -LEAST ? -id : id)),
    { also: { breaks: ['GET-1'], where: 'pets have ids below zero, and are not found' } },
  ),
  violation(
    'GET-3',
    'an id beyond int32 is a crash',
    onReply(
      (request) => isRead(request) && idOf(request).length > 10 && !idOf(request).startsWith('-'),
      asError(400),
    ),
    UNREADABLE,
  ),
]
