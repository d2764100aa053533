import { describe, expect, test } from 'vitest'
import { asNobody, asSecond, create, inSecondBase, list } from '../probes/requests.ts'
import type { ContractSettings } from './settings.ts'
import { manualTime, rateLimit, reply, scripted } from '../testing/scripted.ts'
import { realTime } from './service-time.ts'
import { settingsFor } from '../../lab/proof/test-service.ts'
import { Session } from './session.ts'
import { Unreachable, type Reply } from './transport.ts'
import { NotVerified } from './verdicts.ts'

const KEY = 'secret-key-0001'

function open(script: readonly (Reply | Error)[], more: Partial<ContractSettings> = {}) {
  const transport = scripted(...script)
  const time = manualTime()
  const settings = settingsFor({ baseUrl: 'http://pets.test/v1', key: KEY, ...more })
  return { session: new Session(settings, transport, time), requests: transport.requests, time }
}

const refused = (retryAfter: string): Reply =>
  reply({ status: 429, headers: { ...rateLimit(0), 'retry-after': retryAfter } })

describe('a session', () => {
  test('sends a shared probe once, and every probe of its own', async () => {
    const { session, requests } = open([])
    const [first, second] = [await session.share(list()), await session.share(list())]
    expect(second).toBe(first)
    await session.send(list())
    await session.share({ ...list(), moment: 'later' })
    expect(requests).toHaveLength(3)
  })

  test('counts a creation as one without a reply until it has one', async () => {
    const { session } = open([reply({ status: 201 })])
    const sent = session.send(create({ name: 'Rex' }))
    await Promise.resolve()
    expect(session.lost).toBe(1)
    await sent
    expect(session.lost).toBe(0)
  })

  test('sends several probes at once if the quota allows it, and marks them as concurrent', async () => {
    const left = (remaining: number): Reply => reply({ headers: rateLimit(remaining) })
    const { session } = open([left(9), left(8), left(7), left(1), left(0)])
    await session.send(list())
    const probes = ['?limit=1', '?limit=2'].map((query) => list(query))
    const atOnce = await session.shareAtOnce(probes)
    expect(atOnce.map(({ overlaps }) => overlaps)).toEqual([true, true])
    expect((await session.send(list())).overlaps).toBeUndefined()
    const after = await session.shareAtOnce(['?limit=3'].map((query) => list(query)))
    expect(after.map(({ overlaps }) => overlaps)).toEqual([undefined])
    // Of those at once, neither was sent after the other had been answered.
    expect(session.exchanges.map((one) => one.after)).toEqual([0, 1, 1, 3, 4])
  })

  test('sends rows of probes at once, each row one after the other, and counts what each caller has left', async () => {
    const { session } = open([reply({ headers: rateLimit(3) })])
    await session.send(list())
    const rows = [[list('?limit=1'), list('?limit=2')], list('?limit=3'), asNobody(list())]
    const sent = await session.shareAtOnce(rows)
    expect(sent.map(({ probe }) => probe.path)).toEqual(rows.flat().map(({ path }) => path))
    expect(sent.map(({ after }) => after)).toEqual([1, 4, 1, 1])
    const more = await session.shareAtOnce([4, 5, 6, 7].map((limit) => list(`?limit=${limit}`)))
    expect(more.map(({ overlaps }) => overlaps)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('sends none at once that may be over the limit of a minute, where the replies speak of the day', async () => {
    const day = { ...rateLimit(985, 9 * 3600), 'x-ratelimit-limit': '1000' }
    const { session, time } = open([reply({ headers: day })])
    for (let sent = 0; sent < 58; sent += 1) await session.send(list())
    const three = ['?limit=1', '?limit=2', '?limit=3']
    const near = await session.shareAtOnce(three.map((query) => list(query)))
    expect(near.map(({ overlaps }) => overlaps)).toEqual([undefined, undefined, undefined])
    await time.pass(62_000)
    const later = await session.shareAtOnce(three.map((query) => ({ ...list(query), moment: 'later' })))
    expect(later.map(({ overlaps }) => overlaps)).toEqual([true, true, true])
  })

  test('waits until a minute is new of whatever kind, where the replies speak of the day and there is time', async () => {
    const day = { ...rateLimit(985, 9 * 3600), 'x-ratelimit-limit': '1000' }
    const script = [reply({ headers: day }), reply({ status: 429, headers: { ...day, 'retry-after': '7' } })]
    const ample = open([...script, reply({ headers: day })])
    await ample.session.send(list())
    await ample.session.send(list())
    expect(ample.time.passed).toEqual([62_000])
    const transport = scripted(...script, reply({ headers: day }))
    const waits: number[] = []
    const clock = { now: () => 0, sleep: (wait: number) => Promise.resolve(void waits.push(wait)) }
    const settings = settingsFor({ baseUrl: 'http://pets.test/v1', key: KEY })
    const short = new Session(settings, transport, realTime(150, clock))
    await short.send(list())
    await short.send(list())
    expect(waits).toEqual([7000])
  })

  test('waits once for all that was refused at once', async () => {
    const left = reply({ headers: rateLimit(9) })
    const { session, time } = open([left, refused('7'), refused('7'), left])
    await session.send(list())
    const sent = await session.shareAtOnce(['?limit=1', '?limit=2'].map((query) => list(query)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect(time.passed).toEqual([60_000])
  })

  test('replaces the placeholder with the key, and the probe retains the placeholder', async () => {
    const { session, requests } = open([])
    const { probe } = await session.send(list('?api_key={key}'))
    expect(requests).toEqual([
      {
        method: 'GET',
        url: `http://pets.test/v1/pets?api_key=${KEY}`,
        headers: { Authorization: `Bearer ${KEY}` },
        body: undefined,
      },
    ])
    expect(JSON.stringify(probe)).not.toContain(KEY)
  })

  test('reads int64 exactly, and a body that is not JSON as undefined', async () => {
    const { session } = open([reply({ body: '[9007199254740993]' }), reply({ body: '<p>' })])
    expect((await session.send(list())).json).toEqual([9007199254740993n])
    expect((await session.send(list())).json).toBeUndefined()
  })

  test.for([
    [
      'one that its transport gave up',
      { body: '', unread: 'it has more than 4 MB (--max-body)' },
      'it has more than 4 MB (--max-body)',
    ],
    ['one of too many values', { body: `[${'1,'.repeat(200_000)}1]` }, 'it holds more than 200,000 values'],
    ['one that nests too deep', { body: '['.repeat(5000) }, 'it nests deeper than 100 levels'],
  ] as const)(
    'a body that is not read is no evidence, but its exchange is reported: %s',
    async ([_what, fields, why]) => {
      const { session } = open([reply(fields), reply()])
      const fails = expect(session.share(list())).rejects
      await fails.toThrow(new NotVerified('body not read', `#1 GET /pets → 200: ${why}`))
      await expect(session.share(list())).rejects.toThrow('#1')
      expect(session.drainEvidence()).toMatchObject([{ id: 1, status: 200, json: undefined, unread: why }])
      expect((await session.send(list())).json).toEqual([])
    },
  )

  test('stores at most eight bodies of the greatest length', async () => {
    const bodies = Array.from({ length: 9 }, (_, at) => `[${at}${' '.repeat(997)}]`)
    const { session } = open(
      [...bodies, bodies[0] ?? ''].map((body) => reply({ body })),
      { maxBody: 1000 },
    )
    for (let sent = 0; sent < 8; sent += 1) await session.send(list())
    await expect(session.send(list())).rejects.toThrow(
      '#9 GET /pets → 200: it comes after too many large ones (--max-body)',
    )
    // A body that was stored before costs no memory.
    expect((await session.send(list())).json).toEqual([0])
  })

  test('has the headers of a reply under lower-case names', async () => {
    const { session } = open([{ status: 200, headers: { 'X-RateLimit-Limit': '60' }, body: '[]' }])
    expect((await session.send(list())).headers).toEqual({ 'x-ratelimit-limit': '60' })
  })

  test('puts the times of all exchanges by one clock, once it is known', async () => {
    const [ours, theirs] = [Date.UTC(2026, 10, 20, 10, 3), Date.UTC(2026, 10, 20, 10)]
    const time = realTime(0, { now: () => ours, sleep: () => Promise.resolve() })
    // Of a day that ends at some time, no Date shows whose clock it is by.
    const dated = (reset: number): Reply =>
      reply({ headers: { ...rateLimit(9, reset), date: new Date(theirs).toUTCString() } })
    const transport = scripted(dated(theirs / 1000 + 40_000), dated(theirs / 1000 + 40))
    const session = new Session(settingsFor({ baseUrl: 'http://pets.test/v1', key: KEY }), transport, time)
    const first = await session.send(list())
    expect(first.sent).toBe(ours)
    await session.send(list())
    expect(session.exchanges.map(({ sent, received }) => [sent, received])).toEqual([
      [theirs, theirs],
      [theirs, theirs],
    ])
    expect(first.sent).toBe(theirs)
  })

  test('drains the evidence of each test, and each unreported exchange once', async () => {
    const { session } = open([])
    await session.share(list())
    await session.share(list())
    expect(session.drainEvidence().map(({ id }) => id)).toEqual([1])
    expect(session.drainUnreported().map(({ id }) => id)).toEqual([1])
    await session.share(list())
    await session.send(list())
    session.lookAt([...session.exchanges])
    expect(session.drainEvidence().map(({ id }) => id)).toEqual([1, 2])
    expect(session.drainUnreported().map(({ id }) => id)).toEqual([2])
    expect(session.drainEvidence()).toEqual([])
  })

  test('waits for the window of a caller without quota, and not of one with quota left', async () => {
    const { session, time } = open([reply({ headers: rateLimit(0, 60) }), reply()])
    await session.send(list())
    await session.send(asNobody(list()))
    await session.send(asSecond(list())).catch(() => undefined)
    expect(time.passed).toEqual([])
    await session.send(list())
    expect(time.passed).toEqual([60_000])
    await session.send(list())
    expect(time.passed).toEqual([60_000])
  })

  test('does not wait without a key when Remaining is 0 but nothing was refused', async () => {
    const { session, time } = open([
      reply({ status: 401, headers: rateLimit(0, 60) }),
      refused('30'),
      reply(),
    ])
    await session.send(asNobody(list()))
    await session.send(asNobody(list()), 'accept')
    expect(time.passed).toEqual([])
    await session.send(asNobody(list()))
    expect(time.passed).toEqual([30_000])
  })

  test('after a 429 without Retry-After, waits until Reset, whatever Remaining says', async () => {
    const bare = reply({ status: 429, headers: rateLimit(7, 40) })
    const { session, time } = open([bare, reply()])
    expect((await session.send(list())).status).toBe(200)
    expect(time.passed).toEqual([40_000])
  })

  test('does not wait when a test accepts a 429', async () => {
    const { session, time } = open([reply({ headers: rateLimit(0, 60) }), refused('60')])
    await session.send(list())
    expect((await session.send(list(), 'accept')).status).toBe(429)
    expect(time.passed).toEqual([])
  })

  test('after an unexpected 429, waits and retries once', async () => {
    const { session, time, requests } = open([refused('90'), reply()])
    expect((await session.send(list())).status).toBe(200)
    expect(time.passed).toEqual([90_000])
    expect(requests).toHaveLength(2)
  })

  test('does not verify what is refused again after the wait, and does not retry again', async () => {
    const { session, requests } = open([refused('90'), refused('90')])
    await expect(session.send(list())).rejects.toMatchObject({
      name: 'NotVerified',
      reason: 'budget spent',
    })
    expect(requests).toHaveLength(2)
  })

  test.for([
    { what: 'a creation when it may only read', probe: create({}), reason: 'unsafe here' },
    {
      what: 'a second key that it was not given',
      probe: asSecond(list()),
      reason: 'precondition missing',
    },
    {
      what: 'a second base address that it was not given',
      probe: inSecondBase(list()),
      reason: 'precondition missing',
    },
  ])('sends nothing for $what', async ({ probe, reason }) => {
    const { session, requests } = open([], { readOnly: true })
    await expect(session.send(probe)).rejects.toMatchObject({ reason })
    expect(requests).toEqual([])
  })

  test('sends no more requests than --max-requests', async () => {
    const { session, requests } = open([], { maxRequests: 2 })
    await session.send(list())
    await session.send(list())
    await expect(session.send(list())).rejects.toMatchObject({ reason: 'budget spent' })
    expect(requests).toHaveLength(2)
  })

  test('gives up after three probes in a row without a reply', async () => {
    const down = new Unreachable('it ended the connection', false)
    const { session, requests } = open([down, down, reply(), down])
    const reasons: unknown[] = []
    for (let sent = 0; sent < 8; sent += 1) {
      await session.send(list()).catch((error: unknown) => reasons.push(String(error)))
    }
    expect(requests).toHaveLength(6)
    expect(reasons.at(-1)).toBe('NotVerified: unreachable: the service has stopped answering at GET /pets')
  })

  test('passes on any other error unchanged', async () => {
    const { session } = open([new TypeError('a mistake')])
    await expect(session.send(list())).rejects.toThrow(TypeError)
  })

  test('judges the unredacted body, even if the key is a word in it', async () => {
    const body = '[{"id":1,"name":"a demo","categoryId":1}]'
    const { session } = open([reply({ body })], { key: 'demo' })
    const exchange = await session.send(list())
    expect(exchange.json).toEqual([{ id: 1, name: 'a demo', categoryId: 1 }])
    expect(exchange.body).toBe(body)
  })
})
