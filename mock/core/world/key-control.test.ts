import { describe, expect, test } from 'vitest'
import { ask } from '../testing/test-world.ts'
import { thrownBy, untyped, watchedWorld, type WatchedWorld } from '../testing/watched-world.ts'

/** The status of a request with a key, and what Retry-After says. */
async function statusOf({ world }: WatchedWorld, key: string): Promise<string> {
  const { status, headers } = await world.answer(ask({ key }))
  const at = headers.indexOf('Retry-After')
  return at < 0 ? String(status) : `${status} after ${headers[at + 1]}`
}

test('keys are counted, listed and found by their names', () => {
  const { world } = watchedWorld({
    keys: [
      { key: 'free', plan: 'free' },
      { key: 'own', plan: 'enterprise', perMinute: 7, perDay: 9 },
    ],
  })
  expect([world.keys.size, world.keys.has('own'), world.keys.has('other')]).toEqual([2, true, false])
  const [free, own] = world.keys.list()
  expect([free?.key, own?.key]).toEqual(['free', 'own'])
  expect(world.keys.get('own')).toEqual(own)
  expect(own).toMatchObject({
    plan: 'enterprise',
    windows: { minute: { limit: 7, remaining: 7 }, day: { limit: 9 } },
  })
  expect(own?.keyId).not.toBe(free?.keyId)
  expect(thrownBy(() => world.keys.get('fre'))).toBe('not-found: There is no key "fre". Did you mean free?')
})

describe('a key', () => {
  test('is added and removed', async () => {
    const watched = watchedWorld()
    const { world, changes } = watched
    expect(world.keys.add({ key: 'a-new-key', plan: 'pro' })).toMatchObject({ key: 'a-new-key', plan: 'pro' })
    expect(await statusOf(watched, 'a-new-key')).toBe('200')
    world.keys.remove('a-new-key')
    expect([await statusOf(watched, 'a-new-key'), world.keys.size]).toEqual(['401', 1])
    expect(changes).toEqual(['keys: key a-… added on plan Pro', 'keys: key a-… removed'])
  })

  test('gets another plan, and what it has spent stays spent', async () => {
    const watched = watchedWorld()
    const { world, changes } = watched
    await statusOf(watched, 'free')
    const { plan, windows } = world.keys.changePlan('free', { plan: 'enterprise', perMinute: 5, perDay: 50 })
    expect([plan, windows.minute, windows.day]).toMatchObject([
      'enterprise',
      { limit: 5, remaining: 4 },
      { limit: 50, remaining: 49 },
    ])
    expect(changes).toEqual(['keys: key … put on plan Enterprise'])
  })

  test('has as many requests left as are set, in one window or in both', async () => {
    const watched = watchedWorld()
    const { world, changes } = watched
    expect(world.keys.setRemaining('free', { minute: 1 }).windows).toMatchObject({
      minute: { remaining: 1 },
      day: { remaining: 1000 },
    })
    expect([await statusOf(watched, 'free'), await statusOf(watched, 'free')]).toEqual([
      '200',
      '429 after 40',
    ])
    world.keys.setRemaining('free', { minute: 60, day: 0 })
    expect(changes).toEqual([
      'keys: key … has left: 1 of 60 in its minute',
      'keys: key … has left: 60 of 60 in its minute, 0 of 1,000 in its day',
    ])
  })

  test('is banned for a while, and freed', async () => {
    const watched = watchedWorld()
    const { world, changes, pass } = watched
    world.keys.ban('free', 90)
    expect(await statusOf(watched, 'free')).toBe('429 after 90')
    pass(90_000)
    expect(await statusOf(watched, 'free')).toBe('200')
    world.keys.ban('free', 90)
    world.keys.lift('free')
    expect(await statusOf(watched, 'free')).toBe('200')
    world.keys.setRemaining('free', { day: 0 })
    world.keys.ban('free', 90)
    expect(changes).toEqual([
      'keys: key … banned for 90 s',
      'keys: key … banned for 90 s',
      'keys: key … has no ban',
      'keys: key … has left: 0 of 1,000 in its day',
      expect.stringMatching(/^keys: key … banned for \d\d,\d{3} s, until its full window ends$/),
    ])
  })

  test('is banned by hand for as many seconds as were asked for, by the control API', async () => {
    const watched = watchedWorld()
    watched.pass(700)
    watched.world.keys.ban('free', 60)
    watched.pass(100)
    const { body, headers } = await watched.world.answer(ask({ key: 'free' }))
    expect(headers[headers.indexOf('Retry-After') + 1]).toBe('60')
    expect(body).toContain('"The API key is banned for a while, by the control API. Retry after 60 s"')
    const [entry] = watched.world.journal.list()
    expect(entry?.reason.sentence).toMatch(/^the key is banned until .*, in 60 s, by the control API$/)
  })

  test.for<[what: string, change: (watched: WatchedWorld) => unknown]>([
    ['another plan', ({ world }) => world.keys.changePlan('free', { plan: 'free' })],
    ['what is left', ({ world }) => world.keys.setRemaining('free', { minute: 0 })],
    ['a lifted ban', ({ world }) => world.keys.lift('free')],
  ])('has no early retry after %s', async ([_what, change]) => {
    const watched = watchedWorld()
    watched.world.keys.setRemaining('free', { minute: 0 })
    await statusOf(watched, 'free')
    change(watched)
    await statusOf(watched, 'free')
    const report = watched.world.keys.report()
    expect(report).toEqual({ free: watched.world.keys.get('free').report })
    expect(report['free']).toMatchObject({ requests: 2, earlyRetries: 0 })
  })
})

test('what cannot be done is refused, and changes nothing', () => {
  const { world, changes } = watchedWorld()
  const { keys } = world
  const before = keys.list()
  expect([
    thrownBy(() => keys.add({ key: 'free', plan: 'pro' })),
    thrownBy(() => keys.add({ key: 'a b', plan: 'pro' })),
    thrownBy(() => keys.add({ key: 'b', plan: 'pro', perDay: 5 })),
    thrownBy(() => keys.changePlan('free', { plan: 'pro', perMinute: 5 })),
    thrownBy(() => keys.changePlan('free', { plan: 'enterprise', perMinute: 0 })),
    thrownBy(() => keys.changePlan('none', { plan: 'pro' })),
    thrownBy(() => keys.setRemaining('free', { minute: 61 })),
    thrownBy(() => keys.setRemaining('free', { minute: 1, day: 1001 })),
    thrownBy(() => keys.setRemaining('free', { minute: -1 })),
    thrownBy(() => keys.setRemaining('free', untyped('{"minutes":1}'))),
    thrownBy(() => keys.ban('free', 0)),
    thrownBy(() => keys.lift('non')),
  ]).toEqual([
    'conflict: The key … exists already: change its plan instead',
    'invalid: key must be 1 to 200 letters (a to z), digits and any of -._~+/, with = at its end only',
    'invalid: The plan pro has its own figures; perDay goes with enterprise',
    'invalid: The plan pro has its own figures; perMinute goes with enterprise',
    'invalid: perMinute must be >= 1',
    'not-found: There is no key "none"',
    "invalid: minute must be <= 60, the limit of the key's plan",
    "invalid: day must be <= 1000, the limit of the key's plan",
    'invalid: minute must be >= 0',
    'invalid: minutes is not known. Did you mean minute?',
    'invalid: seconds must be >= 1',
    'not-found: There is no key "non"',
  ])
  expect([keys.list(), changes]).toEqual([before, []])
})

test('sentences distinguish keys whose redacted forms are equal', () => {
  const { world, changes } = watchedWorld()
  world.keys.add({ key: 'team-a-key', plan: 'free' })
  world.keys.add({ key: 'team-b-key', plan: 'free' })
  world.keys.ban('team-a-key', 60)
  world.keys.remove('team-a-key')
  world.keys.remove('team-b-key')
  expect(changes).toEqual([
    'keys: key te… added on plan Free',
    'keys: key team-b… added on plan Free',
    'keys: key team-a… banned for 60 s',
    'keys: key team-a… removed',
    'keys: key te… removed',
  ])
})
