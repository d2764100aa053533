import { describe, expect, test } from 'vitest'
import type { Choices } from '../../../spec/choices.ts'
import type { SeedPet } from '../../../fixtures/pets.ts'
import { ask, headerOf, type Asked } from '../testing/test-world.ts'
import { watchedWorld } from '../testing/watched-world.ts'

const REX = { name: 'Rex', categoryId: 1 }

/** What one request is answered under some choices: its status, what it rests on, and the body or the message. */
async function answer(
  asked: Asked,
  choices: Partial<Choices> = {},
  pets: readonly SeedPet[] = [],
): Promise<string> {
  const { world } = watchedWorld({ pets })
  world.choices.set({ 'list-order': 'oldest', ...choices })
  const { status, reason, body } = await world.answer(ask({ key: 'free', ...asked }))
  const parsed: unknown = JSON.parse(body)
  const isError = typeof parsed === 'object' && parsed !== null && 'message' in parsed
  return `${status} ${reason.rule ?? reason.step}: ${isError ? String(parsed.message) : body}`
}

const create = (body: string, choices: Partial<Choices> = {}, pets?: readonly SeedPet[]): Promise<string> =>
  answer({ method: 'POST', body }, choices, pets)
const named = (name: string, choices: Partial<Choices>): Promise<string> =>
  create(JSON.stringify({ name, categoryId: 1 }), choices)
const list = (query: string, choices: Partial<Choices> = {}, count = 0): Promise<string> =>
  answer(
    { query },
    choices,
    Array.from({ length: count }, () => REX),
  )

describe('a body is refused', () => {
  test.for<[body: string, refusal: string]>([
    ['{"categoryId":1}', '400 CREATE-3: name is required'],
    ['{}', '400 CREATE-3: name is required; categoryId is required'],
    ['{"name":7,"categoryId":1}', '400 CREATE-4: name must be a string'],
    [
      '{"name":"Rex","categoryId":1,"status":"lost"}',
      '400 CREATE-4: status must be one of available, pending, sold',
    ],
    ['[]', '400 CREATE-4: The body must be an object'],
    ['7', '400 CREATE-4: The body must be an object'],
    ['null', '400 CREATE-4: The body must be an object'],
  ])('%s', async ([body, refusal]) => {
    expect(await create(body)).toBe(refusal)
  })

  test('with a status that is null, or taken as without one', async () => {
    const body = '{"name":"Rex","categoryId":1,"status":null}'
    expect(await create(body, { 'null-status': '400' })).toBe(
      '400 CREATE-4: status must be a string; status must be one of available, pending, sold',
    )
    expect(await create(body, { 'null-status': 'as-omitted', 'default-status': 'absent' })).toBe(
      '201 CREATE-1: {"id":1,"name":"Rex","categoryId":1}',
    )
  })
})

describe('a name', () => {
  const made = (name: string): string =>
    `201 CREATE-1: ${JSON.stringify({ id: 1, name, categoryId: 1, status: 'available' })}`

  test.for<[name: string, choices: Partial<Choices>, answer: string]>([
    ['a\0b', { 'nul-in-name': '400' }, '400 nul-in-name: name must not hold NUL'],
    ['a\0b', { 'nul-in-name': 'dropped' }, made('ab')],
    ['a\0b', { 'nul-in-name': 'kept' }, made('a\0b')],
    [
      'a\ud800b',
      { 'lone-surrogate-in-name': '400' },
      '400 lone-surrogate-in-name: name must be Unicode text, without lone surrogates',
    ],
    ['a\ud800b', { 'lone-surrogate-in-name': 'dropped' }, made('ab')],
    ['a\ud800b🐈', { 'lone-surrogate-in-name': 'replaced' }, made('a\ufffdb🐈')],
    [
      'a\tb',
      { 'name-characters': 'printable' },
      '400 name-characters: name must not hold control characters',
    ],
    [
      'a\u009fb',
      { 'name-characters': 'printable' },
      '400 name-characters: name must not hold control characters',
    ],
    ['a\tb', { 'name-characters': 'any-text' }, made('a\tb')],
    [' Zoe\u0308 ', { 'name-spelling': 'as-sent' }, made(' Zoe\u0308 ')],
    [' Zoe\u0308 ', { 'name-spelling': 'trimmed' }, made('Zoe\u0308')],
    [' Zoe\u0308 ', { 'name-spelling': 'composed' }, made(' Zoë ')],
    [' Zoe\u0308 ', { 'name-spelling': 'trimmed-composed' }, made('Zoë')],
    ['', { 'shortest-name': 'empty' }, made('')],
    [
      'ab',
      { 'shortest-name': 'at-least-3' },
      '400 shortest-name: name must be at least 3 characters long, not 2',
    ],
    ['abc', { 'shortest-name': 'at-least-3' }, made('abc')],
    [
      'abcdef',
      { 'longest-name': 'at-most-5' },
      '400 longest-name: name must be at most 5 characters long, not 6',
    ],
    ['abcde', { 'longest-name': 'at-most-5' }, made('abcde')],
    ['🐈🐈🐈🐈🐈', { 'longest-name': 'at-most-5' }, made('🐈🐈🐈🐈🐈')],
    ['  abcde ', { 'longest-name': 'at-most-5', 'name-spelling': 'trimmed' }, made('abcde')],
  ])('%j under %j', async ([name, choices, expected]) => {
    expect(await named(name, choices)).toBe(expected)
  })
})

test.for<[categoryId: number, check: Choices['category-check'], isTaken: boolean]>([
  [1, 'none', true],
  [-1, 'none', true],
  [1, 'some', true],
  [0, 'some', false],
  [5, 'known-only', true],
  [1, 'known-only', false],
])('the category %i under the check %s is taken: %s', async ([categoryId, check, isTaken]) => {
  const answered = await create(JSON.stringify({ name: 'Rex', categoryId }), { 'category-check': check }, [
    { name: 'Tom', categoryId: 5 },
  ])
  if (isTaken) expect(answered).toMatch(/^201 CREATE-1: /)
  else expect(answered).toBe(`400 category-check: categoryId ${categoryId} belongs to no category`)
})

test('any category is known where there is no pet', async () => {
  expect(await create(JSON.stringify(REX), { 'category-check': 'known-only' })).toMatch(/^201/)
})

test.for<[choice: Choices['unknown-body-field'], answer: string]>([
  ['400', '400 unknown-body-field: "colour" is not a field of a pet'],
  ['dropped', '201 CREATE-1: {"id":1,"name":"Rex","categoryId":1,"status":"available"}'],
  ['kept', '201 CREATE-1: {"id":1,"name":"Rex","categoryId":1,"status":"available","colour":"blue"}'],
])('a field that the document does not have: %s', async ([choice, expected]) => {
  const body = JSON.stringify({ ...REX, colour: 'blue' })
  expect(await create(body, { 'unknown-body-field': choice })).toBe(expected)
})

test('the service assigns the id, whatever fields it stores', async () => {
  const body = JSON.stringify({ ...REX, id: 7, createdAt: 'now' })
  expect(await create(body, { 'unknown-body-field': 'kept' })).toBe(
    '201 CREATE-1: {"id":1,"name":"Rex","categoryId":1,"status":"available"}',
  )
})

test('a new pet has its place in a header where the service has chosen so', async () => {
  const locationOf = async (choice: Choices['location-on-201']): Promise<string> => {
    const { world } = watchedWorld()
    world.choices.set({ 'location-on-201': choice })
    return headerOf(
      await world.answer(ask({ key: 'free', method: 'POST', body: JSON.stringify(REX) })),
      'Location',
    )
  }
  expect([await locationOf('yes'), await locationOf('no')]).toEqual(['/v1/pets/1', ''])
})

describe('a list', () => {
  const sizeOf = async (query: string, choices: Partial<Choices>, count: number): Promise<string> => {
    const answered = await list(query, choices, count)
    return answered.replace(
      /^(200 LIST-1): .*$/,
      (_all, start: string) => `${start}: ${answered.split('"id":').length - 1}`,
    )
  }

  test.for<[query: string, choices: Partial<Choices>, answer: string]>([
    ['', {}, '200 LIST-1: 20'],
    ['limit=1', {}, '200 LIST-1: 1'],
    ['limit=100', {}, '200 LIST-1: 100'],
    [
      'limit=0',
      { 'limit-below-1': '400' },
      '400 limit-below-1: limit must be one whole number from 1 to 100, not "0"',
    ],
    ['limit=-5', { 'limit-below-1': 'clamped' }, '200 LIST-1: 1'],
    ['limit=0', { 'limit-below-1': 'ignored' }, '200 LIST-1: 20'],
    ['limit=0', { 'limit-below-1': 'empty-list' }, '200 LIST-1: 0'],
    [
      'limit=101',
      { 'limit-above-100': '400' },
      '400 limit-above-100: limit must be one whole number from 1 to 100, not "101"',
    ],
    ['limit=101', { 'limit-above-100': 'clamped' }, '200 LIST-1: 100'],
    ['limit=101', { 'limit-above-100': 'ignored' }, '200 LIST-1: 20'],
    [
      'limit=five',
      { 'limit-not-a-number': '400' },
      '400 limit-not-a-number: limit must be one whole number from 1 to 100, not "five"',
    ],
    ['limit=1.5', { 'limit-not-a-number': 'ignored' }, '200 LIST-1: 20'],
    [
      'limit=1&limit=2',
      { 'limit-not-a-number': '400' },
      '400 limit-not-a-number: limit must be one whole number from 1 to 100, not "1, 2"',
    ],
    [
      `limit=${'x'.repeat(70)}`,
      { 'limit-not-a-number': '400' },
      `400 limit-not-a-number: limit must be one whole number from 1 to 100, not "${'x'.repeat(60)}…"`,
    ],
    ['status=sold', {}, '200 LIST-1: 0'],
    [
      'status=lost',
      { 'invalid-status-filter': '400' },
      '400 invalid-status-filter: status must be one of available, pending, sold, not "lost"',
    ],
    ['status=lost', { 'invalid-status-filter': 'ignored' }, '200 LIST-1: 20'],
    ['status=lost', { 'invalid-status-filter': 'empty-list' }, '200 LIST-1: 0'],
    [
      'status=sold&status=sold',
      { 'invalid-status-filter': '400' },
      '400 invalid-status-filter: status must be one of available, pending, sold, not "sold, sold"',
    ],
    [
      'status=',
      { 'empty-status-filter': '400' },
      '400 empty-status-filter: status must be one of available, pending, sold, not ""',
    ],
    ['status=', { 'empty-status-filter': 'ignored' }, '200 LIST-1: 20'],
    [
      'status=&status=',
      { 'invalid-status-filter': 'ignored', 'empty-status-filter': '400' },
      '200 LIST-1: 20',
    ],
    [
      'page=2',
      { 'unknown-query-parameter': '400' },
      '400 unknown-query-parameter: The query parameter "page" is not known',
    ],
    ['page=2', { 'unknown-query-parameter': 'ignored' }, '200 LIST-1: 20'],
    [
      'cursor=p1',
      { 'unknown-query-parameter': '400', 'further-pages': 'none' },
      '400 unknown-query-parameter: The query parameter "cursor" is not known',
    ],
    [
      'cursor=x',
      { 'further-pages': 'link' },
      '400 further-pages: cursor "x" was not given out by this service',
    ],
    ['cursor=x', { 'further-pages': 'none', 'unknown-query-parameter': 'ignored' }, '200 LIST-1: 20'],
  ])('of ?%s under %j', async ([query, choices, expected]) => {
    expect(await sizeOf(query, choices, 120)).toBe(expected)
  })

  test('leads from page to page where the service has chosen so, each pet once', async () => {
    const { world } = watchedWorld({
      pets: Array.from({ length: 5 }, () => ({ ...REX, status: 'available' })),
    })
    world.choices.set({ 'further-pages': 'link', 'list-order': 'oldest' })
    const seen: string[] = []
    for (let query = 'limit=2&status=available'; query !== '';) {
      const reply = await world.answer(ask({ key: 'free', query }))
      seen.push(Array.from(reply.body.matchAll(/"id":(\d+)/g), ([, id]) => id).join())
      const link = headerOf(reply, 'Link')
      if (link !== '')
        expect(link).toMatch(/^<\/v1\/pets\?limit=2&status=available&cursor=p\w+>; rel="next"$/)
      query = /\?(.*)>/.exec(link)?.[1] ?? ''
    }
    expect(seen).toEqual(['1,2', '3,4', '5'])
  })

  test('says how many of how many it has', async () => {
    const { world } = watchedWorld({ pets: [REX, REX, REX] })
    const { reason } = await world.answer(ask({ key: 'free', query: 'limit=2' }))
    expect(reason).toEqual({ step: 'act', rule: 'LIST-1', sentence: 'listed 2 of 3 pets' })
  })
})

describe('a read', () => {
  const read = (petId: string, choices: Partial<Choices> = {}): Promise<string> =>
    answer({ path: `/pets/${petId}` }, choices, [{ ...REX, status: 'sold' }])

  test.for<[petId: string, choices: Partial<Choices>, answer: string]>([
    ['1', {}, '200 GET-1: {"id":1,"name":"Rex","categoryId":1,"status":"sold"}'],
    ['2', {}, '404 GET-2: No pet has the id 2'],
    ['abc', { 'invalid-pet-id': '404' }, '404 invalid-pet-id: No pet has the id abc'],
    [
      'abc',
      { 'invalid-pet-id': '400' },
      '400 invalid-pet-id: petId must be an integer from -2^63 to 2^63 - 1, not "abc"',
    ],
    ['x'.repeat(50), { 'invalid-pet-id': '404' }, `404 invalid-pet-id: No pet has the id ${'x'.repeat(40)}…`],
    [
      '9223372036854775808',
      { 'invalid-pet-id': '404' },
      '404 invalid-pet-id: No pet has the id 9223372036854775808',
    ],
  ])('of %s under %j', async ([petId, choices, expected]) => {
    expect(await read(petId, choices)).toBe(expected)
  })

  test.for<[choice: Choices['after-sunset'], answer: string]>([
    [
      '410',
      '410 after-sunset: This operation was removed on 5 December 2030: use GET /pets with the status filter',
    ],
    [
      '404',
      '404 after-sunset: This operation was removed on 5 December 2030: use GET /pets with the status filter',
    ],
    ['still-served', '404 GET-2: No pet has the id 1'],
  ])('after its removal: %s', async ([choice, expected]) => {
    const { world } = watchedWorld()
    world.choices.set({ 'after-sunset': choice })
    const at = async (time: number): Promise<string> => {
      world.clock.set(time)
      const { status, reason, body } = await world.answer(ask({ key: 'free', path: '/pets/1' }))
      const message = /"message":"([^"]*)"/.exec(body)?.[1]
      return `${status} ${reason.rule}: ${message}`
    }
    const removal = Date.UTC(2030, 11, 5)
    expect([await at(removal - 1), await at(removal)]).toEqual(['404 GET-2: No pet has the id 1', expected])
  })
})
