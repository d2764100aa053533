import { parseJson, stringifyJson, type Choices, type OperationId } from '../../../spec/index.ts'
import type { Delivery } from '../faults/faults.ts'
import type { Admission, Standing } from '../limits/meter.ts'
import { errorBody } from '../message/errors.ts'
import { isRefusal, type Outcome, type Reason } from '../message/outcome.ts'

/** A reply as it goes out; `headers` as name, value, name, value, without Content-Length. */
export interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
  readonly operation: OperationId | undefined
  readonly reason: Reason
  /** How a fault harms it on its way; `undefined` for a healthy one. */
  readonly delivery: Delivery | undefined
}

export interface ReplyContext {
  readonly choices: Choices
  readonly operation: OperationId | undefined
  readonly delivery: Delivery | undefined
  readonly standing: Standing
  /** The refusal by the meter, where it was that which decided. */
  readonly refused: Extract<Admission, { admitted: false }> | undefined
  /** The world's time as an HTTP-date. */
  readonly date: string
}

/** Writes an outcome out in the chosen style, with the headers that stand on every response. */
export function writeReply(outcome: Outcome, context: ReplyContext): Reply {
  const { choices, standing, refused, date } = context
  const body = bodyOf(outcome, choices)
  const headers = [
    'Date',
    date,
    'X-RateLimit-Limit',
    String(standing.limit),
    'X-RateLimit-Remaining',
    String(standing.remaining),
    'X-RateLimit-Reset',
    String(standing.reset),
  ]
  if (body !== '') headers.push('Content-Type', contentType(choices))
  if (outcome.headers) headers.push(...outcome.headers)
  if (refused) headers.push('Retry-After', retryAfter(refused, choices), 'Cache-Control', 'no-store')
  return {
    status: outcome.status,
    headers,
    body,
    operation: context.operation,
    reason: outcome.reason,
    delivery: context.delivery,
  }
}

function contentType(choices: Choices): string {
  return choices['charset-parameter'] === 'absent' ? 'application/json' : 'application/json; charset=utf-8'
}

function retryAfter(
  { retryAfter, standing }: { retryAfter: number; standing: Standing },
  choices: Choices,
): string {
  if (choices['retry-after-form'] === 'seconds') return String(retryAfter)
  return new Date(standing.reset * 1000).toUTCString()
}

function bodyOf(outcome: Outcome, choices: Choices): string {
  const json = isRefusal(outcome) ? refusalBody(outcome, choices) : outcome.json
  return choices['json-style'] === 'compact' || json === '' ? json : shuffled(json)
}

function refusalBody(
  { status, code, message }: { status: number; code: string; message: string },
  choices: Choices,
): string {
  if (status === 429 && choices['body-of-429'] === 'empty') return ''
  if (status === 429 && choices['body-of-429'] === 'other-object') return JSON.stringify({ error: message })
  return errorBody(code, status, message, choices['error-code-style'])
}

function shuffled(json: string): string {
  return stringifyJson(reversed(parseJson(json)), 2)
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value
  return Object.fromEntries(Object.entries(value).reverse())
}
