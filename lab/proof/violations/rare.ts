// Promises that are broken now and then only: one request in five, after the tenth, for one value.
import {
  asError,
  creates,
  errors,
  lists,
  onHeader,
  onJson,
  onPets,
  onReply,
  oneIn,
  onlyAfter,
  reads,
} from './mutate.ts'
import { type ServiceRequest, violation } from './service.ts'

const is =
  (operation: ServiceRequest['operation']) =>
  (request: ServiceRequest): boolean =>
    request.operation === operation

export const rare = [
  violation(
    'BASE-3',
    'one list in five is text/plain',
    oneIn(5, is('listPets'), onHeader(lists, 'content-type', 'text/plain')),
  ),
  violation(
    'BASE-3',
    'errors are text/html after the tenth request',
    onlyAfter(10, onHeader(errors, 'content-type', 'text/html')),
  ),
  violation(
    'PET-1',
    'one list in five has ids that are text',
    oneIn(
      5,
      is('listPets'),
      onPets(lists, (pet) => ({ ...pet, id: String(pet['id']) })),
    ),
  ),
  violation(
    'PET-3',
    'after the tenth request names are missing',
    onlyAfter(
      10,
      onPets(lists, ({ name: _name, ...pet }) => pet),
    ),
  ),
  violation(
    'PET-4',
    'one pet that is read in two has no category',
    oneIn(
      2,
      is('getPet'),
      onPets(reads, ({ categoryId: _category, ...pet }) => pet),
    ),
  ),
  violation(
    'ERROR-1',
    'one error in five has no code',
    oneIn(
      5,
      () => true,
      onJson(errors, ({ code: _code, ...body }) => body),
    ),
  ),
  violation(
    'ERROR-2',
    'after the twentieth request the status in errors is 500',
    onlyAfter(
      20,
      onJson(errors, (body) => ({ ...body, status: 500 })),
    ),
  ),
  violation(
    'LIMIT-1',
    'one reply in ten has no X-RateLimit-Reset',
    oneIn(
      10,
      () => true,
      onHeader(() => true, 'x-ratelimit-reset', undefined),
    ),
  ),
  violation(
    'LIMIT-4',
    'one Reset in five is in milliseconds',
    oneIn(
      5,
      is('listPets'),
      onHeader(lists, 'x-ratelimit-reset', (was) => `${was}000`),
    ),
  ),
  violation(
    'CREATE-7',
    'only pets that are pending cannot be added after the tenth request',
    onlyAfter(
      10,
      onReply(
        (request, reply) => creates(request, reply) && request.body?.includes('"pending"') === true,
        asError(400),
      ),
    ),
  ),
]
