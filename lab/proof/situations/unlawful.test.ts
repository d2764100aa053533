import { describe, expect, test } from 'vitest'
import { FIRST, LEFT, asError, withJson, type Json } from '../violations/mutate.ts'
import type { Reply, ServiceRequest } from '../violations/service.ts'
import { Moments } from './moment.ts'
import { isCountUnlawful, isUnlawful } from './unlawful.ts'

const pet = (id: number, status = 'sold'): Json => ({ id, name: `Rex ${id}`, categoryId: 1, status })
const pets = [pet(1), pet(2), pet(3)]

/** Whether a reply in place of the true one is a breach, for a key that was shown the pets 1 to 3 before. */
function isBreach(request: Partial<ServiceRequest>, was: Reply, now: (was: Reply) => Reply): boolean {
  const moments = new Moments()
  moments
    .begin(asked({ path: '/pets' }))(replyOf(200, pets))
    ?.show(pets)
  const own = asked(request)
  const moment = moments.begin(own)(was)
  if (moment === undefined) throw new Error('it is for no operation')
  return isUnlawful(moment, own, was, now(was))
}

function asked(request: Partial<ServiceRequest>): ServiceRequest {
  const headers = { authorization: `Bearer ${FIRST}`, ...request.headers }
  return {
    method: 'GET',
    base: '/v1',
    path: '/pets',
    body: undefined,
    operation: 'listPets',
    ...request,
    headers,
  }
}

function replyOf(status: number, json: unknown): Reply {
  return withJson({ status, headers: { 'content-type': 'application/json' }, body: '' }, json)
}

const list =
  (...own: readonly Json[]) =>
  (was: Reply): Reply =>
    withJson(was, own)

describe('a list', () => {
  test.for<[name: string, query: string, now: (was: Reply) => Reply, isBroken: boolean]>([
    ['shorter than its limit, where more pets are there', '?limit=3', list(pet(1), pet(2)), true],
    ['as short as what is there for sure', '?limit=5', list(pet(1), pet(2), pet(3)), false],
    ['longer than its limit', '?limit=1', list(pet(1), pet(2)), true],
    ['with a pet twice', '', list(pet(1), pet(2), pet(3), pet(1)), true],
    ['of another status', '?status=pending', list(pet(3)), true],
    ['with a pet that was never seen', '', list(pet(1), pet(2), pet(3), pet(9)), false],
    ['with a pet that looked otherwise before', '', list({ ...pet(1), name: 'Max' }, pet(2), pet(3)), true],
    ['with a pet that has no id', '', list({ ...pet(9), id: null }, ...pets), true],
    ['refused for a limit beyond the bounds', '?limit=0', asError(400), false],
    ['refused for a parameter that nobody knows', '?page=2', asError(400), false],
    ['refused for nothing', '?limit=100', asError(400), true],
  ])('%s', ([, query, now, isBroken]) => {
    expect(isBreach({ path: `/pets${query}` }, replyOf(200, [...pets, pet(4)]), now)).toBe(isBroken)
  })
})

describe('a read', () => {
  const read = (id: string): Partial<ServiceRequest> => ({ path: `/pets/${id}`, operation: 'getPet' })
  test.for<[name: string, id: string, status: number, now: (was: Reply) => Reply, isBroken: boolean]>([
    ['a pet that was shown is not found', '2', 200, asError(404), true],
    ['a pet that was never shown is not found', '9', 200, asError(404), false],
    ['another pet', '2', 200, (was) => withJson(was, pet(3)), true],
    ['no pet, and a crash', '999', 404, asError(500), true],
    ['an id with a zero before it is refused', '0999', 404, asError(400), false],
  ])('%s', ([, id, status, now, isBroken]) => {
    const was = status === 200 ? replyOf(200, pet(Number(id))) : replyOf(404, { code: 'none' })
    expect(isBreach(read(id), was, now)).toBe(isBroken)
  })
})

describe('a creation', () => {
  const create = (body: string, type = 'application/json'): Partial<ServiceRequest> => {
    const headers = { 'content-type': type }
    return { method: 'POST', operation: 'createPet', body, headers }
  }
  const valid = '{"name":"Rex","categoryId":7}'
  test.for<
    [
      name: string,
      request: Partial<ServiceRequest>,
      status: number,
      now: (was: Reply) => Reply,
      isBroken: boolean,
    ]
  >([
    ['a body that may not be welcome is refused', create(valid), 201, asError(400), false],
    ['a body of the document is a crash', create(valid), 201, asError(500), true],
    [
      'a member that nobody knows is a crash',
      create('{"name":"Rex","categoryId":7,"a":1}'),
      201,
      asError(500),
      false,
    ],
    ['another name', create(valid), 201, (was) => withJson(was, { id: 9, name: 'Max', categoryId: 7 }), true],
    [
      'a name that is trimmed',
      create('{"name":" Rex","categoryId":7}'),
      201,
      (was) => withJson(was, { id: 9, name: 'Rex', categoryId: 7 }),
      false,
    ],
    ['a body without a name is not found', create('{"categoryId":7}'), 400, asError(404), true],
    [
      'a body of another type is not found',
      create('{"categoryId":7}', 'text/plain'),
      400,
      asError(404),
      false,
    ],
  ])('%s', ([, request, status, now, isBroken]) => {
    expect(isBreach(request, replyOf(status, { id: 8, name: 'Rex', categoryId: 7 }), now)).toBe(isBroken)
  })
})

test.for<[name: string, status: number, left: string, isBroken: boolean]>([
  ['one more is left after a reply', 200, '8', true],
  ['one more is left after an error, which may be free', 404, '8', false],
  ['several more are left after an error', 404, '10', true],
])('%s', ([, status, left, isBroken]) => {
  const was = { ...replyOf(status, {}), headers: { [LEFT]: '7' } }
  expect(isCountUnlawful(was, { ...was, headers: { [LEFT]: left } })).toBe(isBroken)
})
