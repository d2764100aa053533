import type { ClauseId } from '../../spec/clauses.ts'
import { limitBounds, operationOf, petStatuses, REMOVAL_OF_GET_PET } from '../../spec/operations.ts'
import type { SchemaCheck } from '../../spec/schema-check.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import type { PetStatus } from '../../spec/wire.ts'
import { counted } from '../../spec/wording.ts'
import { authorizationOf, credentialOf } from './credentials.ts'
import { isWithKey, type RecordedExchange } from './history.ts'
import { limitRules } from './limit-rules.ts'
import { isOdd } from './odd-pets.ts'
import { petRules } from './pet-rules.ts'
import { lawfulLimit, soleParameter } from './sightings.ts'
import { isOfGatewayStatus, isPlainlyOfGateway } from './unavailable.ts'
import { CLOCKS_MS } from './readings.ts'
import { actualText, isError, isList, isObject, type JsonObject, listed, memberOf, shown } from './values.ts'

const hasBody = ({ status }: RecordedExchange): boolean => status !== 204
// What stands before a service answers these: a router, an HTTP library, a gateway whose service does not answer. The shape of
// a 429 is not stated.
const ANSWERED_BEFORE = new Set([405, 406, 408, 411, 413, 414, 415, 417, 429, 431, 501, 505])
/** Whether a reply is an error of an operation of the document, whichever its status. */
const isErrorOfOperation = (exchange: RecordedExchange): boolean =>
  exchange.status >= 400 && !ANSWERED_BEFORE.has(exchange.status) && !isOfGatewayStatus(exchange)
const errorIn = (exchange: RecordedExchange): JsonObject =>
  isErrorOfOperation(exchange) && hasBody(exchange) && isObject(exchange.json) ? exchange.json : {}
/**
 * Whether a reply, to whatever request, has the shape of an Error, which not every one owes, and says another status. What the body of
 * a 429 holds is open.
 */
const saysAnotherStatus = ({ status, json }: RecordedExchange): boolean =>
  status >= 400 && status !== 429 && isError(json) && memberOf(json, 'status') !== status
const MOST_SHOWN = 60
// JSON is UTF-8 between systems (RFC 8259 §8.1), whether or not the type says so.
export const JSON_TYPE = jsonTypeIn('utf-?8')
// A charset says nothing of JSON (RFC 8259 §11), and in these what is all ASCII is the same bytes.
const JSON_TYPE_OF_ASCII = jsonTypeIn('(?:us-)?ascii|iso-8859-\\d+|windows-125\\d')
const ASCII = /^\p{ASCII}*$/u

/** What one reply must be by itself, whatever its request was sent for. */
export interface ReplyRule {
  readonly clause: ClauseId
  /** What is checked, where the clause has several sides. */
  readonly aspect?: string
  /** Says something of the body, which is of no account where it was not read; or, but for `any status`, where the status is wrong already. */
  readonly ofBody?: true | 'any status'
  /** Passes over pets that invalid bodies have created. */
  readonly ofPets?: true
  /** Clauses that a fault breaks sooner, unless this one explains more of them. */
  readonly sooner?: (exchange: RecordedExchange) => readonly ClauseId[]
  /** Replies that it looks at too, though the document says nothing of their requests. */
  readonly alsoOf?: (exchange: RecordedExchange) => boolean
  /** Of the replies that it looks at, those that it says something of. */
  readonly concerns: (exchange: RecordedExchange) => boolean
  /** What was there instead, or nothing when all is well; pets that the suite's own bodies have left are passed over. */
  readonly fault: (exchange: RecordedExchange, isLeftover?: (pet: unknown) => boolean) => string | undefined
  readonly expected: string
  /** What to ask a run for that has none to show. */
  readonly shownBy?: 'going over the limit'
}

/** The media type of JSON, with no charset or with one that a pattern describes. */
function jsonTypeIn(charset: string): RegExp {
  return new RegExp(`^application/json *(?:;(?! *charset=)[^;]*|; *charset="?(?:${charset})"? *)*$`, 'i')
}

/** Whether the document says anything of a request: of one to no operation of it, or to one that is removed, it does not. */
function isSpokenOf({ probe: { method, operation }, sent }: RecordedExchange): boolean {
  const isRemoved = operation === 'getPet' && sent >= REMOVAL_OF_GET_PET - CLOCKS_MS
  return operation !== undefined && method !== 'HEAD' && !isRemoved
}

const rules: readonly ReplyRule[] = [
  {
    clause: 'BASE-3',
    aspect: 'every response body is application/json',
    concerns: (exchange) => hasBody(exchange) && exchange.body !== '',
    expected: 'Content-Type: application/json, in UTF-8, and a body that is JSON',
    fault: ({ headers, body, json, unread }: RecordedExchange) => {
      const type = headers['content-type'] ?? 'none'
      if (!JSON_TYPE.test(type) && !(JSON_TYPE_OF_ASCII.test(type) && ASCII.test(body)))
        return `Content-Type ${type}`
      const isJson = json !== undefined || unread !== undefined
      return isJson
        ? undefined
        : `Content-Type ${type}, and a body that is no JSON: ${body.slice(0, MOST_SHOWN)}`
    },
  },
  {
    clause: 'LIST-2',
    aspect: 'no page is longer than its limit',
    // A page that is not full would be no longer without any limit.
    concerns: (exchange) =>
      isList(exchange) &&
      exchange.probe.path.includes('limit=') &&
      listed(exchange.json).length >= (limitOf(exchange) ?? limitBounds.most),
    expected: 'at most as many pets as `limit` says, and never more than 100',
    fault: (exchange) => {
      const { length } = listed(exchange.json)
      const limit = limitOf(exchange)
      if (length <= (limit ?? limitBounds.most)) return undefined
      return counted(length, 'pet') + (limit === undefined ? '' : `, where \`limit\` is ${limit}`)
    },
  },
  {
    clause: 'LIST-3',
    aspect: 'no lawful limit is refused',
    // A 400 may be about a key in an unusual form.
    concerns: (exchange) =>
      isWithKey(exchange) &&
      limitOf(exchange) !== undefined &&
      /\?limit=\d+$/.test(exchange.probe.path) &&
      [200, 400].includes(exchange.status),
    expected: 'a list',
    fault: ({ status }) => (status === 400 ? 'status 400' : undefined),
  },
  {
    clause: 'LIST-5',
    aspect: 'each filtered list has the pets of its status, and no other',
    concerns: (exchange) =>
      isList(exchange) && listed(exchange.json).length > 0 && statusOf(exchange) !== undefined,
    expected: 'pets of that status only',
    fault: (exchange, isLeftover = isOdd) => {
      const pets = listed(exchange.json).filter(isObject)
      const asked = statusOf(exchange)
      // What is no status breaks another clause.
      const other = pets.find(
        (pet) => pet['status'] !== asked && ('status' in pet ? isStatus(pet['status']) : !isLeftover(pet)),
      )
      if (other === undefined) return undefined
      return 'status' in other ? `a pet that is ${shown(other['status'])}` : 'a pet that has no status'
    },
  },
  ...petRules,
  {
    clause: 'AUTH-6',
    aspect: 'every 401 has a challenge',
    concerns: ({ status }) => status === 401,
    expected: 'WWW-Authenticate: Bearer …',
    fault: ({ headers }) => {
      const challenge = headers['www-authenticate'] ?? 'none'
      return /\bbearer\b/i.test(challenge) ? undefined : challenge || 'an empty one'
    },
  },
  {
    clause: 'ERROR-1',
    // An error owes its shape whether or not another status was due.
    ofBody: 'any status',
    alsoOf: refusesId,
    concerns: isErrorOfOperation,
    // Where there is no body at all, the clause is broken that promises one.
    sooner: (exchange) => (exchange.body === '' ? promisesOfError(exchange) : []),
    expected: 'an Error body',
    fault: ({ body, json }) => (body === '' ? 'no body' : firstProblem(serviceSchemas.Error, json)),
  },
  {
    clause: 'ERROR-2',
    ofBody: true,
    alsoOf: saysAnotherStatus,
    // What is no integer is no Error body at all (ERROR-1).
    concerns: (exchange) => Number.isInteger(errorIn(exchange)['status']) || saysAnotherStatus(exchange),
    expected: 'the HTTP status of the reply in the member `status`',
    fault: ({ status, json }) => {
      const repeated = memberOf(json, 'status')
      return repeated === status
        ? undefined
        : `\`status\` is ${shown(repeated)} in a reply with status ${status}`
    },
  },
  {
    clause: 'ERROR-3',
    ofBody: true,
    concerns: (exchange) => textsOf(exchange).every((text) => typeof text === 'string'),
    expected: 'a code and a message',
    fault: (exchange) => (textsOf(exchange).includes('') ? 'an empty one' : undefined),
  },
  ...limitRules,
]

/** All rules of one reply, in the order of the clauses. What a gateway answers concerns none. */
export const replyRules: readonly ReplyRule[] = rules.map((rule) => ({
  ...rule,
  concerns: (exchange) =>
    !isPlainlyOfGateway(exchange) &&
    (isSpokenOf(exchange) || rule.alsoOf?.(exchange) === true) &&
    !(rule.ofBody !== undefined && exchange.unread !== undefined) &&
    rule.concerns(exchange),
}))

/** The clauses that a fault of a reply may break by a rule, the likeliest first. */
export function clausesOfFault(
  { clause, sooner }: Pick<ReplyRule, 'clause' | 'sooner'>,
  exchange: RecordedExchange,
): readonly [...ClauseId[], ClauseId] {
  return [...(sooner?.(exchange) ?? []), clause]
}

/** Whether a request for a pet by what is no id got as far as the operation: a router that knows no such path says 404. */
function refusesId({ probe: { method, path, operation }, status }: RecordedExchange): boolean {
  const isAsked = operation === undefined && method !== 'HEAD' && operationOf(method, path) === 'getPet'
  return isAsked && status !== 404 && status !== 410
}

/** The clause by which an error of a status has a body, beside the one on all errors. */
function promisesOfError(exchange: RecordedExchange): readonly ClauseId[] {
  const { status, probe } = exchange
  if (status === 404) return probe.operation === 'getPet' ? ['GET-2'] : []
  if (status !== 401 || credentialOf(exchange) === 'key') return []
  return authorizationOf(probe.headers) === undefined ? ['AUTH-2'] : ['AUTH-3']
}

function textsOf(exchange: RecordedExchange): readonly unknown[] {
  const { code, message } = errorIn(exchange)
  return [code, message]
}

/** The lawful limit that a list was asked for; `undefined` where there is none, or more than one. */
function limitOf({ probe }: RecordedExchange): number | undefined {
  return lawfulLimit(soleParameter(probe, 'limit') ?? '')
}

function isStatus(value: unknown): boolean {
  return petStatuses.some((status) => status === value)
}

/** The lawful status that a list was asked for; `undefined` where there is none. */
function statusOf({ probe }: RecordedExchange): PetStatus | undefined {
  const asked = soleParameter(probe, 'status')
  return petStatuses.find((status) => status === asked)
}

function firstProblem(check: SchemaCheck, json: unknown): string | undefined {
  const [problem] = check(json)
  return problem && `invalid: ${actualText(problem)}`
}
