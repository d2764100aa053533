// Header fields of replies.
import type { ClauseId } from '../../../spec/clauses.ts'
import { operationIds } from '../../../spec/operations.ts'
import type { Reply } from '../../../contract-tests/engine/transport.ts'
import { FIRST, keyOf, laterBy, LEFT, LIMIT, RESET, timeOf, withHeader } from '../violations/mutate.ts'
import type { ServiceRequest } from '../violations/service.ts'
import { everyTime, timeFields, nowAndThen, onReplies, type Operator, type When } from './operator.ts'

interface HeaderChange {
  readonly name: string
  /** The new value; `undefined` removes the header. */
  readonly to: (was: string, reply: Reply, last: string) => string | undefined
  /** The clauses that it may break, where they differ from those of the header; none where it is lawful. */
  readonly mayBreak?: readonly ClauseId[]
  /** Whether only a run over the limit can see it; `always` where that is so only if every reply is changed. */
  readonly needsExhaust?: true | 'always'
}

interface Header {
  readonly name: string
  readonly mayBreak: readonly ClauseId[]
  readonly has: (request: ServiceRequest, reply: Reply) => boolean
  readonly changes: readonly HeaderChange[]
  readonly whens: readonly When[]
}

const missing: HeaderChange = { name: 'missing', to: () => undefined }
const numberChanges: readonly HeaderChange[] = [
  missing,
  { name: 'empty', to: () => '' },
  { name: 'a word', to: () => 'many' },
  { name: 'null', to: () => 'null' },
  { name: 'a fraction', to: (was) => `${was}.5` },
  { name: 'below zero', to: (was) => `-${Number(was) + 1}` },
  { name: 'twice, with a comma', to: (was) => `${was}, ${was}` },
  { name: 'in hexadecimal', to: (was) => `0x${Number(was).toString(16)}` },
]
const shifts: readonly HeaderChange[] = [-100_000, -10, 10, 100_000].map((by) => ({
  name: by < 0 ? `${-by} down` : `${by} up`,
  to: (was) => String(Number(was) + by),
}))

const onlyWith = (status: number): When => ({
  name: `with ${status}`,
  picks: () => (_request, reply) => reply.status === status,
})
const everywhere: readonly When[] = [
  everyTime,
  ...operationIds.map((id): When => ({
    name: `of ${id}`,
    picks:
      () =>
      ({ operation }) =>
        operation === id,
  })),
  ...[200, 201, 400, 401, 404, 429].map(onlyWith),
  ...nowAndThen,
]
// A 401 says nothing about the window of a key.
const counting = everywhere.filter(({ name }) => name !== 'with 401')

const isCounted = (request: ServiceRequest, { headers, status }: Reply): boolean =>
  keyOf(request) === FIRST && request.base === '/v1' && LIMIT in headers && status !== 401
const has =
  (name: string) =>
  (_request: ServiceRequest, { headers }: Reply): boolean =>
    name in headers

/** The wait that a Retry-After asks for, rounded up to an even number of seconds. */
function evenWait(retryAfter: string, reply: Reply): number {
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) : Date.parse(retryAfter) / 1000 - timeOf(reply)
  return 2 * Math.ceil(wait / 2)
}

const afterLimit: readonly ClauseId[] = [
  'LIMIT-1',
  'LIMIT-3',
  'LIMIT-5',
  'LIMIT-6',
  'LIMIT-9',
  'LIMIT-10',
  'LIMIT-11',
]

const headers: readonly Header[] = [
  {
    name: LIMIT,
    mayBreak: ['LIMIT-1', 'LIMIT-2', 'LIMIT-3', 'LIMIT-10'],
    has: isCounted,
    changes: [
      ...numberChanges,
      ...shifts,
      { name: `that of ${LEFT}`, to: (_was, reply) => reply.headers[LEFT] },
    ],
    whens: counting,
  },
  {
    name: LEFT,
    mayBreak: afterLimit,
    has: isCounted,
    changes: [...numberChanges, { name: 'constant', to: () => '42' }],
    whens: counting,
  },
  {
    name: LEFT,
    mayBreak: afterLimit,
    has: isCounted,
    changes: [
      { name: 'one up', to: (was) => String(Number(was) + 1) },
      // Another client may have used the key once. Only a refusal with one request left disproves that.
      { name: 'one down', to: (was) => String(Number(was) - 1), needsExhaust: 'always' },
      { name: 'rounded to tens', to: (was) => String(Math.floor(Number(was) / 10) * 10) },
      { name: 'stale', to: (_was, _reply, last) => last },
      { name: `that of ${LIMIT}`, to: (_was, reply) => reply.headers[LIMIT] },
      { name: 'what is spent', to: (was, reply) => String(Number(reply.headers[LIMIT]) - Number(was)) },
    ],
    // A 429 may be about another window than the one that is spent.
    whens: counting.filter(({ name }) => name !== 'with 429'),
  },
  {
    name: RESET,
    mayBreak: ['LIMIT-1', 'LIMIT-4', 'LIMIT-9', 'LIMIT-10'],
    has: isCounted,
    changes: [
      ...numberChanges,
      ...shifts.filter(({ name }) => name.startsWith('100000')),
      { name: 'in milliseconds', to: (was) => `${was}000` },
      {
        name: 'in seconds from now',
        to: (was, reply) => String(Number(was) - Date.parse(reply.headers['date'] ?? '') / 1000),
      },
      { name: 'as an HTTP date', to: (was) => new Date(Number(was) * 1000).toUTCString() },
      { name: `that of ${LIMIT}`, to: (_was, reply) => reply.headers[LIMIT] },
    ],
    whens: counting,
  },
  ...([LIMIT, LEFT, RESET] as const).map((name): Header => ({
    name,
    mayBreak: ['LIMIT-1'],
    has: has(LIMIT),
    changes: [missing],
    whens: [onlyWith(401)],
  })),
  {
    name: 'content-type',
    mayBreak: ['BASE-3'],
    has: (_request, { headers: all, body }) => 'content-type' in all && body !== '',
    changes: [
      missing,
      { name: 'empty', to: () => '' },
      { name: 'text/plain', to: () => 'text/plain' },
      { name: 'text/html', to: () => 'text/html; charset=utf-8' },
      { name: 'application/octet-stream', to: () => 'application/octet-stream' },
      { name: 'application/xml', to: () => 'application/xml' },
      { name: 'in another case', to: () => 'Application/JSON', mayBreak: [] },
      { name: 'with a charset', to: () => 'application/json; charset=utf-8', mayBreak: [] },
    ],
    whens: everywhere,
  },
  {
    name: 'retry-after',
    mayBreak: ['LIMIT-8', 'LIMIT-9', 'LIMIT-16'],
    has: has('retry-after'),
    changes: [
      missing,
      { name: 'empty', to: () => '' },
      { name: 'a word', to: () => 'soon' },
      { name: 'below zero', to: () => '-5' },
      { name: 'a fraction', to: () => '10.5', needsExhaust: true },
      { name: 'with a unit', to: (was, reply) => `${evenWait(was, reply) + 2}s`, mayBreak: ['LIMIT-16'] },
      { name: 'in milliseconds', to: (was, reply) => `${evenWait(was, reply)}000`, mayBreak: ['LIMIT-16'] },
      { name: 'zero', to: () => '0', needsExhaust: true },
      { name: 'one', to: () => '1', needsExhaust: true },
      { name: 'half of it', to: (was, reply) => laterBy(-evenWait(was, reply) / 2, was), needsExhaust: true },
      {
        name: 'a date of another form',
        to: (was, reply) => new Date((timeOf(reply) + evenWait(was, reply)) * 1000).toISOString(),
        mayBreak: ['LIMIT-16'],
      },
      { name: 'a date that is past', to: () => 'Sun, 06 Nov 1994 08:49:37 GMT', needsExhaust: true },
      { name: 'two seconds longer', to: (was) => laterBy(2, was), mayBreak: [] },
    ],
    whens: [everyTime],
  },
  {
    name: 'www-authenticate',
    mayBreak: ['AUTH-6'],
    has: has('www-authenticate'),
    changes: [
      missing,
      { name: 'empty', to: () => '' },
      { name: 'another scheme', to: () => 'Basic realm="pets"' },
      { name: 'in another case', to: (was) => was.toLowerCase(), mayBreak: [] },
      { name: 'with a realm', to: () => 'Bearer realm="pets", error="invalid_token"', mayBreak: [] },
    ],
    whens: [everyTime],
  },
  {
    name: 'allow',
    mayBreak: ['BASE-6'],
    has: has('allow'),
    changes: [
      missing,
      { name: 'in another order', to: (was) => was.split(', ').toReversed().join(', '), mayBreak: [] },
    ],
    whens: [everyTime],
  },
]

/** Each header of the document and of the standards that it rests on, changed in each way at each time. */
export const headerOperators: readonly Operator[] = headers.flatMap((header) =>
  header.changes.flatMap((change) => header.whens.map((when) => headerOperator(header, change, when))),
)

function headerOperator(
  { name, mayBreak, has: isOfKind }: Header,
  change: HeaderChange,
  when: When,
): Operator {
  return {
    target: name,
    change: change.name,
    mayBreak: change.mayBreak ?? mayBreak,
    ...((change.needsExhaust === true || (change.needsExhaust === 'always' && when === everyTime)) && {
      needsExhaust: true,
    }),
    ...timeFields(when),
    overlay: onReplies(isOfKind, when, () => {
      let last: string | undefined
      return (reply) => {
        const was = reply.headers[name] ?? ''
        const now = change.to(was, reply, last ?? was)
        last = was
        return withHeader(reply, name, now)
      }
    }),
  }
}
