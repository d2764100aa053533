import { settle, type Choices } from '../../../spec/choices.ts'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { withFault, type InjectedFault, type StatusEffect } from '../faults/faults.ts'
import type { Admission, Quota } from '../limits/meter.ts'
import type { Awaitable } from '../message/awaitable.ts'
import { errorBody } from '../message/errors.ts'
import { isRefusal, type HeaderList, type Outcome, type Reason, type Refusal } from '../message/outcome.ts'

/** A reply as it is sent; `headers` as name, value, name, value, without Content-Length. */
export interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
  readonly operation: OperationId | undefined
  readonly reason: Reason
  /** How the reply is delayed, cut or slowed; `undefined` for a healthy one. */
  readonly fault: InjectedFault | undefined
  /** Set if the client report has to hear when its client can have read the reply. */
  readonly delivery?: Delivery | undefined
}

/** What the way in notifies of a reply. Neither changes anything that a client sees. */
export interface Delivery {
  /** The reply has left, and everything has been read that had reached the machine by then. */
  left(): Awaitable<void>
  /** The client has shown that it read the reply, a browser by the next request over the connection. */
  read(byBrowser?: boolean): Awaitable<void>
}

export interface ReplyContext {
  readonly choices: Choices
  readonly operation: OperationId | undefined
  readonly fault: InjectedFault | undefined
  /** `undefined` where the reply says nothing of a quota. */
  readonly quota: Quota | undefined
  /** The meter's refusal; `undefined` if the request was admitted. */
  readonly refused: RefusedAdmission | undefined
  /** The world's time as an HTTP-date. */
  readonly date: string
}

export type RefusedAdmission = Extract<Admission, { admitted: false }>

// Such a page as a proxy sends instead of the service's JSON.
export const PAGE = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1><p>A fault was set.</p>'

/** Writes an outcome in the chosen style, with the headers that every response has. */
export function writeReply(outcome: Outcome, context: ReplyContext): Reply {
  const { choices, operation, fault, quota, refused, date } = context
  const isPage = fault?.effect?.kind === 'not-json'
  const set = fault?.effect?.kind === 'status' ? fault.effect : undefined
  const body = isPage ? PAGE : set ? faultBody(set, outcome, choices) : bodyOf(outcome, choices)
  const type = body === '' ? NONE : isPage ? PAGE_TYPE : TYPES[choices['charset-parameter']]
  // concat allocates the exact size. An array that was pushed to has room to spare, which the journal would hold on to.
  const first = quota
    ? [
        'Date',
        date,
        'X-RateLimit-Limit',
        String(quota.limit),
        'X-RateLimit-Remaining',
        String(quota.remaining),
        'X-RateLimit-Reset',
        String(quota.reset),
      ]
    : ['Date', date]
  const headers = first.concat(type, outcome.headers ?? NONE)
  if (refused) headers.push('Retry-After', retryAfter(refused, choices), 'Cache-Control', 'no-store')
  if (set?.headers) replaceHeaders(headers, set.headers)
  return { status: outcome.status, headers, body, operation, reason: reasonOf(outcome, fault), fault }
}

/** Why the reply is as it is, with what a fault does to it. */
function reasonOf({ reason }: Outcome, fault: InjectedFault | undefined): Reason {
  return fault ? { ...reason, sentence: withFault(reason.sentence, fault) } : reason
}

function faultBody({ body, status }: StatusEffect, outcome: Outcome, choices: Choices): string {
  return body ?? (status >= 400 ? bodyOf(outcome, choices) : '')
}

/** Sets headers; each replaces one of the same name, in any case. */
function replaceHeaders(headers: string[], own: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(own)) {
    const at = headers.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name.toLowerCase())
    if (at === -1) headers.push(name, value)
    else headers.splice(at, 2, name, value)
  }
}

const NONE: HeaderList = []
export const PAGE_TYPE: HeaderList = ['Content-Type', 'text/html']
const TYPES: Readonly<Record<Choices['charset-parameter'], HeaderList>> = {
  absent: ['Content-Type', 'application/json'],
  present: ['Content-Type', 'application/json; charset=utf-8'],
}

function retryAfter({ retryAfter, quota }: RefusedAdmission, choices: Choices): string {
  switch (choices['retry-after-form']) {
    case 'seconds':
      return String(retryAfter)
    case 'milliseconds':
      return String(retryAfter * 1000)
    case 'with-unit':
      return `${retryAfter}s`
    case 'http-date':
      return new Date(quota.reset * 1000).toUTCString()
    case 'iso-date':
      return new Date(quota.reset * 1000).toISOString().replace('.000', '')
    case 'unix-time':
      return String(quota.reset)
  }
}

/** The instant that the Retry-After of a reply to a request at `now` names, in Unix milliseconds. */
export function retryInstant(refused: RefusedAdmission, now: number, choices: Choices): number {
  const afterWait = now + refused.retryAfter * 1000
  // Rounded up to the second, as in the header: later than the reset, and mostly earlier than the wait in whole seconds.
  const instant = refused.quota.reset * 1000
  return settle(choices, 'retry-after-form', {
    seconds: afterWait,
    milliseconds: afterWait,
    'with-unit': afterWait,
    'http-date': instant,
    'iso-date': instant,
    'unix-time': instant,
  })
}

function bodyOf(outcome: Outcome, choices: Choices): string {
  const json = isRefusal(outcome) ? refusalBody(outcome, choices) : outcome.json
  if (json === '') return json
  switch (choices['json-style']) {
    case 'compact':
      return json
    case 'indented-shuffled':
      return shuffled(json)
  }
}

function refusalBody({ status, code, message }: Refusal, choices: Choices): string {
  const error = errorBody(code, status, message, choices['error-code-style'])
  if (status !== 429) return error
  return settle(choices, 'body-of-429', {
    error,
    'other-object': JSON.stringify({ error: message }),
    empty: '',
  })
}

/** Every body is an object, or a list of them. */
function shuffled(json: string): string {
  const body = parseJson(json) as object | readonly object[]
  return stringifyJson(Array.isArray(body) ? body.map(reversed) : reversed(body), 2)
}

function reversed(value: object): object {
  return Object.fromEntries(Object.entries(value).reverse())
}
