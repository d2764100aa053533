import { describe, expect, test } from 'vitest'
import { clauses, type ClauseId } from '../spec/clauses.ts'
import { creates, LEFT, LIMIT, onPets, RESET } from '../lab/proof/violations/mutate.ts'
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
