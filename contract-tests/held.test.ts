import { describe, expect, test, vi } from 'vitest'
import { clauses, type ClauseId } from '../spec/clauses.ts'
import { registerContract, type SuiteOptions, type TestFunction } from './index.ts'
import { creates, LEFT, LIMIT, onHeader, onPets, replies, RESET } from '../lab/proof/violations/mutate.ts'
import type { Overlay } from '../lab/proof/violations/service.ts'
import { clausesThatAre, faultsOf } from '../lab/proof/read-report.ts'
import { runOn, testService } from '../lab/proof/test-service.ts'
import type { ContractSettings } from './engine/settings.ts'
import * as degenerate from './testing/degenerate.ts'

interface Given {
  readonly overlay?: Overlay
  readonly pets?: number
  readonly settings?: Partial<ContractSettings>
}

/** The clauses that a run found held, of a service on which everything may be done; its plan is not said. */
async function heldOf({
  overlay = (healthy) => healthy,
  pets = 60,
  settings,
}: Given): Promise<readonly ClauseId[]> {
  const service = await testService(overlay, { begins: '2026-11-20T10:00:30Z', mock: { pets } })
  const report = await runOn(service, { plan: undefined, ...settings })
  expect(faultsOf(report)).toEqual([])
  return clausesThatAre('held', report)
}

// The healthy headers that the answers below carry.
const HEADERS = 'LIMIT-1 LIMIT-2 LIMIT-11'
const COUNTED = 'LIMIT-1 LIMIT-2 LIMIT-3 LIMIT-4 LIMIT-11'
const html = { 'content-type': 'text/html' }

describe('for a service that answers everything alike, only clauses that the answer could break are held', () => {
  test.for<[answer: string, overlay: Overlay, held: string]>([
    ['429', degenerate.refusesAll, 'LIMIT-1 LIMIT-2 LIMIT-4 LIMIT-8 LIMIT-13 LIMIT-16'],
    ['400', degenerate.alwaysFails(400), `ERROR-1 ERROR-2 ERROR-3 ${HEADERS}`],
    [
      '401',
      degenerate.alwaysFails(401, { 'www-authenticate': 'Bearer' }),
      'AUTH-2 AUTH-3 AUTH-6 ERROR-1 ERROR-2 ERROR-3 LIMIT-1',
    ],
    ['404', degenerate.alwaysFails(404), `ERROR-1 ERROR-2 ERROR-3 ${HEADERS}`],
    ['404 in HTML', degenerate.alwaysAnswers(404, '<h1>Not Found</h1>', html), HEADERS],
    ['405', degenerate.alwaysFails(405, { allow: 'GET, POST' }), `BASE-6 ${HEADERS}`],
    ['500', degenerate.alwaysFails(500), `ERROR-1 ERROR-2 ERROR-3 ${HEADERS}`],
    ['200 {}', degenerate.alwaysAnswers(200, '{}'), `BASE-3 ${COUNTED}`],
    ['200 []', degenerate.alwaysAnswers(200, '[]'), 'BASE-2 LIST-1 LIST-3 LIMIT-1 LIMIT-2 LIMIT-3 LIMIT-11'],
    ['200 in HTML', degenerate.alwaysAnswers(200, '<h1>Welcome</h1>', html), COUNTED],
    ['201 {}', degenerate.alwaysAnswers(201, '{}'), `BASE-3 ${COUNTED}`],
    ['204', degenerate.alwaysAnswers(204, ''), HEADERS],
  ])('%s', async ([, overlay, held]) => {
    expect(await heldOf({ overlay })).toEqual(held.split(' '))
  })
})

const CREATING = 'CREATE-1 CREATE-2 CREATE-3 CREATE-4 CREATE-5 CREATE-6 CREATE-7'
const READ_ONLY = { readOnly: true }

describe('clauses that could not be broken are not held, with', () => {
  test.for<[what: string, given: Given, notHeld: string]>([
    ['a service with nothing wrong', {}, ''],
    // The run adds what lists need.
    ['no pets', { pets: 0 }, ''],
    ['one pet', { pets: 1 }, ''],
    ['no more pets than the default page holds', { pets: 20 }, ''],
    [
      'no pets, and none can be added',
      { pets: 0, overlay: degenerate.addsNothing },
      `BASE-1 BASE-3 PET-1 PET-2 PET-3 PET-4 PET-5 LIST-2 LIST-4 LIST-5 LIST-6 LIST-7 ${CREATING} GET-1 GET-2 GET-3 AUTH-1 AUTH-5 LIMIT-7 DEPRECATION-1 DEPRECATION-2 DEPRECATION-3 DEPRECATION-4`,
    ],
    [
      'pets, and none can be added',
      { overlay: degenerate.addsNothing },
      `BASE-1 BASE-3 PET-2 PET-4 LIST-6 LIST-7 ${CREATING} GET-1 AUTH-1 AUTH-5 LIMIT-7 DEPRECATION-2 DEPRECATION-3`,
    ],
    [
      'pets, and none may be added',
      { settings: READ_ONLY },
      `BASE-1 BASE-3 PET-2 PET-4 LIST-2 LIST-6 LIST-7 ${CREATING} GET-1 AUTH-1 AUTH-2 AUTH-3 AUTH-5 LIMIT-7 DEPRECATION-2 DEPRECATION-3`,
    ],
    [
      'no pets, and none may be added',
      { pets: 0, settings: READ_ONLY },
      `BASE-1 BASE-3 PET-1 PET-2 PET-3 PET-4 PET-5 LIST-2 LIST-4 LIST-5 LIST-6 LIST-7 ${CREATING} GET-1 GET-2 GET-3 AUTH-1 AUTH-2 AUTH-3 AUTH-5 LIMIT-7 DEPRECATION-1 DEPRECATION-2 DEPRECATION-3 DEPRECATION-4`,
    ],
    [
      'one pet, and none may be added',
      { pets: 1, settings: READ_ONLY },
      `BASE-1 BASE-3 PET-2 PET-4 LIST-2 LIST-4 LIST-5 LIST-6 LIST-7 ${CREATING} GET-1 AUTH-1 AUTH-2 AUTH-3 AUTH-5 LIMIT-7 DEPRECATION-2 DEPRECATION-3`,
    ],
    [
      'lists that are empty',
      { overlay: degenerate.listsNothing },
      'PET-2 PET-4 LIST-2 LIST-4 LIST-5 LIST-6 LIST-7 CREATE-6 GET-1 AUTH-5 LIMIT-7 DEPRECATION-3',
    ],
    [
      'pets that are {}',
      { overlay: degenerate.emptyPets },
      'PET-1 PET-2 PET-3 PET-4 PET-5 LIST-2 LIST-4 LIST-5 LIST-6 LIST-7 CREATE-1 CREATE-2 CREATE-6 CREATE-7 GET-1 GET-2 GET-3 AUTH-1 AUTH-5 LIMIT-7 DEPRECATION-1 DEPRECATION-2 DEPRECATION-3 DEPRECATION-4',
    ],
    [
      'a service that stores nothing',
      { overlay: degenerate.keepsNothing },
      'PET-2 PET-4 LIST-2 LIST-5 LIST-6 LIST-7 CREATE-2 CREATE-6 GET-1 AUTH-5 DEPRECATION-1 DEPRECATION-3',
    ],
    [
      'creations that are answered without their status',
      { overlay: onPets(creates, ({ status: _status, ...pet }) => pet) },
      'PET-2 PET-4 CREATE-2 CREATE-7 GET-1 LIMIT-7',
    ],
    [
      'a getPet that answers {}',
      { overlay: degenerate.readsEmptyPets },
      'PET-1 PET-3 PET-4 GET-1 DEPRECATION-1',
    ],
    [
      'a getPet that finds no pet',
      { overlay: degenerate.findsNoPet },
      'PET-4 GET-1 GET-2 GET-3 AUTH-1 AUTH-2 AUTH-3 LIMIT-7 DEPRECATION-1 DEPRECATION-2 DEPRECATION-3 DEPRECATION-4',
    ],
    ['a second base address that answers {}', { overlay: degenerate.emptyStaging }, 'BASE-2 LIST-1'],
    [
      'a service that asks for no key',
      { overlay: degenerate.askForNoKey },
      'AUTH-2 AUTH-3 AUTH-4 AUTH-5 AUTH-6 AUTH-7 LIMIT-6 LIMIT-11 LIMIT-12',
    ],
    ['a service without a 405', { overlay: degenerate.knowsNo405 }, 'BASE-6'],
    [
      'errors that are {}',
      { overlay: degenerate.errorsAre(() => ({})) },
      'GET-2 AUTH-2 AUTH-3 ERROR-1 ERROR-2 ERROR-3',
    ],
    [
      'errors without status',
      { overlay: degenerate.errorsAre(({ status: _status, ...error }) => error) },
      'GET-2 AUTH-2 AUTH-3 ERROR-1 ERROR-2',
    ],
    [
      'errors of a status alone',
      { overlay: degenerate.errorsAre(({ status }) => ({ status })) },
      'GET-2 AUTH-2 AUTH-3 ERROR-1 ERROR-3',
    ],
    [
      'no rate-limit headers',
      { overlay: degenerate.without(LIMIT, LEFT, RESET) },
      'LIMIT-1 LIMIT-2 LIMIT-3 LIMIT-4 LIMIT-5 LIMIT-7 LIMIT-10 LIMIT-11',
    ],
    [
      'a Limit without Remaining and Reset',
      { overlay: degenerate.without(LEFT, RESET) },
      'LIMIT-1 LIMIT-3 LIMIT-4 LIMIT-5 LIMIT-7 LIMIT-10 LIMIT-11',
    ],
    [
      'no Remaining',
      { overlay: degenerate.without(LEFT) },
      'LIMIT-1 LIMIT-3 LIMIT-5 LIMIT-7 LIMIT-10 LIMIT-11',
    ],
    ['no Reset', { overlay: degenerate.without(RESET) }, 'LIMIT-1 LIMIT-3 LIMIT-4 LIMIT-10 LIMIT-11'],
    [
      'a constant Remaining and a Reset in years',
      { overlay: degenerate.farResetAndConstant },
      'LIMIT-3 LIMIT-4 LIMIT-5 LIMIT-7 LIMIT-10 LIMIT-11',
    ],
    ['a Reset in years', { overlay: degenerate.farReset }, 'LIMIT-3 LIMIT-4 LIMIT-10'],
    [
      'a Reset that moves with each reply',
      { overlay: degenerate.movingReset },
      'LIMIT-3 LIMIT-4 LIMIT-7 LIMIT-10 LIMIT-11',
    ],
    ['figures that are no plan’s', { overlay: degenerate.ownFigures }, 'LIMIT-2 LIMIT-4 LIMIT-5 LIMIT-10'],
  ])('%s', async ([, given, notHeld]) => {
    const held = await heldOf(given)
    const others = clauses
      .filter(({ id, party }) => party !== 'client' && !held.includes(id))
      .map(({ id }) => id)
    // No reply shows the version.
    expect(others.filter((id) => id !== 'BASE-4').join(' ')).toBe(notHeld)
  })
})

test('a service is not blamed for a key whose limit is higher than what a run sends', async () => {
  const service = await testService((healthy) => healthy, { begins: '2026-11-20T10:00:30Z' })
  const report = await runOn(service, {
    key: 'enterprise-demo-key',
    plan: 'enterprise',
    maxRequests: 3000,
    only: ['LIMIT-5', 'LIMIT-7', 'LIMIT-9', 'LIMIT-10'],
  })
  expect(report.totals).toMatchObject({ held: 0, broken: 0, error: 0 })
})

// Vitest gives its tests a function with members, node:test an object.
test.for<[string, object]>([
  ['of Vitest', () => undefined],
  ['of node:test', {}],
])('a test runner %s reports what was not verified, and that it was too much', async ([, context]) => {
  const failed: unknown[] = []
  const skipped: string[] = []
  const bodies: (() => Promise<void>)[] = []
  const register: TestFunction = Object.assign(
    (title: string, body: (...context: unknown[]) => Promise<void>) => {
      const given = Object.assign(context, { skip: (reason: string) => skipped.push(reason) })
      bodies.push(() => body(given).catch((error: unknown) => void failed.push([title, String(error)])))
    },
    { skip: () => undefined },
  )
  const { transport, control } = await testService(degenerate.refusesAll)
  registerContract(register, {
    baseUrl: 'http://pets.test/v1',
    key: 'free-demo-key',
    transport,
    control,
  })
  for (const body of bodies) await body()
  expect(failed).toEqual([
    ['enough of the contract was verified', expect.stringContaining('--min-verified asks for 50 %')],
  ])
  expect(skipped).not.toEqual([])
  for (const reason of skipped) expect(reason).toMatch(/^(not verified|left out): /)
})

/** The tests that a runner which cannot skip is given. */
function bodiesOf(options: SuiteOptions): readonly (() => Promise<void>)[] {
  const bodies: (() => Promise<void>)[] = []
  const register: TestFunction = Object.assign(
    (_title: string, body: () => Promise<void>) => void bodies.push(() => body()),
    { skip: () => undefined },
  )
  registerContract(register, options)
  return bodies
}

test('a test runner gets a warning with its clause once', async () => {
  const { transport, control } = await testService(onHeader(replies(401), 'www-authenticate', undefined))
  const options = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', transport, control }
  const bodies = bodiesOf({ ...options, only: ['AUTH-6'], minVerified: 0 })
  const warnings: string[] = []
  const warn = vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text))
  for (const body of bodies) await body()
  warn.mockRestore()
  const text = clauses.find(({ id }) => id === 'AUTH-6')?.text ?? ''
  const [warning = ''] = warnings.filter((one) => one.startsWith('warned: '))
  expect(warning.split(`AUTH-6 ${text}`)).toHaveLength(2)
})

test('a test runner that cannot skip is notified how many tests are not verified', async () => {
  const { transport, control } = await testService(degenerate.refusesAll)
  const options = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', transport, control }
  const bodies = bodiesOf({ ...options, only: ['LIST-1', 'LIST-4'], minVerified: 0 })
  const warnings: string[] = []
  const warn = vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text))
  await Promise.allSettled(bodies.slice(0, -1).map((body) => body()))
  const each = warnings.length
  await bodies
    .at(-1)?.()
    .catch(() => undefined)
  warn.mockRestore()
  expect(warnings.slice(each)).toEqual([
    `${each} tests not verified, though shown as passed: this runner cannot skip a test that has begun`,
  ])
})

test('a test runner is notified of what a run waits for', async () => {
  let now = Date.parse('2026-01-15T10:30:20Z')
  const { transport, world } = await testService((healthy) => healthy, { mock: { time: () => now } })
  world.keys.setRemaining('pro-demo-key', { minute: 0 })
  const bodies = bodiesOf({
    baseUrl: 'http://pets.test/v1',
    key: 'pro-demo-key',
    transport,
    clock: { now: () => now, sleep: (milliseconds) => Promise.resolve(void (now += milliseconds)) },
    only: ['LIST-1'],
    minVerified: 0,
  })
  const lines: string[] = []
  const info = vi.spyOn(console, 'info').mockImplementation((text: string) => void lines.push(text))
  for (const body of bodies) await body()
  info.mockRestore()
  expect(lines.filter((line) => line.startsWith('…'))).toEqual([
    '… waiting 40 s until the quota of the key is renewed, minute 2 (--max-wait bounds it)',
  ])
})
