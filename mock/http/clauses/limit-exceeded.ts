import { expect } from 'vitest'
import { waitOf } from '../../../spec/retry-after.ts'
import { retryAfterForms } from '../../core/testing/test-world.ts'
import type { Mock } from '../../mock.ts'
import { Client, operations } from '../testing/client.ts'
import { expectError } from '../testing/expect-error.ts'
import { NOW, start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'free-demo-key'
const IMF_FIXDATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** Ways to a 429, and how long it lasts from NOW, in seconds. */
const refusals: readonly { when: string; wait: number; exceed: (mock: Mock) => unknown }[] = [
  { when: 'the minute is spent', wait: 40, exceed: ({ keys }) => keys.setRemaining(KEY, { minute: 0 }) },
  {
    when: 'the day is spent',
    wait: 13 * 3600 + 29 * 60 + 40,
    exceed: ({ keys }) => keys.setRemaining(KEY, { day: 0 }),
  },
  {
    when: 'both are spent',
    wait: 13 * 3600 + 29 * 60 + 40,
    exceed: ({ keys }) => keys.setRemaining(KEY, { minute: 0, day: 0 }),
  },
  { when: 'the key is banned', wait: 90, exceed: ({ keys }) => keys.ban(KEY, 90) },
]

clauseFor(
  'LIMIT-7',
  operations,
  ({ id }) => `${id} over the limit is answered 429`,
  async ({ ask }) => {
    await using mock = await start()
    mock.keys.setRemaining(KEY, { minute: 1 })
    const client = new Client(mock.baseUrl, KEY)
    expect((await ask(client)).status).toBeLessThan(300)
    expectError(await ask(client), 429)
  },
)

clause('LIMIT-7', 'a pet that is sent over the limit is not added', async () => {
  await using mock = await start()
  mock.keys.setRemaining(KEY, { minute: 0 })
  expectError(await new Client(mock.baseUrl, KEY).create(), 429)
  expect(mock.world.pets.size).toBe(100)
})

clauseFor(
  'LIMIT-7',
  ['/pets?limit=0', '/pets/x', '/owners'],
  (path) => `over the limit ${path} is answered 429 too, before anything is read`,
  async (path) => {
    await using mock = await start()
    mock.keys.setRemaining(KEY, { minute: 0 })
    expectError(await new Client(mock.baseUrl, KEY).send('GET', path), 429)
  },
)

clauseFor(
  'LIMIT-8',
  refusals,
  ({ when, wait }) => `a 429 carries Retry-After: ${wait}, in seconds, when ${when}`,
  async ({ wait, exceed }) => {
    await using mock = await start()
    exceed(mock)
    const reply = await new Client(mock.baseUrl, KEY).list()
    expect(reply.status).toBe(429)
    expect(reply.header('Retry-After')).toBe(String(wait))
    expect(reply.reset).toBe(NOW + wait * 1000)
  },
)

clauseFor(
  'LIMIT-8',
  refusals,
  ({ when, wait }) => `a 429 may carry Retry-After as the HTTP-date ${wait} s from now, when ${when}`,
  async ({ wait, exceed }) => {
    await using mock = await start({ choices: { 'retry-after-form': 'http-date' } })
    exceed(mock)
    const value = (await new Client(mock.baseUrl, KEY).list()).header('Retry-After')
    expect(value).toMatch(IMF_FIXDATE)
    expect(Date.parse(value)).toBe(NOW + wait * 1000)
  },
)

clauseFor(
  'LIMIT-8',
  operations,
  ({ id }) => `a 429 to ${id} carries Retry-After, and no other reply does`,
  async ({ ask }) => {
    await using mock = await start()
    mock.keys.setRemaining(KEY, { minute: 1 })
    const client = new Client(mock.baseUrl, KEY)
    expect((await ask(client)).headers.has('Retry-After')).toBe(false)
    expect((await ask(client)).headers.has('Retry-After')).toBe(true)
  },
)

clauseFor(
  'LIMIT-9',
  retryAfterForms.flatMap((form) =>
    refusals.flatMap((refusal) => [0, 1, 777, 999].map((fraction) => ({ form, fraction, ...refusal }))),
  ),
  ({ when, form, fraction }) =>
    `a client that waits as long as Retry-After says is served again, when ${when} (${form}, ${fraction} ms)`,
  async ({ form, fraction, exceed }) => {
    await using mock = await start({ choices: { 'retry-after-form': form }, time: () => NOW + fraction })
    exceed(mock)
    const client = new Client(mock.baseUrl, KEY)
    const refused = await client.list()
    expect(refused.status).toBe(429)
    const header = (name: string): string | undefined => refused.headers.get(name) ?? undefined
    const named = {
      retryAfter: header('Retry-After'),
      date: undefined,
      reset: Number(header('X-RateLimit-Reset')),
    }
    const { now } = mock.clock.read()
    mock.clock.set(now + (waitOf(named, now) ?? Number.NaN))
    expect((await client.list()).status).toBe(200)
  },
)

clauseFor(
  'LIMIT-9',
  refusals,
  ({ when }) => `a retry two seconds too early is refused again, when ${when}`,
  async ({ exceed }) => {
    await using mock = await start()
    exceed(mock)
    const client = new Client(mock.baseUrl, KEY)
    const { retryAfter } = await client.list()
    mock.clock.advance({ seconds: retryAfter - 2 })
    const again = await client.list()
    expect([again.status, again.retryAfter]).toEqual([429, 2])
  },
)

clauseFor(
  'LIMIT-10',
  ['calendar', 'first-request'] as const,
  (alignment) => `at X-RateLimit-Reset the whole quota is there again (window-alignment ${alignment})`,
  async (alignment) => {
    await using mock = await start({ choices: { 'window-alignment': alignment, ban: 'none' } })
    const client = new Client(mock.baseUrl, KEY)
    const { reset } = await client.listTimes(60)
    mock.clock.set(reset - 1)
    expect((await client.list()).status).toBe(429)
    mock.clock.set(reset)
    expect((await client.list()).rateLimit).toMatchObject({ limit: 60, remaining: 59 })
  },
)

clauseFor(
  'LIMIT-10',
  ['calendar', 'first-request'] as const,
  (alignment) => `the day's X-RateLimit-Reset renews the whole day (window-alignment ${alignment})`,
  async (alignment) => {
    await using mock = await start({ choices: { 'window-alignment': alignment } })
    const client = new Client(mock.baseUrl, KEY)
    mock.keys.setRemaining(KEY, { day: 1 })
    const { reset, rateLimit } = await client.list()
    expect(rateLimit).toMatchObject({ limit: 1_000, remaining: 0 })
    mock.clock.set(reset)
    expect((await client.list()).status).toBe(200)
    expect(mock.keys.get(KEY).windows.day.remaining).toBe(999)
  },
)

clauseFor(
  'LIMIT-13',
  refusals,
  ({ when }) => `a 429 says Cache-Control: no-store, when ${when}`,
  async ({ exceed }) => {
    await using mock = await start()
    exceed(mock)
    const reply = await new Client(mock.baseUrl, KEY).list()
    expect([reply.status, reply.header('Cache-Control')]).toEqual([429, 'no-store'])
  },
)

clauseFor(
  'LIMIT-16',
  (['seconds', 'http-date'] as const).flatMap((form) => refusals.map((refusal) => ({ form, ...refusal }))),
  ({ form, when }) => `Retry-After as ${form} has a form of RFC 9110, when ${when}`,
  async ({ form, exceed }) => {
    await using mock = await start({ choices: { 'retry-after-form': form } })
    exceed(mock)
    const value = (await new Client(mock.baseUrl, KEY).list()).header('Retry-After')
    expect(value).toMatch(form === 'seconds' ? /^\d+$/ : IMF_FIXDATE)
  },
)
