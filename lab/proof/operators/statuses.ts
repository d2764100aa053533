// Statuses of replies.
import type { ClauseId } from '../../../spec/clauses.ts'
import { operationIds, successOf, type OperationId } from '../../../spec/operations.ts'
import { asError, keyOf, FIRST } from '../violations/mutate.ts'
import type { Reply } from '../../../contract-tests/engine/transport.ts'
import type { ServiceRequest } from '../violations/service.ts'
import { everyTime, timeFields, nowAndThen, onReplies, type Operator } from './operator.ts'

interface Outcome {
  readonly operation: OperationId
  readonly status: number
  /** The clauses that another status in its place may break. */
  readonly mayBreak: readonly ClauseId[]
  readonly instead: readonly number[]
}

const NOT_SERVED = [400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 502, 503]
const OTHER_SUCCESSES = [202, 203, 204, 206, 200, 201]
const NOT_REFUSED = [200, 201, 204, 404, 409, 410, 422, 500, 503]
// A request that is not served may be one that tries a key, one after a wait, or one over the limit.
const always = ['AUTH-1', 'BASE-1', 'LIMIT-5', 'LIMIT-9', 'LIMIT-10'] as const
const served: Readonly<Record<OperationId, readonly ClauseId[]>> = {
  listPets: ['LIST-1', 'LIST-3', 'LIST-5', 'LIST-6', ...always, 'DEPRECATION-3'],
  createPet: ['CREATE-1', 'CREATE-7', ...always, 'PET-4'],
  getPet: ['GET-1', 'GET-3', ...always, 'DEPRECATION-1'],
}

const outcomes: readonly Outcome[] = operationIds.flatMap((operation): readonly Outcome[] => [
  {
    operation,
    status: successOf(operation).status,
    mayBreak: served[operation],
    instead: [...NOT_SERVED, ...OTHER_SUCCESSES].filter((status) => status !== successOf(operation).status),
  },
  {
    operation,
    status: 401,
    mayBreak: ['AUTH-2', 'AUTH-3', 'AUTH-4', 'BASE-1', 'DEPRECATION-1'],
    instead: [400, 403, 404, 407, 410, 422, 500, 503],
  },
  {
    operation,
    status: 429,
    // Whichever limit is exceeded, the minute's or the day's.
    mayBreak: ['LIMIT-7', 'LIMIT-8', 'LIMIT-6', ...served[operation]],
    instead: [400, 401, 403, 404, 420, 500, 503],
  },
])

const refusals: readonly Outcome[] = [
  {
    operation: 'createPet',
    status: 400,
    // A service may refuse some valid bodies too, by rules of its own for names and categories.
    mayBreak: ['CREATE-3', 'CREATE-4', 'CREATE-5', 'CREATE-6', 'CREATE-1', 'AUTH-1', 'BASE-1', 'LIMIT-5'],
    instead: NOT_REFUSED.concat([401, 403, 405, 413]),
  },
  {
    operation: 'getPet',
    status: 404,
    mayBreak: ['GET-2', 'GET-3', 'AUTH-1', 'LIMIT-5'],
    instead: [200, 204, 400, 401, 403, 410, 422, 500, 503],
  },
]

/** Another status comes with an error body that has it, or with the body as it was. */
const bodies: readonly {
  readonly name: (status: number) => string
  readonly change: (status: number) => (reply: Reply) => Reply
  readonly more: readonly ClauseId[]
}[] = [
  { name: (status) => `${status}, and an error body`, change: (status) => asError(status), more: [] },
  {
    name: (status) => `${status}, the body as it was`,
    change: (status) => (reply) => ({ ...reply, status }),
    more: ['ERROR-1', 'ERROR-2', 'ERROR-3', 'GET-2', 'AUTH-2', 'AUTH-3', 'BASE-3'],
  },
]

/** Another status in the place of each that the document names, at each time. */
export const statusOperators: readonly Operator[] = [...outcomes, ...refusals].flatMap((outcome) =>
  outcome.instead.flatMap((instead) =>
    bodies.flatMap(({ name, change, more }) =>
      [everyTime, ...nowAndThen.slice(0, 1)].map((when): Operator => ({
        target: `${outcome.status} of ${outcome.operation}`,
        change: name(instead),
        mayBreak: [
          ...outcome.mayBreak,
          ...more,
          ...brokenBeside(instead),
          ...brokenByEffect(outcome, instead),
        ],
        ...timeFields(when),
        overlay: onReplies(
          (request, reply) => isOf(outcome, request, reply),
          when,
          () => change(instead),
        ),
      })),
    ),
  ),
)

function isOf({ operation, status }: Outcome, request: ServiceRequest, reply: Reply): boolean {
  if (request.operation !== operation || reply.status !== status) return false
  return status === 401 || keyOf(request) === FIRST
}

/** What a refusal breaks that is laid over a creation which the service below has carried out. */
function brokenByEffect({ operation, status }: Outcome, instead: number): readonly ClauseId[] {
  return operation === 'createPet' && status === successOf(operation).status && instead === 401
    ? ['AUTH-5']
    : []
}

/** The clauses about a status that a reply made for another status breaks. */
function brokenBeside(status: number): readonly ClauseId[] {
  if (status === 401) return ['AUTH-6']
  if (status === 405) return ['BASE-6']
  if (status >= 200 && status < 300) return ['PET-1', 'PET-3', 'PET-4', 'PET-5']
  return status === 429 ? ['LIMIT-1', 'LIMIT-3', 'LIMIT-7', 'LIMIT-8', 'LIMIT-9', 'LIMIT-13', 'LIMIT-16'] : []
}
