import { expect, test } from 'vitest'
import type { MockOptions } from '../../mock/options.ts'
import { choosable, type OpenPointId } from '../../spec/choices.ts'
import { clausesThatAre } from '../../lab/proof/read-report.ts'
import { runOn, testService } from '../../lab/proof/test-service.ts'
import {
  asError,
  asks,
  creates,
  lists,
  onHeader,
  onJson,
  onPets,
  onReply,
  onRequest,
  reads,
  refuses,
  replies,
  withHeader,
  withHeaders,
  withJson,
  withQuery,
  type When,
} from '../../lab/proof/violations/mutate.ts'
import type { Overlay, ServiceRequest } from '../../lab/proof/violations/service.ts'
import { codeStyle } from './writing.ts'

interface Case {
  readonly id: OpenPointId
  readonly overlay: Overlay
  /** The description in the report. */
  readonly says: string
  readonly choices?: MockOptions['choices']
}

const asked = (pattern: RegExp): When => asks(pattern)
const refusing = (pattern: RegExp, status: number): Overlay => onReply(asked(pattern), asError(status))
const asking = (pattern: RegExp, change: (request: ServiceRequest) => ServiceRequest): Overlay =>
  onRequest(asks(pattern), change)
const rewriting = (pattern: RegExp, from: RegExp, to: string): Overlay =>
  asking(pattern, (request) => ({ ...request, body: request.body?.replace(from, to) }))

/** Reverses the list of every second request. */
const turning: Overlay = (healthy) => {
  let lists = 0
  return async (request) => {
    const reply = await healthy(request)
    if (!request.path.endsWith('?limit=100') || (lists += 1) % 2 === 1) return reply
    return withJson(reply, (JSON.parse(reply.body) as unknown[]).toReversed())
  }
}

const paging: Overlay = (healthy) => async (request) => {
  if (!request.path.includes('offset=1')) return healthy(request)
  const reply = await healthy({ ...request, path: '/pets?limit=2' })
  return withJson(reply, (JSON.parse(reply.body) as unknown[]).slice(1))
}

const cases: readonly Case[] = [
  {
    id: 'limit-below-1',
    overlay: refusing(/limit=0/, 422),
    says: 'limit=0: status 422; limit=-1: 400',
  },
  {
    id: 'limit-below-1',
    overlay: asking(/limit=0/, (one) => withQuery(one, { limit: undefined })),
    says: 'limit=0: ignored; limit=-1: 400',
  },
  {
    id: 'limit-above-100',
    overlay: asking(/limit=101/, (one) => withQuery(one, { limit: '50' })),
    says: 'limit=101: a page of 50; limit=1000000: 400',
  },
  {
    id: 'limit-not-a-number',
    overlay: asking(/limit=abc/, (one) => withQuery(one, { limit: '1' })),
    says: 'limit=abc: a page of 1; limit=7x: 400',
  },
  {
    id: 'limit-above-100',
    overlay: refusing(/limit=1000000/, 400),
    choices: { 'limit-above-100': 'clamped' },
    says: 'limit=101: clamped; limit=1000000: 400',
  },
  {
    id: 'limit-not-a-number',
    overlay: asking(/limit=7x/, (one) => withQuery(one, { limit: '7' })),
    choices: { 'limit-not-a-number': 'ignored' },
    says: 'limit=abc: ignored; limit=7x: a page of 7',
  },
  {
    id: 'invalid-status-filter',
    overlay: asking(/status=SOLD/, (one) => withQuery(one, { status: 'sold' })),
    says: 'status=lost: 400; status=SOLD: only pets whose status is sold',
  },
  {
    id: 'invalid-status-filter',
    overlay: onReply(asked(/status=(?:lost|SOLD)/), (sent) => ({ ...sent, body: '' })),
    choices: { 'invalid-status-filter': 'empty-list' },
    says: 'status=lost: no list but ""; status=SOLD: no list but ""',
  },
  {
    id: 'wrong-media-type',
    overlay: onReply(({ headers }) => headers['content-type']?.includes('form') === true, asError(400)),
    says: 'text/plain: 415; application/x-www-form-urlencoded: 400',
  },
  {
    id: 'invalid-status-filter',
    overlay: asking(/status=lost/, (one) => withQuery(one, { status: 'sold' })),
    says: 'status=lost: only pets whose status is sold; status=SOLD: 400',
  },
  {
    id: 'unknown-query-parameter',
    overlay: onJson(asked(/colour=/), () => []),
    says: 'a page of 0, not of 1',
  },
  {
    id: 'further-pages',
    overlay: paging,
    says: 'another page for /pets?limit=1&colour=blue&page=2&offset=1&skip=1',
  },
  {
    id: 'further-pages',
    overlay: onHeader(lists, 'x-next-cursor', 'abc'),
    says: 'the header x-next-cursor: abc',
  },
  {
    id: 'further-pages',
    overlay: onHeader(lists, 'link', '</v1/pets?limit=1>; rel="next"'),
    says: 'a link that leads to no other page: status 200 for GET /pets?limit=1',
  },
  { id: 'list-order', overlay: turning, says: 'it changes from one request to the next' },
  {
    id: 'invalid-pet-id',
    overlay: refusing(/\/9223372036854775808/, 404),
    says: '/pets/1x: 400; /pets/9223372036854775808: 404',
  },
  {
    id: 'unknown-body-field',
    overlay: onPets(creates, (pet) => ({ ...pet, colour: 'grey' })),
    says: 'it comes back as grey',
  },
  {
    id: 'duplicate-body-field',
    choices: { 'duplicate-body-field': 'last-wins' },
    overlay: rewriting(/first"/, /,"name":"[^"]*"/, ''),
    says: 'the first value counts',
  },
  {
    id: 'default-status',
    overlay: onPets(creates, (pet) => ({ ...pet, status: 'new' })),
    says: 'the status is new',
  },
  { id: 'null-status', overlay: rewriting(/:null/, /:null/, ':"sold"'), says: 'the status is sold' },
  {
    id: 'shortest-name',
    overlay: refusing(/"name":""/, 422),
    says: 'status 422 for POST /pets with {"name":""',
  },
  { id: 'longest-name', overlay: refusing(/o{9000}/, 413), says: 'status 413 for POST /pets with' },
  {
    id: 'empty-status-filter',
    overlay: refusing(/status= $/, 422),
    says: 'status 422 for GET /pets?status=',
  },
  {
    id: 'name-spelling',
    overlay: onPets(creates, (pet) => ({ ...pet, name: String(pet['name']).toUpperCase() })),
    says: 'came back as',
  },
  {
    id: 'name-characters',
    overlay: refusing(/[^\0-\x7f]/, 400),
    says: 'markup, quotes or letters beyond ASCII are refused',
  },
  {
    id: 'nul-in-name',
    overlay: onPets(creates, (pet) => ({ ...pet, name: String(pet['name']).replace('\0', ' ') })),
    choices: { 'nul-in-name': 'kept' },
    says: 'came back as',
  },
  {
    id: 'lone-surrogate-in-name',
    overlay: refusing(/\\ud83d/, 422),
    says: 'status 422 for POST /pets',
  },
  {
    id: 'category-check',
    overlay: refusing(/9007199254740993/, 422),
    says: 'status 422 for POST /pets',
  },
  {
    id: 'location-on-201',
    overlay: onHeader(creates, 'location', '/animals/5'),
    says: 'it holds /animals/5, not the path of the new pet',
  },
  {
    id: 'json-style',
    overlay: onReply(creates, (reply) => ({ ...reply, body: reply.body.replaceAll(',"', ', "') })),
    says: 'with blanks, the fields in the order id, name, categoryId',
  },
  {
    id: 'charset-parameter',
    overlay: onHeader(lists, 'content-type', 'application/json; charset=utf-8'),
    says: 'absent in 201 for POST /pets',
  },
  {
    id: 'www-authenticate',
    overlay: onReply(
      (request) => !('authorization' in request.headers),
      (reply) => withHeader(reply, 'www-authenticate', undefined),
    ),
    says: 'no in 401 for',
  },
  { id: 'deprecation-headers', overlay: onHeader(reads, 'sunset', undefined), says: 'deprecation alone' },
  {
    id: 'wrong-media-type',
    overlay: onRequest(
      (one) => one.headers['content-type'] === 'text/plain',
      (one) => withHeaders(one, { 'content-type': 'application/json' }),
    ),
    says: 'status 201 for POST /pets with',
  },
  {
    id: 'method-not-allowed',
    overlay: refusing(/^PATCH/, 403),
    says: 'PATCH /pets: status 403; PATCH /pets/',
  },
  {
    id: 'scheme-case',
    overlay: onReply((one) => one.headers['authorization']?.startsWith('bearer') === true, asError(400)),
    says: 'status 400 for GET /pets?limit=1',
  },
  {
    id: 'unauthenticated-meter',
    overlay: onHeader(replies(401), 'x-ratelimit-limit', '10'),
    says: 'a limit of 10',
  },
  {
    id: 'body-of-429',
    overlay: onReply(refuses, (reply) => ({ ...reply, body: 'Slow down' })),
    says: 'text that is no JSON object: Slow down',
  },
  {
    id: 'retry-after-form',
    overlay: onHeader(refuses, 'retry-after', '1 minute'),
    says: 'duration with a unit: 1 minute',
  },
  {
    id: 'ban',
    overlay: onHeader(replies(403), 'retry-after', undefined),
    choices: { 'status-while-banned': '403', ban: 'after-3-strikes-for-5-seconds' },
    says: 'after 3 strikes, for a time that no Retry-After reports',
  },
  { id: 'after-sunset', overlay: onReply(replies(410), asError(406)), says: 'status 406 for GET /pets/' },
]

test.for(cases)(
  'a service that settles $id in no lawful way: $says',
  async ({ id, overlay, says, choices }) => {
    const service = await testService(overlay, {
      begins: '2026-11-20T10:00:30Z',
      mock: { pets: 60, choices },
    })
    const seen = (await runOn(service)).choices.find((one) => one.id === id)
    expect(seen?.variant).toBe('other')
    expect(seen?.detail).toContain(says)
    expect(seen?.evidence.length).toBeGreaterThan(0)
  },
)

test('that of an id the digits alone are read is noted, and breaks a clause', async () => {
  const overlay = asking(/pets\/1x/, (request) => ({ ...request, path: '/pets/1', operation: 'getPet' }))
  const report = await runOn(await testService(overlay, { mock: { pets: 60 } }), { thorough: true })
  expect(report.choices.find(({ id }) => id === 'invalid-pet-id')?.detail).toBe(
    '/pets/1x: status 200; /pets/9223372036854775808: 400; /pets/first: 400',
  )
  expect(clausesThatAre('broken', report)).toEqual(['GET-2'])
})

test.for([
  [['pet_not_found', 'gone'], '"snake"'],
  [['pet-not-found'], '"kebab"'],
  [['NOT_FOUND', 'GONE'], '"screaming"'],
  [['NotFound'], 'codes such as NotFound'],
  [['404'], 'codes such as 404'],
  [['a_b', 'a-b'], 'codes such as a_b, a-b'],
] as const)('error codes %s: %s', ([codes, says]) => {
  expect(JSON.stringify(codeStyle(codes))).toContain(says)
})

test('single words have no style', () => {
  expect(() => codeStyle(['gone', 'missing'])).toThrow('which are the same in every style')
})

test('every open point has a case, unless any other behaviour is a variant or a breach', () => {
  const unit = ['id-numbering', 'error-code-style', 'do-errors-count', 'window-alignment']
  const tried = new Set<string>([...cases.map(({ id }) => id), ...unit])
  const rest = choosable.map(({ id }) => id).filter((id) => !tried.has(id))
  expect(rest).toEqual(['extra-response-fields', 'status-while-banned', 'reported-window'])
})
