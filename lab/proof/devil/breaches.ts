import type { ClauseId } from '../../../spec/clauses.ts'

/** A promise that the devil can be made to break. */
export interface Breach {
  readonly name: string
  readonly how: string
  /** The clauses that a run may report, of which one is enough. */
  readonly breaks: readonly [ClauseId, ...ClauseId[]]
}

const list = [
  {
    name: 'headers-missing-on-errors',
    breaks: ['LIMIT-1'],
    how: 'Replies from 400 up carry no rate-limit headers.',
  },
  { name: 'error-status-differs', breaks: ['ERROR-2'], how: 'The body of a 404 says status 400.' },
  { name: 'error-without-message', breaks: ['ERROR-1'], how: 'The body of a 401 has no message.' },
  {
    name: 'missing-category-accepted',
    breaks: ['CREATE-3'],
    how: 'A creation without categoryId gets a category that the service picks.',
  },
  {
    name: 'unknown-status-accepted',
    breaks: ['CREATE-4'],
    how: 'A creation with a status that does not exist is taken as one without status.',
  },
  { name: 'id-as-text', breaks: ['PET-1'], how: 'In lists, ids are JSON strings.' },
  {
    name: 'category-rounded',
    breaks: ['PET-4', 'CREATE-2'],
    how: 'A categoryId beyond 2^53 loses its last digits, as in a 64-bit float.',
  },
  {
    name: 'page-one-too-many',
    breaks: ['LIST-2'],
    how: 'A list with a limit holds one pet more than the limit, when there are that many.',
  },
  { name: 'default-fifty', breaks: ['LIST-4'], how: 'A list without limit holds up to 50 pets.' },
  {
    name: 'filter-leaks',
    breaks: ['LIST-5', 'DEPRECATION-3'],
    how: 'A filtered list ends with a pet of another status, if there is one.',
  },
  {
    name: 'get-without-key',
    breaks: ['AUTH-2', 'AUTH-3', 'AUTH-4'],
    how: 'GET /pets/{petId} is served without a key.',
  },
  { name: 'no-retry-after', breaks: ['LIMIT-8'], how: 'A 429 carries no Retry-After.' },
  {
    name: 'reset-in-the-past',
    breaks: ['LIMIT-4', 'LIMIT-10'],
    how: 'The reported time is two hours too early.',
  },
  { name: 'fourth-read-not-found', breaks: ['GET-1'], how: 'From the fourth read on, a pet is not found.' },
  {
    name: 'id-reused',
    breaks: ['PET-2', 'GET-1', 'GET-3'],
    how: 'Every third creation gets the id of the creation before it.',
  },
  {
    name: 'status-lost',
    breaks: ['CREATE-2', 'CREATE-7'],
    how: 'Every second creation with a status is stored with another one.',
  },
  {
    name: 'refused-create-added',
    breaks: ['CREATE-6'],
    how: 'A creation refused for its status alone is added nevertheless, without status.',
  },
  {
    name: 'created-not-added',
    breaks: ['CREATE-1', 'GET-1', 'LIST-7', 'DEPRECATION-3'],
    how: 'Every third creation is answered with 201, but the pet is not kept.',
  },
  {
    name: 'over-limit-served',
    breaks: ['LIMIT-5', 'LIMIT-6', 'LIMIT-7', 'LIMIT-3'],
    how: 'The limit is reported, but nobody is ever refused.',
  },
  {
    name: 'remaining-stands-still',
    breaks: ['LIMIT-3'],
    how: 'Remaining is what it was at the first request of the key.',
  },
  {
    name: 'sticky-filter',
    breaks: ['LIST-6'],
    how: 'A list without status is filtered by the status of the list before.',
  },
  {
    name: 'key-remembered',
    breaks: ['AUTH-2', 'AUTH-3', 'AUTH-4'],
    how: 'A request without a valid key, right after one with, is served for that one.',
  },
  {
    name: 'key-forgotten',
    breaks: ['AUTH-1'],
    how: 'Right after a request with an invalid key, a valid one gets 401.',
  },
  {
    name: 'retry-after-too-short',
    breaks: ['LIMIT-9', 'LIMIT-8'],
    how: 'Retry-After always reports one second, however long the refusals last.',
  },
  {
    name: 'limit-of-other-key',
    breaks: ['LIMIT-2', 'LIMIT-3', 'LIMIT-11'],
    how: 'The first reply to a key after another one reports the limits of that other.',
  },
  {
    name: 'ban-hits-other-key',
    breaks: ['LIMIT-11', 'AUTH-1'],
    how: 'After two refusals of one key, the other keys are answered with 403 for two minutes.',
  },
  {
    name: 'parallel-same-id',
    breaks: ['PET-2', 'GET-1'],
    how: 'A creation in flight together with another one gets its id.',
  },
  {
    name: 'parallel-swapped-pets',
    breaks: ['GET-3', 'GET-1'],
    how: 'Of two reads in flight together, the second returns the pet of the first.',
  },
  {
    name: 'parallel-lost-create',
    breaks: ['CREATE-1', 'GET-1', 'LIST-7', 'DEPRECATION-3'],
    how: 'Of two creations in flight together, the second is answered with 201, but not kept.',
  },
  {
    name: 'parallel-counts-once',
    breaks: ['LIMIT-3', 'LIMIT-5', 'LIMIT-6', 'LIMIT-7'],
    how: 'Requests of one key in flight together count as one.',
  },
] as const satisfies readonly Breach[]

export const breaches: readonly Breach[] = list
export type BreachName = (typeof list)[number]['name']
