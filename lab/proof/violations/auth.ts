import { FIRST, SECOND, type When, asError, asks, keyOf, onReply, onRequest, withHeaders } from './mutate.ts'
import { STORED, type Overlay, type ServiceRequest, violation } from './service.ts'
import type { OperationId } from '../../../spec/operations.ts'

const GOOD = 'Bearer free-demo-key'
const is =
  (operation: OperationId) =>
  (request: ServiceRequest): boolean =>
    request.operation === operation
const withGoodKey = (request: ServiceRequest): ServiceRequest => withHeaders(request, { authorization: GOOD })
const header = ({ headers }: ServiceRequest): string => headers['authorization'] ?? ''
const token = (request: ServiceRequest): string => /^Bearer (.*)$/.exec(header(request))?.[1] ?? ''
const hasKey: When = (request) => [FIRST, SECOND].includes(keyOf(request) ?? '')

/** Lets a request in that brings no valid key, and no body that would be stored. */
const letsIn = (which: (request: ServiceRequest) => boolean): Overlay => onRequest(which, withGoodKey)

/** Answers 401 and still adds the pet. */
const storesUnauthorized =
  (which: (request: ServiceRequest) => boolean): Overlay =>
  (healthy) =>
  async (request) => {
    const reply = await healthy(request)
    if (reply.status === 401 && is('createPet')(request) && which(request))
      await healthy(withGoodKey(request))
    return reply
  }

export const auth = [
  violation(
    'AUTH-2',
    'a list of one status needs no key',
    letsIn((request) => is('listPets')(request) && /[?&]status=/.test(request.path) && token(request) === ''),
  ),
  violation(
    'AUTH-2',
    'a list of what is available needs no key',
    letsIn(
      (request) =>
        is('listPets')(request) && request.path.includes('status=available') && token(request) === '',
    ),
  ),
  violation(
    'AUTH-1',
    'the key is not accepted for lists',
    onReply((request, reply) => is('listPets')(request) && hasKey(request, reply), asError(401)),
  ),
  violation(
    'AUTH-1',
    'the key is not accepted for creations',
    onReply((request, reply) => is('createPet')(request) && hasKey(request, reply), asError(401)),
    { also: { ...STORED, breaks: ['AUTH-5'] } },
  ),
  violation(
    'AUTH-1',
    'the key is not accepted for reading',
    onReply((request, reply) => is('getPet')(request) && hasKey(request, reply), asError(403)),
  ),
  violation(
    'AUTH-1',
    'the Authorization header is recognized in one case only',
    onRequest(
      ({ headerNames = [] }) => !headerNames.includes('Authorization'),
      (request) => withHeaders(request, { authorization: undefined }),
    ),
  ),
  violation(
    'AUTH-2',
    'no key is needed to list',
    letsIn((request) => is('listPets')(request) && header(request) === ''),
  ),
  violation(
    'AUTH-2',
    'no key is needed to list with a filter',
    letsIn((request) => asks(/GET \/pets\?.*status=/)(request) && /^(?:Bearer\s*)?$/.test(header(request))),
  ),
  violation(
    'AUTH-2',
    'no key is needed to read',
    letsIn((request) => is('getPet')(request) && header(request) === ''),
  ),
  violation(
    'AUTH-2',
    'no key is needed to add',
    letsIn((request) => is('createPet')(request) && header(request) === ''),
  ),
  violation(
    'AUTH-2',
    'a missing key is answered 403',
    onReply((request, { status }) => status === 401 && header(request) === '', asError(403)),
  ),
  violation(
    'AUTH-2',
    'a missing key is answered 400 on creations',
    onReply(
      (request, { status }) => status === 401 && header(request) === '' && is('createPet')(request),
      asError(400),
    ),
  ),
  violation(
    'AUTH-2',
    'a missing key is answered 404 when reading',
    onReply(
      (request, { status }) => status === 401 && header(request) === '' && is('getPet')(request),
      asError(404),
    ),
  ),
  violation(
    'AUTH-2',
    'HEAD needs no key',
    letsIn(({ method, headers }) => method === 'HEAD' && headers['authorization'] === undefined),
  ),
  violation(
    'AUTH-3',
    'any key lists',
    letsIn((request) => is('listPets')(request) && header(request) === 'Bearer no-such-key'),
  ),
  violation(
    'AUTH-3',
    'a word in the place of a key reads',
    letsIn((request) => is('getPet')(request) && header(request) === 'Bearer null'),
  ),
  violation(
    'AUTH-3',
    'any key adds',
    letsIn((request) => is('createPet')(request) && header(request) === 'Bearer no-such-key'),
  ),
  violation(
    'AUTH-3',
    'the beginning of a key is enough',
    letsIn((request) => GOOD.startsWith(header(request)) && header(request).length > 12),
  ),
  violation(
    'AUTH-3',
    'the end of a key is enough',
    letsIn((request) => GOOD.endsWith(token(request)) && token(request).length > 5),
  ),
  violation(
    'AUTH-3',
    'a key may have letters behind it',
    letsIn((request) => token(request).startsWith(FIRST) && token(request) !== SECOND),
  ),
  violation(
    'AUTH-3',
    'a key may have letters before it',
    letsIn((request) =>
      [FIRST, SECOND].some((key) => token(request).endsWith(key) && token(request) !== key),
    ),
  ),
  violation(
    'AUTH-3',
    'the last letter of a key is not looked at',
    letsIn(
      (request) => token(request).length === FIRST.length && token(request).startsWith(FIRST.slice(0, -1)),
    ),
  ),
  violation(
    'AUTH-3',
    'the case of a key is not looked at',
    letsIn((request) => token(request).toLowerCase() === FIRST),
  ),
  violation(
    'AUTH-3',
    'blanks in a key are left out',
    letsIn((request) => token(request).replaceAll(' ', '') === FIRST),
  ),
  violation(
    'AUTH-3',
    'what stands behind a key is left out',
    letsIn((request) => token(request).split(' ')[0] === FIRST),
  ),
  violation(
    'AUTH-3',
    'an empty key is a guest',
    letsIn((request) => header(request).trim() === 'Bearer'),
  ),
  violation(
    'AUTH-3',
    'the case of a key is not looked at on creations',
    letsIn((request) => is('createPet')(request) && token(request).toLowerCase() === FIRST),
    { needs: 'thorough' },
  ),
  violation(
    'AUTH-3',
    'a key may have letters behind it when reading',
    letsIn(
      (request) => is('getPet')(request) && token(request).startsWith(FIRST) && token(request) !== SECOND,
    ),
    { needs: 'thorough' },
  ),
  violation(
    'AUTH-3',
    'an invalid key is answered 403',
    onReply((request, { status }) => status === 401 && header(request).startsWith('Bearer '), asError(403)),
  ),
  violation(
    'AUTH-3',
    'an invalid key is a crash on creations',
    onReply(
      (request, { status }) =>
        status === 401 && header(request).startsWith('Bearer ') && is('createPet')(request),
      asError(500),
    ),
  ),
  violation(
    'AUTH-3',
    'an empty key is a crash',
    onReply((request, { status }) => status === 401 && header(request).trim() === 'Bearer', asError(500)),
  ),
  violation(
    'AUTH-4',
    'what stands before the scheme is not looked at',
    letsIn((request) => header(request).endsWith(` ${GOOD}`)),
  ),
  violation(
    'AUTH-4',
    'a header without a scheme is a crash',
    onReply(
      (request, { status }) => status === 401 && /^(?!Bearer$)[^ ]+$/.test(header(request)),
      asError(500),
    ),
  ),
  violation(
    'AUTH-4',
    'the key is accepted in the query',
    letsIn((request) => request.path.includes('api_key=free-demo-key')),
  ),
  violation(
    'AUTH-4',
    'the key is accepted as the access_token of the query',
    letsIn((request) => request.path.includes('access_token=free-demo-key')),
  ),
  violation(
    'AUTH-4',
    'the key is accepted in X-Api-Key',
    letsIn(({ headers }) => headers['x-api-key'] === 'free-demo-key'),
  ),
  violation(
    'AUTH-4',
    'the scheme is not looked at',
    letsIn((request) => header(request) === 'Token free-demo-key'),
  ),
  violation(
    'AUTH-4',
    'the key is accepted under the Basic scheme',
    letsIn((request) => header(request).startsWith('Basic ')),
  ),
  violation(
    'AUTH-4',
    'the key is accepted without a scheme',
    letsIn((request) => header(request) === 'free-demo-key'),
  ),
  violation(
    'AUTH-4',
    'every scheme that begins with Bearer is one',
    letsIn((request) => /^Bearer\w+ free-demo-key$/.test(header(request))),
  ),
  violation(
    'AUTH-4',
    'the key may stick to the scheme',
    letsIn((request) => /^Bearer *free-demo-key$/.test(header(request))),
  ),
  violation(
    'AUTH-4',
    'the key is accepted unencoded under the Basic scheme',
    letsIn((request) => header(request) === 'Basic free-demo-key'),
  ),
  violation(
    'AUTH-4',
    'the key is accepted under a scheme of its own',
    letsIn((request) => /^api-?key free-demo-key$/i.test(header(request))),
  ),
  violation(
    'AUTH-5',
    'what comes without a key is refused and stored',
    storesUnauthorized((request) => header(request) === ''),
  ),
  violation(
    'AUTH-5',
    'what comes with a wrong key is refused and stored',
    storesUnauthorized((request) => header(request) !== ''),
  ),
  violation(
    'AUTH-5',
    'whatever is unauthorized is refused and stored',
    storesUnauthorized(() => true),
  ),
]
