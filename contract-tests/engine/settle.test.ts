import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { PLAIN, runOn, settingsFor, testService } from '../../lab/proof/test-service.ts'
import { violations } from '../../lab/proof/violations/index.ts'
import { asError, lists, onJson, onPets, onReply, replies } from '../../lab/proof/violations/mutate.ts'
import { ODD_CATEGORY } from '../history/odd-pets.ts'
import { list } from '../probes/requests.ts'
import { findingsOf } from '../report/model/findings.ts'
import { listsNothing } from '../testing/degenerate.ts'
import { manualTime, reply, scripted } from '../testing/scripted.ts'
import type { Exchange } from './exchange.ts'
import { Session } from './session.ts'
import { settle, TOGETHER } from './settle.ts'

test('a breach that takes several exchanges names them in their order', async () => {
  const report = await runOn(await testService(listsNothing))
  const breaches = report.clauses.flatMap(({ tests }) => tests.flatMap(({ breach }) => breach ?? []))
  const steps = breaches.flatMap(({ steps }) => steps ?? [])
  expect(steps.length).toBeGreaterThan(1)
  for (const { steps = [], exchange, shapes = [] } of breaches) {
    expect(steps).toEqual(steps.toSorted((one, other) => one - other))
    if (steps.length > 0)
      expect([exchange, ...shapes.flatMap((shape) => shape.exchanges)]).toEqual(
        expect.arrayContaining([...steps]),
      )
  }
})

test('what the pets of invalid bodies are like is not held, nor blamed a second time', async () => {
  const stores = violations.find(({ name }) => name.startsWith('nothing that is sent is looked at'))
  const report = await runOn(await testService(stores?.overlay ?? listsNothing))
  const testsOf = (id: string) => report.clauses.find((clause) => clause.id === id)?.tests ?? []
  expect(testsOf('CREATE-4').some(({ verdict }) => verdict === 'broken')).toBe(true)
  expect(testsOf('PET-3')).toMatchObject([{ verdict: 'not verified', detail: 'depends on: CREATE-4' }])
  expect(testsOf('PET-1')).toMatchObject([{ verdict: 'held' }])
})

test('what asked for a wrong reply does not hold where another test of its clause has found it broken', async () => {
  const isText = violations.find(({ name }) => name === 'a category that is text is accepted')
  assert.ok(isText)
  const given = { deep: true, maxCreated: 200, maxRequests: 2000 }
  const report = await runOn(await testService(isText.overlay, PLAIN), given)
  const tests = report.clauses.flatMap(({ id, tests: own }) => (id === 'CREATE-4' ? own : []))
  const verdicts = tests.map(({ title, verdict, detail }) => `${title}: ${detail ?? verdict}`)
  expect(verdicts).toEqual(
    expect.arrayContaining([
      'CREATE-4 invalid bodies, generated from --seed 1: 400: broken',
      'CREATE-4 categoryId is a string: 400: broken',
      'CREATE-4 createPet: every class of categoryId: depends on: another test of CREATE-4',
    ]),
  )
})

test('an invalid pet that an earlier run has left neither breaks a clause nor leaves it open', async () => {
  const left = onPets(lists, (pet, at) => (at === 0 ? { ...pet, name: 7, categoryId: ODD_CATEGORY } : pet))
  const report = await runOn(await testService(left), { readOnly: true })
  expect(report.clauses.find(({ id }) => id === 'PET-3')?.verdict).toBe('held')
})

test('a test of one fault of a reply by itself is not broken by what several replies show', async () => {
  const session = new Session(
    settingsFor({ baseUrl: 'http://pets.test/v1', key: 'k' }),
    scripted(reply(), reply()),
    manualTime(),
  )
  const exchanges = [await session.send(list()), await session.send(list(), 'accept')]
  const aspect = 'Remaining is a whole number from 0 to the limit'
  const asked = exchanges.map(({ id }) => id)
  const ofOne = { ...TOGETHER, clause: 'LIMIT-3', aspect, asked, result: { kind: 'held' } } as const
  const steps = exchanges.map((exchange) => ({ exchange, shows: '59 left' }))
  const stands = {
    clause: 'LIMIT-3',
    alternatives: [],
    expected: '58 left',
    actual: '59 left',
    steps,
  } as const
  const kinds = settle([ofOne], { findings: [stands], excused: [], unsure: [] }, exchanges).map((item) => [
    item.aspect,
    item.result.kind,
  ])
  expect(kinds).toEqual([
    [aspect, 'held'],
    [TOGETHER.aspect, 'breach'],
  ])
})

test('what asked for a reply that breaks its own clause does not hold', async () => {
  const session = new Session(
    settingsFor({ baseUrl: 'http://pets.test/v1', key: 'k' }),
    scripted(reply({ body: '{}' }), reply({ body: '[]' })),
    manualTime(),
  )
  const [creation, page] = [await session.send(list()), await session.send(list(), 'accept')]
  const item = (aspect: string, ...exchanges: readonly Exchange[]) =>
    ({
      ...TOGETHER,
      clause: 'PET-4',
      aspect,
      asked: exchanges.map(({ id }) => id),
      result: { kind: 'held' },
    }) as const
  const findings = [creation, page].map((exchange) => ({
    clause: 'PET-4' as const,
    alternatives: [],
    expected: 'a valid categoryId',
    actual: 'none',
    steps: [{ exchange, shows: 'none' }],
    aspect: '',
  }))
  const items = [
    item('it comes back', creation),
    item('it is listed', page),
    item('another one comes back'),
    item('', creation, page),
  ]
  const exchanges = [creation, page]
  const settled = settle(items, { findings, excused: [], unsure: [] }, exchanges)
  expect(settled.map(({ aspect, result }) => [aspect, result.kind])).toEqual([
    ['it comes back', 'breach'],
    ['it is listed', 'not verified'],
    ['another one comes back', 'held'],
    ['', 'breach'],
  ])
  expect(settled[1]?.result).toEqual({ kind: 'not verified', reason: 'depends on: PET-4' })
})

test('of findings of a clause, one that takes no spent quota comes first', async () => {
  const session = new Session(
    settingsFor({ baseUrl: 'http://pets.test/v1', key: 'k' }),
    scripted({ ...reply(), status: 429 }, reply()),
    manualTime(),
  )
  const exchanges = [await session.send(list(), 'accept'), await session.send(list(), 'accept')]
  const findings = exchanges.map((exchange) => {
    const actual = `status ${exchange.status}`
    return {
      clause: 'LIMIT-3',
      alternatives: [],
      expected: 'another',
      actual,
      steps: [{ exchange, shows: actual }],
    } as const
  })
  const asked = {
    ...TOGETHER,
    clause: 'LIMIT-3',
    aspect: '',
    asked: [1, 2],
    result: { kind: 'held' },
  } as const
  const [item] = settle([asked], { findings, excused: [], unsure: [] }, exchanges)
  expect(item?.result).toMatchObject({ breach: { exchange: 2, actual: 'status 200' } })
})

test('what one finding shows, and another one of the clause expects, is reported with what was expected of it', async () => {
  const session = new Session(
    settingsFor({ baseUrl: 'http://pets.test/v1', key: 'k' }),
    scripted(reply(), reply()),
    manualTime(),
  )
  const exchanges = [await session.send(list()), await session.send(list(), 'accept')]
  const short = exchanges.map((exchange, at) => {
    const [expected, actual] = [`${2 + at} pets: the limit is 9`, `${1 + at} pets`]
    return {
      clause: 'LIST-2',
      alternatives: [],
      expected,
      actual,
      steps: [{ exchange, shows: actual }],
    } as const
  })
  const asked = {
    ...TOGETHER,
    clause: 'LIST-2',
    aspect: '',
    asked: [1, 2],
    result: { kind: 'held' },
  } as const
  const [item] = settle([asked], { findings: short, excused: [], unsure: [] }, exchanges)
  expect(item?.result).toMatchObject({
    breach: {
      actual: '1 pets',
      shapes: [{ actual: '1 pets' }, { actual: '2 pets; expected: 3 pets: the limit is 9' }],
    },
  })
})

test('requests that are shown alike are seen together, be it that the document names no operation for some', async () => {
  const wrong = onJson(replies(404), (json) => ({ ...json, status: 400 }))
  const report = await runOn(await testService(wrong, { mock: { choices: { 'invalid-pet-id': '404' } } }), {
    key: 'pro-demo-key',
    plan: 'pro',
  })
  const finding = findingsOf(report, 'broken').find(({ clause }) => clause.id === 'ERROR-2')
  const paths = report.exchanges.filter(({ status }) => status === 404).map(({ path }) => path)
  expect(paths.filter((path) => !/^\/pets\/-?\d+$/.test(path))).not.toEqual([])
  const shown = finding?.seen.map(({ what }) => what)
  expect(shown).toEqual([...new Set(shown)])
})

test('a breach that no test asked for is no test’s, but stands by itself', async () => {
  const unprocessable = onReply(
    ({ operation, body = '' }, { status }) =>
      operation === 'createPet' && (status === 400 || (status === 201 && body.includes('"colour"'))),
    asError(422),
  )
  const report = await runOn(await testService(unprocessable))
  const tests = report.clauses.find(({ id }) => id === 'CREATE-4')?.tests ?? []
  const bodies = tests.flatMap(({ title, breach }) => {
    const exchange = report.exchanges.find(({ id }) => id === breach?.exchange)
    return [[title, exchange?.record?.body ?? '']] as const
  })
  const ofColour = bodies.filter(([, body]) => body.includes('"colour"'))
  expect(ofColour.map(([title]) => title)).toEqual([
    'CREATE-4 each reply fits its request and the other replies',
  ])
})

test.each(['lists with a filter are those of the beginning', 'a page holds one too few'])(
  'what may be broken instead of the clause that is blamed is not held: %s',
  async (name) => {
    const violation = violations.find((one) => one.name === name)
    assert.ok(violation)
    const { clauses } = await runOn(await testService(violation.overlay))
    const instead = clauses.flatMap(({ tests }) => tests.flatMap(({ breach }) => breach?.alternatives ?? []))
    expect(instead).not.toHaveLength(0)
    const held = clauses.filter(({ verdict }) => verdict === 'held').map(({ id }) => id)
    expect(held.filter((id) => instead.includes(id))).toEqual([])
  },
)
