import { operationIds, operationOf, type OperationId } from '../../../spec/operations.ts'
import { counted, figure } from '../../../spec/wording.ts'
import type { RunReport, UnansweredRequest } from './run-report.ts'
import { cut } from './text.ts'

/** The request since which a service has answered nothing; `undefined` where it answered to the end of the run. */
export function stoppedAt({
  gaveUp,
  unanswered = [],
}: Pick<RunReport, 'gaveUp' | 'unanswered'>): UnansweredRequest | undefined {
  const last = unanswered.at(-1)
  return gaveUp ? unanswered.find(({ after }) => after === last?.after) : undefined
}

/** The same as a sentence. */
export function stopText(report: Pick<RunReport, 'gaveUp' | 'unanswered'>): string | undefined {
  const first = stoppedAt(report)
  if (first === undefined) return undefined
  // A body, such as `{`, would read as a part of the sentence; the list of these requests shows it.
  const { method, path } = first
  return `The service has answered nothing since ${requestText({ method, path })} (${first.why}).`
}

// One or two may be the network's fault.
const A_FEW = 2

/** What to do about a service that answers, but some requests never; `undefined` where there are no more than a few of those. */
export function droppedText({
  gaveUp,
  unanswered = [],
  exchanges,
}: Pick<RunReport, 'gaveUp' | 'unanswered' | 'exchanges'>): string | undefined {
  const [first] = unanswered
  if (gaveUp || first === undefined || unanswered.length <= A_FEW) return undefined
  const others = counted(unanswered.length - 1, 'other request')
  const operation = onlyOperation(unanswered)
  const to = operation === undefined ? '' : `, all to ${operation},`
  // Who has no valid key may be refused before an operation that answers nothing.
  const answered = exchanges.filter(
    (one) => one.status !== 401 || operation === undefined || !isOf(operation, one),
  )
  const lacksLists = operation === 'listPets' && !answered.some((one) => isOf(operation, one))
  const needed = lacksLists ? 'Most tests read a list first, and need it. ' : ''
  return `${requestText(first)} and ${others}${to} got no reply in three tries each, while the service answered ${answeredText(answered)} (${first.why}). ${needed}Look into its log for what happens there.`
}

function isOf(id: OperationId, { method, path }: Pick<UnansweredRequest, 'method' | 'path'>): boolean {
  return operationOf(method, path) === id
}

/** What was answered, by operation: `9 to createPet, 7 to getPet`. */
function answeredText(exchanges: RunReport['exchanges']): string {
  const counts = operationIds.flatMap((id) => {
    const { length } = exchanges.filter((one) => isOf(id, one))
    return length === 0 ? [] : [`${figure(length)} to ${id}`]
  })
  return counts.length === 0 ? 'others' : counts.join(', ')
}

/** How many requests got no reply, as a heading; `undefined` where each had one. */
export function noReplyHeading(report: Pick<RunReport, 'gaveUp' | 'unanswered'>): string | undefined {
  const count = report.unanswered?.length ?? 0
  if (count === 0) return undefined
  const first = stoppedAt(report)
  const operation = onlyOperation(report.unanswered)
  const to = count === 1 || operation === undefined ? '' : `, all to ${operation}`
  const end = first === undefined ? to : `; nothing was answered since ${requestText(first)}`
  return `${counted(count, 'request')}${end}`
}

/** The operation of all those requests; `undefined` where there are several, or one that the document does not name. */
function onlyOperation(requests: RunReport['unanswered'] = []): OperationId | undefined {
  const [first, ...others] = new Set(requests.map(({ method, path }) => operationOf(method, path)))
  return others.length === 0 ? first : undefined
}

const LONGEST_PART = 60

/** `POST /pets {"name":"aaaa…`: a request in a line. */
export function requestText(
  { method, path, body }: Pick<UnansweredRequest, 'method' | 'path' | 'body'>,
  longest = LONGEST_PART,
): string {
  return [method, cut(path, longest), ...(body === undefined ? [] : [cut(body, longest)])].join(' ')
}
