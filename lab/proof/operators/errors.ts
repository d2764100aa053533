// Fields of error bodies.
import type { ClauseId } from '../../../spec/clauses.ts'
import { parseJson } from '../../../spec/exact-json/json.ts'
import { withJson, type Json } from '../violations/mutate.ts'
import { everyTime, timeFields, nowAndThen, onReplies, type Operator, type When } from './operator.ts'
import { valueChanges, type ValueChange } from './values.ts'

// The replies that are changed, and the clauses that depend on them besides those on the shape of the body.
const kinds: readonly {
  readonly status: number | undefined
  readonly mayBreak: readonly ClauseId[]
}[] = [
  { status: undefined, mayBreak: ['AUTH-2', 'AUTH-3', 'GET-2'] },
  { status: 400, mayBreak: [] },
  { status: 401, mayBreak: ['AUTH-2', 'AUTH-3'] },
  { status: 404, mayBreak: ['GET-2'] },
  { status: 429, mayBreak: [] },
]

const fields = [
  { name: 'code', neighbour: 'message', of: ['any', 'text'] },
  { name: 'message', neighbour: 'code', of: ['any', 'text'] },
  { name: 'status', neighbour: 'code', of: ['any', 'integer'] },
] as const

/** Each field of an error body, changed in each way at each time. */
export const errorOperators: readonly Operator[] = kinds.flatMap((kind) =>
  fields.flatMap(({ name, neighbour, of }) =>
    valueChanges(neighbour)
      .filter((change) => of.some((one) => one === change.of))
      .flatMap((change) =>
        [everyTime, ...(kind.status === undefined ? nowAndThen : [])].map((when) =>
          errorOperator(kind, name, change, when),
        ),
      ),
  ),
)

function errorOperator(
  { status, mayBreak }: (typeof kinds)[number],
  field: string,
  change: ValueChange,
  when: When,
): Operator {
  return {
    target: `${field} of an error body${status === undefined ? '' : ` with ${status}`}`,
    change: change.name,
    // The body of a 429 is an open point.
    mayBreak: status === 429 ? [] : brokenBy(field, change, mayBreak),
    ...timeFields(when),
    overlay: onReplies(
      (_request, reply) =>
        (status === undefined ? reply.status >= 400 : reply.status === status) && reply.body.startsWith('{'),
      when,
      () => {
        let last: unknown
        return (reply) => {
          const body = parseJson(reply.body) as Json
          const { [field]: was, ...others } = body
          const now = change.to(was, body, last)
          last = was
          return withJson(reply, now === undefined ? others : { ...body, [field]: now })
        }
      },
    ),
  }
}

/** A code or message may be any text that is not empty; a status repeats that of HTTP. */
function brokenBy(
  field: string,
  { name, isOfAnotherType }: ValueChange,
  mayBreak: readonly ClauseId[],
): readonly ClauseId[] {
  if (field === 'status') return ['ERROR-1', 'ERROR-2', ...mayBreak]
  if (isOfAnotherType) return ['ERROR-1', 'ERROR-3', ...mayBreak]
  return name === 'empty' ? ['ERROR-3'] : []
}
