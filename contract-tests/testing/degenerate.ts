// Services with little to observe: most of their replies could not show a breach.
import {
  always,
  asError,
  creates,
  errors,
  LEFT,
  LIMIT,
  lists,
  onHeader,
  onJson,
  onReply,
  onRequest,
  reads,
  replies,
  RESET,
  timeOf,
  withHeader,
  withHeaders,
  withJson,
  type Json,
  type When,
} from '../../lab/proof/violations/mutate.ts'
import { parseJson } from '../../spec/exact-json/json.ts'
import type { Overlay, Reply } from '../../lab/proof/violations/service.ts'

/** Gives the same answer to every request, with the rate-limit headers of the healthy service. */
export function alwaysAnswers(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Overlay {
  return onReply(always, (reply) => ({
    status,
    headers: {
      ...Object.fromEntries([LIMIT, LEFT, RESET].map((name) => [name, reply.headers[name] ?? ''])),
      'content-type': 'application/json',
      ...headers,
    },
    body,
  }))
}

/** Gives an error of the Error shape to every request. */
export function alwaysFails(status: number, headers?: Readonly<Record<string, string>>): Overlay {
  return alwaysAnswers(status, JSON.stringify({ code: 'no_code', message: 'No', status }), headers)
}

export const refusesAll = alwaysAnswers(429, '', { 'retry-after': '1', 'cache-control': 'no-store' })
export const addsNothing = onRequest(
  ({ operation }) => operation === 'createPet',
  (request) => ({ ...request, body: '{}' }),
)
export const findsNoPet = onReply(({ operation }) => operation === 'getPet', asError(404))
export const listsNothing = onJson(lists, () => [])
export const readsEmptyPets = onJson(reads, () => ({}))
const showsPets: When = (request, reply) => [lists, creates, reads].some((when) => when(request, reply))
export const emptyPets = onJson(showsPets, (json) => (Array.isArray(json) ? json.map(() => ({})) : {}))
/** Returns a created pet in its 201, and never again. */
export const keepsNothing: Overlay = (healthy) => {
  const isNew = (pet: Json): boolean => String(pet['name']).includes('contract-test')
  const forgetful = onReply(
    (request, reply) => reads(request, reply) && isNew(parseJson(reply.body) as Json),
    asError(404),
  )
  return forgetful(onJson(lists, (json) => (json as unknown as Json[]).filter((pet) => !isNew(pet)))(healthy))
}

export const emptyStaging = onReply(
  ({ base }) => base === '/staging/v1',
  (reply) => withJson({ ...reply, status: 200 }, {}),
)

/** Takes every request for one with the first key. */
export const askForNoKey = onRequest(
  () => true,
  (request) => withHeaders(request, { authorization: 'Bearer free-demo-key' }),
)

/** Has no 405, as most services have none. */
export const knowsNo405 = onReply(replies(405), asError(404))

/** Changes the body of every error but that of a 429. */
export function errorsAre(change: (error: Json) => unknown): Overlay {
  return onJson(errors, change)
}

export function without(...names: readonly string[]): Overlay {
  return onReply(always, (reply) => names.reduce((rest, name) => withHeader(rest, name, undefined), reply))
}

export const farReset = onHeader(always, RESET, (_was, reply) => String(timeOf(reply) + 300_000_000))
export const farResetAndConstant: Overlay = (healthy) => farReset(onHeader(always, LEFT, '59')(healthy))

/** Reports another Reset with each reply, so that no two are of one window. */
export const movingReset: Overlay = (healthy) => {
  let asked = 0
  return async (request) => {
    const reply: Reply = await healthy(request)
    return withHeader(reply, RESET, String(Number(reply.headers[RESET]) + (asked += 1)))
  }
}

/** Reports figures that are no plan's, so that its key may be on any contract of its own. */
export const ownFigures = onHeader(always, LIMIT, '75')
