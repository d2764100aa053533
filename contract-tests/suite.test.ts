import { describe, expect, test } from 'vitest'
import { choosable } from '../spec/choices.ts'
import { clauses } from '../spec/clauses.ts'
import { classPairChecks } from './clauses/class-pairs.ts'
import { inputClassChecks } from './clauses/input-classes.ts'
import { isCheck, type Check } from './engine/check.ts'
import { Path } from './engine/path.ts'
import { callerShortFor, runItem } from './engine/run-suite.ts'
import { Run } from './engine/run.ts'
import type { ContractSettings } from './engine/settings.ts'
import type { FurtherMinute } from './engine/ports.ts'
import type { Clock, Wait } from './engine/service-time.ts'
import type { Transport } from './engine/transport.ts'
import { otherService } from '../lab/proof/other-service.ts'
import { PLAIN, runOn, settingsFor, testService } from '../lab/proof/test-service.ts'
import { seenOf, shortfallOf } from './report/model/enough.ts'
import { titleOf } from './report/model/finished-check.ts'
import type { RunReport } from './report/model/run-report.ts'
import { runSuite, suiteFor } from './suite.ts'

const settings = settingsFor({
  baseUrl: 'http://pets.test/v1',
  secondBaseUrl: 'http://pets.test/staging/v1',
  key: 'free-demo-key',
  secondKey: 'free-demo-key-2',
  deep: true,
  seed: 7,
})

// What they send depends on what was asked before; a test of their own counts it.
const ofClasses: readonly Check[] = [...inputClassChecks, ...classPairChecks]

const extras = suiteFor({ ...settings, deep: false })
  .filter(isCheck)
  .filter(({ extra, isDue }) => extra && isDue === undefined)
  .map(({ id, aspect = '' }) => titleOf({ clause: id, aspect }))

test('every clause that binds the service has a check, and every open point an observation', () => {
  const items = suiteFor(settings)
  const wanted = clauses.filter(({ party }) => party !== 'client').map(({ id }) => id)
  expect([...new Set(items.filter(isCheck).map(({ id }) => id))].toSorted()).toEqual(wanted.toSorted())
  const points = items.filter((item) => !isCheck(item)).map(({ id }) => id)
  expect(points.toSorted()).toEqual(choosable.map(({ id }) => id).toSorted())
})

test('no two checks of a clause have the same title', () => {
  const titles = suiteFor(settings)
    .filter(isCheck)
    .map(({ id, aspect }) => `${id} ${aspect ?? ''}`)
  expect(titles.filter((title, at) => titles.indexOf(title) < at)).toEqual([])
})

test('each item sends as many requests as its cost says, in a run on our mock', async () => {
  // So far from the end of a minute, the second key is asked while the first one waits.
  const options = { begins: '2026-01-15T10:30:20Z', mock: { pets: 50 } }
  const run = await Run.open(settings, await testService((healthy) => healthy, options))
  const said: string[] = []
  const costs: string[] = []
  const path = new Path([], 0)
  for (const item of suiteFor(settings)) {
    if (isCheck(item) && (ofClasses.includes(item) || callerShortFor(item, run, path) !== undefined)) continue
    if (isCheck(item) && item.isDue?.(run) === false) continue
    const name = isCheck(item) ? `${item.id} ${item.aspect ?? ''}` : item.id
    said.push(`${name}: ${item.cost ?? 0}`)
    costs.push(`${name}: ${(await runItem(item, run)).sent.length}`)
  }
  expect(said).toEqual(costs)
})

test('only the given clauses are run', () => {
  const items = suiteFor({ ...settings, deep: false, only: ['BASE-2', 'AUTH-7'] })
  expect(items.map(({ id }) => id)).toEqual(['BASE-2', 'AUTH-7', 'AUTH-7', 'AUTH-7'])
})

test('an area selects its clauses, and an unknown name is an error', () => {
  const only = (...names: string[]): readonly string[] =>
    settingsFor({ baseUrl: '', key: '', only: names }).only
  expect(only('list-4', 'ERROR')).toEqual(['LIST-4', 'ERROR-1', 'ERROR-2', 'ERROR-3'])
  expect(() => only('LIST-99')).toThrow('There is no clause LIST-99, and no area of that name.')
})

// No reply shows the version.
const verifiable = clauses.filter(({ id, party }) => party !== 'client' && id !== 'BASE-4')

test.for(verifiable.map(({ id }) => id))('%s can be verified alone', async (id) => {
  const { clauses: reported } = await runOn(await testService((healthy) => healthy, { mock: { pets: 50 } }), {
    only: [id],
  })
  expect(reported.map((clause) => [clause.id, clause.verdict])).toEqual([[id, 'held']])
})

test('what a service with many pets cannot show is not required of a run', async () => {
  const service = await testService((healthy) => healthy, { ...PLAIN, mock: { pets: 900 } })
  const report = await runOn(service, { key: 'pro-demo-key', plan: 'pro', minVerified: 100 })
  const tests = report.clauses.flatMap((clause) => clause.tests)
  const beyond = tests.filter(({ detail }) => detail?.includes('the whole list'))
  expect(beyond.length).toBeGreaterThan(0)
  for (const { ruledOutBy } of beyond) expect(ruledOutBy).toBe('what the service itself lacks')
  expect(shortfallOf(report)).toBeUndefined()
})

test.for([
  [{ 'longest-name': 'at-most-80' }, 'a name of 256 letters'],
  [{ 'longest-name': 'at-most-20' }, 'a pet with markup in its name, and letters beyond 16 bits'],
  [{ 'unknown-body-field': '400' }, 'a status beside a member that the document does not have'],
] as const)('what a service may refuse by a rule of its own is not required of a run: %s', async (given) => {
  const [choices, title] = given
  const service = await testService((healthy) => healthy, { ...PLAIN, mock: { pets: 30, choices } })
  const report = await runOn(service, { key: 'business-demo-key', plan: 'business', minVerified: 100 })
  const tests = report.clauses.flatMap((clause) => clause.tests)
  const refused = tests.find((one) => one.title.includes(title))
  expect(refused?.detail).toMatch(/, which the service refuses: /)
  expect(refused?.ruledOutBy).toBe('what the service itself lacks')
  expect(shortfallOf(report)).toBeUndefined()
})

test('a run that adds no pet reads how getPet announces its removal, and how pets are written', async () => {
  const report = await runOn(await testService((healthy) => healthy, PLAIN), { readOnly: true })
  const verdicts = report.clauses.map(({ id, verdict }) => `${id} ${verdict}`)
  expect(verdicts).toEqual(expect.arrayContaining(['DEPRECATION-4 held']))
  const seen = report.choices.filter(({ variant }) => variant !== undefined).map(({ id }) => id)
  expect(seen).toEqual(expect.arrayContaining(['extra-response-fields', 'json-style', 'after-sunset']))
})

test('an open point that was observed with one value only is reported so', async () => {
  const of = async (settings: Partial<ContractSettings>) => {
    const { choices } = await runOn(await testService((healthy) => healthy), settings)
    return choices.filter(({ id }) => id === 'limit-below-1').map(({ variant, detail }) => [variant, detail])
  }
  expect(await of({})).toEqual([['400', undefined]])
  expect(await of({ secondKey: undefined })).toEqual([
    ['400', 'by limit=0 alone; a second key or --thorough asks more'],
  ])
})

test.for([-7200, -90, 60, 3600])(
  'a service whose own clock is %i s ahead is blamed for nothing',
  async (ahead) => {
    const now = Date.parse('2026-01-15T10:30:20Z')
    const { transport } = otherService({ now: () => now + ahead * 1000, pets: 40 })
    const clock: Clock = { now: () => now, sleep: () => Promise.reject(new Error('it waits')) }
    const given = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', exhaust: false, ban: false }
    const { clauses: reported } = await runSuite(settingsFor(given), { transport, clock })
    expect(reported.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual([])
    expect(reported.find(({ id }) => id === 'LIMIT-4')?.verdict).toBe('held')
  },
)

const A_DAY_MS = 86_400_000

describe('extra checks', () => {
  /** A run with a Free key that has so many requests left in its first minute. */
  async function runWith(left: number, given: Partial<ContractSettings> = {}): Promise<RunReport> {
    const service = await testService((healthy) => healthy, { mock: { pets: 50 } })
    service.world.keys.setRemaining('free-demo-key', { minute: left })
    return runOn(service, given)
  }

  test('are left out, and reported, if they do not fit into the minute', async () => {
    const { leftOut, requests, totals } = await runWith(50, { exhaust: false, ban: false })
    expect(leftOut.length).toBeGreaterThan(0)
    expect(leftOut).not.toContain(extras[0])
    expect([totals.broken, requests.refused]).toEqual([0, 0])
  })

  test.for([
    { when: 'that follow when the limit is exceeded', given: {} },
    { when: 'that a thorough run waits for', given: { thorough: true } },
  ])('run in the minutes $when', async ({ given }) => {
    const { leftOut, clauses: reported, requests } = await runWith(56, given)
    expect(leftOut).toEqual([])
    const titles = reported.flatMap(({ tests }) => tests.map(({ title }) => title))
    expect(extras.filter((title) => !titles.includes(title))).toEqual([])
    // A list and two creations, at once.
    expect(requests.refused).toBe(3)
  })

  test.for([
    { given: { thorough: true }, minutes: [2, 3, 4, 5] },
    { given: { thorough: true, secondKey: 'free-demo-key-2' }, minutes: [2, 3, 4] },
    { given: { exhaust: true, thorough: false, ban: true }, minutes: [] },
  ])('a run says which minute it waits for, of about how many: %j', async ({ given, minutes }) => {
    let now = Date.parse('2026-01-15T10:30:20Z')
    const { transport } = await testService((healthy) => healthy, {
      mock: { time: () => now, pets: 50 },
    })
    const clock: Clock = {
      now: () => now,
      sleep: (milliseconds) => Promise.resolve(void (now += milliseconds)),
    }
    const options = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', exhaust: false, ban: false }
    const waits: FurtherMinute[] = []
    const waiting = (wait: FurtherMinute): void => void waits.push(wait)
    await runSuite(settingsFor({ ...options, ...given }), { transport, clock, waiting })
    expect(waits.map(({ minute }) => minute)).toEqual(minutes)
    const last = waits.length + 1
    for (const { of = 0 } of waits) expect(Math.abs(of - last)).toBeLessThanOrEqual(1)
    expect(waits.at(-1)?.of ?? last).toBe(last)
  })

  test('a run reports a wait once, though it asks the second key meanwhile', async () => {
    let now = Date.parse('2026-01-15T10:30:20Z')
    const { transport } = await testService((healthy) => healthy, {
      mock: { time: () => now, pets: 50 },
    })
    const waits: (readonly [slept: number, wait: Wait | undefined])[] = []
    const clock: Clock = {
      now: () => now,
      sleep: (milliseconds, wait) => {
        waits.push([milliseconds, wait])
        return Promise.resolve(void (now += milliseconds))
      },
    }
    const keys = { key: 'free-demo-key', secondKey: 'pro-demo-key' }
    const only = { exhaust: true, ban: false, thorough: false }
    await runSuite(settingsFor({ baseUrl: 'http://pets.test/v1', ...keys, ...only }), { transport, clock })
    const until = 'the quota of the key is renewed'
    expect(waits.filter(([slept]) => slept > 0)).toEqual([
      [16_000, { until, total: 40_000 }],
      [16_000, { until, total: 0 }],
      [8000, { until, total: 0 }],
    ])
  })

  test('run in the new minute of the second key too, if its minutes begin a second after those of the first', async () => {
    let now = Date.parse('2026-01-15T10:30:20Z')
    const service = await testService((healthy) => healthy, {
      mock: { time: () => now, pets: 50, choices: { 'window-alignment': 'first-request' } },
    })
    let isBegun = false
    const transport: Transport = (request) => {
      const isFirst = !isBegun && request.headers['Authorization'] === 'Bearer free-demo-key-2'
      if (isFirst) now += 1000
      isBegun ||= isFirst
      return service.transport(request)
    }
    const clock: Clock = {
      now: () => now,
      sleep: (milliseconds) => Promise.resolve(void (now += milliseconds)),
    }
    const given = {
      baseUrl: 'http://pets.test/v1',
      key: 'free-demo-key',
      secondKey: 'free-demo-key-2',
      ban: false,
    }
    const { leftOut } = await runSuite(settingsFor(given), { transport, clock })
    expect([isBegun, leftOut]).toEqual([true, []])
  })

  test('run if the plan allows: a page of each length while the quota is exhausted', async () => {
    const { leftOut, exchanges } = await runOn(await testService((healthy) => healthy), {
      plan: 'pro',
      key: 'pro-demo-key',
    })
    expect(leftOut).toEqual([])
    const limits = new Set(exchanges.flatMap(({ path }) => /[?&]limit=(\d+)$/.exec(path)?.[1] ?? []))
    expect(
      Array.from({ length: 100 }, (_none, at) => String(at + 1)).filter((limit) => !limits.has(limit)),
    ).toEqual([])
  })

  test('leave requests without a key for a second run in the same minute, which does not wait', async () => {
    const { transport } = await testService((healthy) => healthy, { begins: '2030-01-01T12:00:10Z' })
    const waits: number[] = []
    const clock: Clock = {
      now: () => Date.parse('2030-01-01T12:00:10Z'),
      sleep: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
    }
    const given = { baseUrl: 'http://pets.test/v1', key: 'enterprise-demo-key', exhaust: false, ban: false }
    const run = (): Promise<RunReport> =>
      runSuite(settingsFor({ ...given, plan: 'enterprise' }), { transport, clock })
    const [first, second] = [await run(), await run()]
    expect(first.leftOut).toEqual([])
    expect(second.leftOut).not.toEqual([])
    for (const title of second.leftOut) expect(title).toMatch(/^AUTH-[34] .*key/)
    expect(second.leftOutWithoutKey).toEqual(second.leftOut)
    expect(waits).toEqual([])
  })

  test('with one Free key start with the letter case, and those that do not fit into the minute are reported', async () => {
    const now = Date.parse('2026-01-15T10:30:20Z')
    const { transport } = otherService({ now: () => now, pets: 40 })
    const clock: Clock = { now: () => now, sleep: () => Promise.reject(new Error('it waits')) }
    const given = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', exhaust: false, ban: false }
    const {
      leftOut,
      clauses: reported,
      minVerified,
    } = await runSuite(settingsFor({ ...given, minVerified: 100 }), { transport, clock })
    const titles = reported.flatMap(({ tests }) => tests.map(({ title }) => title))
    expect(titles).toContain('AUTH-1 the name of the header in lower case')
    expect(leftOut.at(-1)).toMatch(/^GET-1 \d+ more pets of the list, also those of others$/)
    // The removal of getPet lies beyond any wait that is allowed, as a day's quota does. It answers no 405.
    const others = reported.filter(({ id }) => id !== 'BASE-6')
    expect([minVerified, seenOf({ clauses: others }).percent]).toEqual([100, 100])
  })

  test('of clauses that were not chosen are not reported as left out, though their requests are sent', async () => {
    const now = Date.parse('2026-01-15T10:30:20Z')
    const { transport } = otherService({ now: () => now, pets: 40 })
    const clock: Clock = { now: () => now, sleep: () => Promise.reject(new Error('it waits')) }
    const given = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', exhaust: false, ban: false }
    const { leftOut } = await runSuite(settingsFor({ ...given, only: ['AUTH', 'LIMIT-4'] }), {
      transport,
      clock,
    })
    expect(leftOut.filter((title) => !/^(?:AUTH|LIMIT-4)\b/.test(title))).toEqual([])
  })

  test.for([
    [true, undefined],
    [false, undefined],
    [false, 0],
  ] as const)(
    'a default run admits at most 60 requests of a Free key (exhaust: %s, pets: %s)',
    async ([exhaust, pets]) => {
      // A run that ended in another minute than it began in would spend the quotas of both.
      const options = { begins: '2026-11-20T10:00:01Z', mock: { pets } }
      const service = await testService((healthy) => healthy, options)
      const { exchanges } = await runOn(service, { exhaust, ban: false })
      const first = Date.parse(exchanges[0]?.record?.sent ?? '')
      // The days before getPet is removed are years away.
      const own = exchanges.filter(
        ({ caller, curl, record }) =>
          caller === 'key' &&
          !curl.includes('/staging/') &&
          Date.parse(record?.sent ?? '') - first < A_DAY_MS,
      )
      const end = own.findIndex(({ status }) => status === 429)
      expect(own.slice(0, end === -1 ? undefined : end).length).toBeLessThanOrEqual(60)
    },
  )
})
