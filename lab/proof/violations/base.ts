import {
  always,
  asError,
  asks,
  both,
  creates,
  errors,
  lists,
  onHeader,
  onReply,
  onRequest,
  reads,
  refuses,
  replies,
  withHeader,
  withHeaders,
} from './mutate.ts'
import { STORED, violation } from './service.ts'

export const base = [
  violation(
    'BASE-1',
    'listPets is not found',
    onReply((request) => request.operation === 'listPets', asError(404)),
  ),
  violation(
    'BASE-1',
    'createPet is not found',
    onReply((request) => request.operation === 'createPet', asError(404)),
    { also: STORED },
  ),
  violation(
    'BASE-1',
    'createPet is not allowed',
    onReply((request) => request.operation === 'createPet', asError(405)),
    { also: STORED },
  ),
  violation('BASE-1', 'everything has moved to /v2', onReply(always, asError(404))),
  violation(
    'BASE-2',
    'the second base address is not found',
    onReply(({ base }) => base.startsWith('/staging'), asError(404)),
  ),
  violation(
    'BASE-2',
    'the second base address is broken',
    onReply(({ base }) => base.startsWith('/staging'), asError(500)),
  ),
  violation(
    'BASE-2',
    'the second base address accepts no key',
    onReply(({ base }) => base.startsWith('/staging'), asError(401)),
  ),
  violation('BASE-3', 'lists are text/html', onHeader(lists, 'content-type', 'text/html')),
  violation(
    'BASE-3',
    'whoever takes XML gets XML',
    onReply(
      ({ headers }) => headers['accept']?.includes('application/xml') === true,
      (reply) => withHeader(reply, 'content-type', 'application/xml'),
    ),
  ),
  violation(
    'BASE-3',
    'a new pet is text/plain',
    onHeader(creates, 'content-type', 'text/plain; charset=utf-8'),
  ),
  violation(
    'BASE-3',
    'one pet is application/problem+json',
    onHeader(reads, 'content-type', 'application/problem+json'),
  ),
  violation(
    'BASE-3',
    'a 429 of application/json holds a page of HTML',
    onReply(refuses, (reply) => ({
      ...withHeader(reply, 'content-type', 'application/json'),
      body: '<h1>Slow down</h1>',
    })),
  ),
  violation('BASE-3', 'errors are text/json', onHeader(errors, 'content-type', 'text/json')),
  violation('BASE-3', 'a 401 has no content type', onHeader(replies(401), 'content-type', undefined)),
  violation(
    'BASE-3',
    'a 404 has another content type',
    onHeader(replies(404), 'content-type', 'application/xml'),
  ),
  violation(
    'BASE-3',
    'a filtered list is text/csv',
    onHeader(both(lists, asks(/status=sold/)), 'content-type', 'text/csv'),
  ),
  violation(
    'BASE-3',
    'lists are said to be in ISO 8859-1',
    onHeader(lists, 'content-type', 'application/json; charset=iso-8859-1'),
  ),
  violation(
    'BASE-3',
    'errors are said to be in UTF-16',
    onHeader(errors, 'content-type', 'application/json; charset=utf-16'),
  ),
  violation(
    'BASE-3',
    'Content-Type is recognized in one case only',
    onReply(
      ({ headerNames = [], operation }) => operation === 'createPet' && !headerNames.includes('Content-Type'),
      asError(415),
    ),
  ),
  violation(
    'BASE-3',
    'a charset makes another media type',
    onRequest(
      ({ headers }) => /; *charset=/.test(headers['content-type'] ?? ''),
      (request) => withHeaders(request, { 'content-type': 'text/plain' }),
    ),
    { also: { breaks: ['CREATE-1'], where: 'another media type is answered 400, as a wrong body is' } },
  ),
  violation(
    'BASE-3',
    'bodies of application/json are not accepted',
    (healthy) => async (request) => {
      const typed = onRequest(
        () => true,
        (one) => withHeaders(one, { 'content-type': 'text/plain' }),
      )
      return request.operation === 'createPet' && request.headers['authorization']
        ? typed(healthy)(request)
        : healthy(request)
    },
    { also: { breaks: ['CREATE-1'], where: 'another media type is answered 400, as a wrong body is' } },
  ),
]
