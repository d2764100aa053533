// What the document does not promise and a general standard asks for: breaking it is a warning.
import {
  asError,
  both,
  errors,
  onHeader,
  onJson,
  onReply,
  onRequest,
  lists,
  reads,
  refuses,
  replies,
  timeOf,
  withHeader,
} from './mutate.ts'
import { type Overlay, type Reply, violation } from './service.ts'

/** Writes the end of a wait, a Unix time in seconds, in another form. */
function retryAt(write: (end: number, reply: Reply) => string): Overlay {
  return onHeader(refuses, 'retry-after', (was, reply) => {
    const end = /^\d+$/.test(was) ? timeOf(reply) + Number(was) : Date.parse(was) / 1000
    return Number.isNaN(end) ? was : write(end, reply)
  })
}

export const standards = [
  violation(
    'BASE-5',
    'HEAD is not allowed',
    onReply(({ method }) => method === 'HEAD', asError(405)),
  ),
  violation(
    'BASE-5',
    'HEAD of one pet is not found',
    onReply(({ method, path }) => method === 'HEAD' && path.startsWith('/pets/'), asError(404)),
  ),
  violation(
    'BASE-6',
    'a 405 of one pet names no methods',
    onHeader(({ path }, { status }) => path.startsWith('/pets/') && status === 405, 'allow', undefined),
  ),
  violation('BASE-6', 'a 405 names no methods', onHeader(replies(405), 'allow', undefined)),
  violation('BASE-6', 'a 405 leaves POST out', onHeader(replies(405), 'allow', 'GET, HEAD, OPTIONS')),
  violation(
    'AUTH-6',
    'a 401 for an unknown key has an empty challenge',
    onHeader(
      both(replies(401), ({ headers }) => headers['authorization'] === 'Bearer no-such-key'),
      'www-authenticate',
      '',
    ),
  ),
  violation('AUTH-6', 'a 401 has no challenge', onHeader(replies(401), 'www-authenticate', undefined)),
  violation(
    'AUTH-6',
    'a 401 asks for the Basic scheme',
    onHeader(replies(401), 'www-authenticate', 'Basic realm="pets"'),
  ),
  violation(
    'AUTH-7',
    'the scheme is accepted in one case only',
    onRequest(
      ({ headers }) => headers['authorization']?.startsWith('bearer ') === true,
      (request) => ({ ...request, headers: { ...request.headers, authorization: 'Basic cGV0czpwZXRz' } }),
    ),
  ),
  violation(
    'AUTH-7',
    'the scheme in small letters is refused with 400',
    onReply(
      ({ headers, operation }) =>
        headers['authorization']?.startsWith('bearer ') === true && operation === 'listPets',
      asError(400),
    ),
  ),
  violation(
    'AUTH-7',
    'the scheme in capitals is not accepted',
    onRequest(
      ({ headers }) => headers['authorization']?.startsWith('BEARER ') === true,
      (request) => ({ ...request, headers: { ...request.headers, authorization: 'Basic cGV0czpwZXRz' } }),
    ),
  ),
  violation(
    'AUTH-7',
    'getPet accepts the scheme in one case only',
    onRequest(
      ({ method, path, headers }) =>
        method === 'GET' &&
        path.startsWith('/pets/') &&
        headers['authorization']?.startsWith('BEARER ') === true,
      (request) => ({ ...request, headers: { ...request.headers, authorization: 'Basic cGV0czpwZXRz' } }),
    ),
  ),
  violation(
    'ERROR-3',
    'codes are empty',
    onJson(both(errors, replies(401)), (body) => ({ ...body, code: '' })),
  ),
  violation(
    'ERROR-3',
    'messages are empty',
    onJson(both(errors, replies(404)), (body) => ({ ...body, message: '' })),
  ),
  violation('LIMIT-13', 'a 429 may be cached', onHeader(refuses, 'cache-control', 'public, max-age=60')),
  violation(
    'LIMIT-16',
    'Retry-After has a unit',
    retryAt((end, reply) => `${Math.ceil(end - timeOf(reply))}s`),
  ),
  violation(
    'LIMIT-16',
    'Retry-After is an ISO date',
    retryAt((end) => new Date(end * 1000).toISOString()),
  ),
  violation('LIMIT-16', 'Retry-After is a Unix time', retryAt(String)),
  violation(
    'LIMIT-16',
    'Retry-After is in milliseconds',
    retryAt((end, reply) => `${Math.ceil(end - timeOf(reply))}000`),
  ),
  violation('DEPRECATION-2', 'getPet is served after its day', (healthy) => {
    const read = new Map<string, Awaited<ReturnType<typeof healthy>>>()
    return async (request) => {
      const reply = await healthy(request)
      if (reads(request, reply)) read.set(request.path, reply)
      return reply.status === 410
        ? { ...reply, status: 200, body: read.get(request.path)?.body ?? reply.body }
        : reply
    }
  }),
  violation('DEPRECATION-4', 'getPet says nothing of its removal', onHeader(reads, 'sunset', undefined)),
  violation('DEPRECATION-4', 'Deprecation is true', onHeader(reads, 'deprecation', 'true')),
  violation('DEPRECATION-4', 'Sunset is in ISO 8601', onHeader(reads, 'sunset', '2030-12-05T00:00:00Z')),
  violation(
    'DEPRECATION-4',
    'Sunset is a day late',
    onHeader(reads, 'sunset', 'Fri, 06 Dec 2030 00:00:00 GMT'),
  ),
  violation(
    'DEPRECATION-4',
    'lists announce a removal too',
    onHeader(lists, 'sunset', 'Thu, 05 Dec 2030 00:00:00 GMT'),
  ),
  violation('DEPRECATION-4', 'getPet announces its removal once', (healthy) => {
    let announced = 0
    return async (request) => {
      const reply = await healthy(request)
      if (!reads(request, reply)) return reply
      announced += 1
      return announced > 2 ? withHeader(reply, 'sunset', undefined) : reply
    }
  }),
  violation(
    'DEPRECATION-4',
    'getPet is removed before it is deprecated',
    onHeader(reads, 'deprecation', '@1922659201'),
  ),
]
