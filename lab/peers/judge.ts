import type { ClauseId } from '../../spec/clauses.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { parseJson } from '../../spec/exact-json/json.ts'
import { mayAddPet, operationOf } from '../../spec/operations.ts'
import { KEY, parseCurl, type Replayed } from './replay.ts'
import { isObject } from './values-in.ts'

/**
 * Whether a reply breaks a clause. These rules are written from the document alone, independent of the suite's checks. A clause
 * without a rule cannot be judged by one reply: a person judges it, in reviewed.yaml.
 */
const breaks: Partial<Record<ClauseId, (reply: Replayed, again: Replayed) => boolean>> = {
  'BASE-1': (reply) => isDocumented(reply) && [404, 405, 501].includes(reply.status),
  'BASE-3': (reply) => isDocumented(reply) && reply.body !== '' && !isJsonType(reply),
  'PET-1': (reply) => readPets(reply).some(({ id }) => !isInt64(id)),
  'PET-2': (reply, again) =>
    reply.status === 201 && readPets(reply)[0]?.['id'] === readPets(again)[0]?.['id'],
  'PET-3': (reply) => readPets(reply).some(({ name }) => typeof name !== 'string'),
  'PET-4': (reply) =>
    readPets(reply).some(({ categoryId }) => !isInt64(categoryId)) || differs(reply, 'categoryId'),
  'PET-5': (reply) => readPets(reply).some(({ status }) => status !== undefined && !isStatus(status)),
  'LIST-1': (reply) => reply.status !== 200 || !isListOfObjects(readJson(reply)),
  'LIST-2': (reply) => readPets(reply).length > Number(query(reply, 'limit') ?? 20),
  'LIST-3': (reply) => reply.status !== 200,
  'LIST-4': (reply) => query(reply, 'limit') === null && readPets(reply).length > 20,
  'LIST-5': (reply) => readPets(reply).some(({ status }) => status !== query(reply, 'status')),
  'CREATE-1': (reply) =>
    isNewPet(reply.data) && (reply.status !== 201 || !isInt64(readPets(reply)[0]?.['id'])),
  'CREATE-2': (reply) => ['name', 'categoryId', 'status'].some((name) => differs(reply, name)),
  'CREATE-3': (reply) => !isNewPet(reply.data) && reply.status !== 400,
  'CREATE-4': ({ data, status }) =>
    isNewPet(data) ? ![201, 400, 401, 429].includes(status) : status !== 400,
  'CREATE-5': (reply) => !isNewPet(reply.data) && reply.status !== 400,
  'GET-1': (reply) => reply.status === 200 && !isAskedFor(reply),
  'GET-2': (reply) => reply.status !== 404 && !isAskedFor(reply),
  'GET-3': (reply) => reply.status !== 404 && !isAskedFor(reply),
  'AUTH-1': (reply) => isWithKey(reply) && reply.status === 401,
  'AUTH-2': (reply) => !isWithKey(reply) && (reply.status !== 401 || !isError(reply)),
  'AUTH-3': (reply) => !isWithKey(reply) && (reply.status !== 401 || !isError(reply)),
  'AUTH-4': (reply) => !isWithKey(reply) && reply.status !== 401,
  'ERROR-1': (reply) => isFailure(reply) && !isError(reply),
  'ERROR-2': (reply) => isFailure(reply) && asObject(readJson(reply))['status'] !== reply.status,
  'LIMIT-1': (reply) => isDocumented(reply) && limits.some((name) => reply.headers[name] === undefined),
  'LIMIT-2': (reply) => !/^[1-9]\d*$/.test(reply.headers['x-ratelimit-limit'] ?? '1'),
  'LIMIT-3': (reply, again) => {
    const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = reply.headers
    const isNumber =
      remaining === undefined || (/^\d+$/.test(remaining) && Number(remaining) <= Number(limit))
    return !isNumber || [reply, again].every(isUnspent)
  },
  'LIMIT-4': ({ headers }) => {
    const { 'x-ratelimit-reset': reset } = headers
    const ahead = /^\d+$/.test(reset ?? '') ? Number(reset) - Date.now() / 1000 : Number.NaN
    return reset !== undefined && !(ahead > -5 && ahead < 86_405)
  },
}

const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** Whether a request was admitted and the quota is still full. */
function isUnspent({ status, headers }: Replayed): boolean {
  const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = headers
  return status < 300 && remaining !== undefined && remaining === limit
}

/** Whether a replayed reply, and the next one to the same line, break the clause; `undefined` if no rule can judge that. */
export function isBroken(clause: ClauseId, reply: Replayed, again: Replayed): boolean | undefined {
  return breaks[clause]?.(reply, again)
}

/** Whether a line creates a pet that the service must refuse. */
export function isRefusable(line: string): boolean {
  const { method, url, data, sent } = parseCurl(line)
  return (
    mayAddPet(method, pathBelowBase(url)) && (!isNewPet(data) || sent['authorization'] !== `Bearer ${KEY}`)
  )
}

type Members = Readonly<Record<string, unknown>>

function readJson({ body }: Replayed): unknown {
  return read(body)
}

function read(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function isListOfObjects(json: unknown): boolean {
  return Array.isArray(json) && json.every(isObject)
}

function asObject(json: unknown): Members {
  return isObject(json) ? json : {}
}

/** The pets of a reply to an operation of the document; none if it is no success. */
function readPets(reply: Replayed): readonly Members[] {
  if (!isDocumented(reply) || reply.status >= 300) return []
  const json = readJson(reply)
  return Array.isArray(json) ? json.map(asObject) : [asObject(json)]
}

/** Whether the reply to a creation lacks a field that was sent, or has another value in it. */
function differs(reply: Replayed, name: string): boolean {
  const sent = asObject(read(reply.data ?? ''))[name]
  return reply.status === 201 && sent !== undefined && readPets(reply)[0]?.[name] !== sent
}

function isNewPet(data: string | undefined): boolean {
  const { name, categoryId, status } = asObject(read(data ?? ''))
  return typeof name === 'string' && isInt64(categoryId) && (status === undefined || isStatus(status))
}

function isStatus(value: unknown): boolean {
  return value === 'available' || value === 'pending' || value === 'sold'
}

function isAskedFor(reply: Replayed): boolean {
  return (
    reply.status === 200 &&
    `/${String(readPets(reply)[0]?.['id'])}` === /\/[^/]*$/.exec(reply.url.pathname)?.[0]
  )
}

function isWithKey({ sent }: Replayed): boolean {
  return sent['authorization'] === `Bearer ${KEY}`
}

/** An error of an operation of the document. The document does not state the shape of a 429. */
function isFailure(reply: Replayed): boolean {
  return isDocumented(reply) && reply.status >= 400 && reply.status !== 429
}

function isError(reply: Replayed): boolean {
  const { code, message, status } = asObject(readJson(reply))
  return typeof code === 'string' && typeof message === 'string' && Number.isInteger(status)
}

function isJsonType({ headers }: Replayed): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
}

function query({ url }: Replayed, name: string): string | null {
  return url.searchParams.get(name)
}

function isDocumented({ method, url }: Replayed): boolean {
  return method !== 'HEAD' && operationOf(method, pathBelowBase(url)) !== undefined
}

function pathBelowBase({ pathname }: URL): string {
  return pathname.replace(/^\/v1(?=\/)/, '')
}
