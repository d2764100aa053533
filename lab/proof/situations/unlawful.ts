// Whether a changed reply breaks a promise, whoever else uses the service and however it settles what the document leaves open. Only
// such changes are made, so that whatever a run misses is a miss.
import { isInt64 } from '../../../spec/exact-json/int64.ts'
import { parseJson } from '../../../spec/exact-json/json.ts'
import { limitBounds, petStatuses, successOf } from '../../../spec/operations.ts'
import { credentialOf } from '../../../contract-tests/history/credentials.ts'
import { classesIn } from '../../../contract-tests/asked/classes-in.ts'
import { idAsked, LEFT, parameter, type Json } from '../violations/mutate.ts'
import type { Reply, ServiceRequest } from '../violations/service.ts'
import type { Moment } from './moment.ts'
import { isSame } from './shown-pets.ts'

/**
 * Whether the document speaks of a request: it does not of an id that is no int64, nor of a body of another type or of another
 * spelling of its type.
 */
export function isSpokenOf(request: ServiceRequest): boolean {
  const { operation, headers, body } = request
  if (operation === 'getPet') return isInt64(idAsked(request))
  const type = headers['content-type']
  return (
    operation !== 'createPet' || type === 'application/json' || (type === undefined && body === undefined)
  )
}

/** Whether a reply with another status or body than the true one shows a breach. That of an error body always does. */
export function isUnlawful(moment: Moment, request: ServiceRequest, was: Reply, now: Reply): boolean {
  if (now.status !== was.status) return isOtherStatusUnlawful(moment, request, now.status)
  if (was.status !== successOf(moment.state.operation).status) return true
  const json = readJson(now.body)
  if (moment.state.operation === 'listPets') return isListUnlawful(moment, request, json)
  if (moment.shown.contradicts(json)) return true
  const pet = json as Json
  if (moment.state.operation === 'getPet') return String(pet['id']) !== String(idAsked(request))
  const sent = sentPet(request)
  if (sent === undefined) return false
  return MEMBERS.some(
    (name) => name in sent && !isStoredOtherwise(name, sent[name]) && !isSame(sent[name], pet[name]),
  )
}

/** Whether a reply says of the quota what it cannot be. Whether an error counts is open: it may leave one more. */
export function isCountUnlawful(was: Reply, now: Reply): boolean {
  const more = Number(now.headers[LEFT]) - Number(was.headers[LEFT])
  return was.status < 400 || more !== 1
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

// Which value of a body a service may refuse, the document leaves open. These say nothing of the value.
const NEVER_OF_A_BODY = new Set([401, 404, 405, 410, 500])

function isOtherStatusUnlawful(moment: Moment, request: ServiceRequest, status: number): boolean {
  const { state, shown } = moment
  if (state.status === 401) return isRefusalUnlawful(moment, status)
  if (state.status === 429) return [400, 404, 500].includes(status)
  // Whether another spelling of the scheme is let in, the document leaves open.
  if (!/^Bearer \S+$/.test(request.headers['authorization'] ?? '')) return false
  if (state.operation === 'listPets') return isPlainList(request)
  if (state.operation === 'getPet') {
    const id = idAsked(request)
    const isPlain = id !== undefined && isInt64(id) && request.path === `/pets/${id}`
    return isPlain && (state.status === 404 || shown.has(id))
  }
  if (state.status === 400) return mustBeRefused(moment, request)
  return sentPet(request) !== undefined && (NEVER_OF_A_BODY.has(status) || status < 300)
}

/** What is malformed or no bearer token may be refused otherwise (RFC 6750 §3.1), but not served. */
function isRefusalUnlawful({ exchange }: Moment, status: number): boolean {
  return ['none', 'invalid'].includes(credentialOf(exchange)) || status < 300 || status >= 500
}

const ALLOWED = new Set(['limit', 'status'])

/** Whether a list is asked for by values that the document names, and by nothing else. */
function isPlainList({ path }: ServiceRequest): boolean {
  const query = new URLSearchParams(path.split('?')[1])
  const [limit, status] = [query.get('limit'), query.get('status')]
  const names = [...query.keys()]
  return (
    names.every((name) => ALLOWED.has(name)) &&
    new Set(names).size === names.length &&
    (limit === null || (/^[1-9]\d{0,2}$/.test(limit) && Number(limit) <= limitBounds.most)) &&
    (status === null || petStatuses.some((one) => one === status))
  )
}

function isListUnlawful({ shown }: Moment, request: ServiceRequest, json: unknown): boolean {
  if (!Array.isArray(json)) return true
  const pets: readonly Json[] = json
  if (pets.some((pet) => shown.contradicts(pet))) return true
  if (new Set(pets.map(({ id }) => String(id))).size < pets.length) return true
  if (!isPlainList(request)) return false
  const limit = Number(parameter(request, 'limit') ?? limitBounds.default)
  const status = parameter(request, 'status')
  const isOther = (pet: Json): boolean =>
    status !== undefined && pet['status'] !== undefined && pet['status'] !== status
  return pets.length > limit || pets.some(isOther) || pets.length < Math.min(limit, shown.count(status))
}

const REFUSED = new Set(['CREATE-3', 'CREATE-4', 'CREATE-5'])

function mustBeRefused({ exchange }: Moment, { headers }: ServiceRequest): boolean {
  const isOfClause = classesIn(exchange).some(({ clauses }) => clauses.some((id) => REFUSED.has(id)))
  return isOfClause && headers['content-type'] === 'application/json'
}

const MEMBERS = ['name', 'categoryId', 'status']

/** Whether a service may well trim or compose a name. */
function isStoredOtherwise(member: string, value: unknown): boolean {
  return member === 'name' && String(value).trim().normalize('NFC') !== value
}

/** The body of a creation of which the document leaves nothing open but whether its values are welcome. */
function sentPet({ body, headers }: ServiceRequest): Json | undefined {
  const json = readJson(body ?? '')
  if (typeof json !== 'object' || json === null || headers['content-type'] !== 'application/json')
    return undefined
  const pet = json as Json
  const { name, categoryId, status } = pet
  const isPlain =
    Object.keys(pet).every((one) => MEMBERS.includes(one)) &&
    (body?.match(/"(?:name|categoryId|status)"\s*:/g) ?? []).length === Object.keys(pet).length &&
    typeof name === 'string' &&
    isInt64(categoryId) &&
    (status === undefined || petStatuses.some((one) => one === status))
  return isPlain ? pet : undefined
}
