import { petStatuses } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { expectStatus, expectThat, wrongStatus } from '../engine/expect.ts'
import { isAdded, isObject, memberOf } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { breachBy, dependsOn, missing } from '../engine/verdicts.ts'
import {
  givenAccess,
  createFault,
  givenAcceptedOtherwise,
  givenAdded,
  givenTaken,
  withOtherStatus,
} from '../probes/given.ts'
import { expectAsAddedBy } from '../probes/kept.ts'
import { added, anyText, oddlyNamed } from '../probes/requests.ts'
import { refusedBodies, refusedCreation } from '../probes/additions.ts'

const SOME_STATUS = { status: petStatuses[0] }

export const createChecks: readonly Check[] = [
  {
    id: 'CREATE-1',
    needs: ['writes'],
    check: async (run) => {
      const creation = await added(run, {})
      if (creation.status !== 201 && !isAdded(creation)) {
        const fault = await createFault(run, creation)
        if (fault !== 'CREATE-1') dependsOn(fault)
        throw wrongStatus(creation, 201)
      }
      expectThat(isObject(creation.json), 'a pet', 'no JSON object', creation)
      const creations = [creation]
      for (const status of petStatuses) creations.push(await added(run, { status }))
      const wrong = creations.filter((one) => isAdded(one) && one.status !== 201)
      const breach = breachBy(
        'status 201',
        wrong.map((exchange) => ({ actual: `status ${exchange.status}`, exchange })),
      )
      if (breach) throw breach
      await givenAdded(run, {})
    },
  },
  ...petStatuses.flatMap((status): readonly Check[] => [
    {
      id: 'CREATE-2',
      aspect: `a pet that is ${status}`,
      needs: ['writes'],
      check: async (run) => {
        await givenAdded(run, { status })
        expectAsSent(run, await added(run, { status }))
      },
    },
    {
      id: 'CREATE-7',
      aspect: `status ${status} may be set`,
      needs: ['writes'],
      check: async (run) => {
        await givenAdded(run, {})
        const creation = await added(run, { status })
        if (creation.status !== 201 && !isAdded(creation)) {
          await givenAcceptedOtherwise(run, creation, withOtherStatus(creation))
          throw wrongStatus(creation, 201)
        }
        if (memberOf(creation.json, 'status') !== status) dependsOn('CREATE-2')
      },
    },
  ]),
  {
    id: 'CREATE-7',
    aspect: 'the status may be left out',
    needs: ['writes'],
    check: async (run) => {
      await givenAdded(run, SOME_STATUS)
      const creation = await added(run, {})
      if (creation.status === 201 || isAdded(creation)) return
      await givenAcceptedOtherwise(run, creation, withOtherStatus(creation))
      throw wrongStatus(creation, 201)
    },
  },
  {
    id: 'CREATE-2',
    aspect: 'a name with markup, and with letters beyond 16 bits',
    needs: ['writes'],
    check: async (run) => {
      await givenAdded(run, {})
      const exchange = await anyText(run)
      if (!isAdded(exchange)) missing('a pet of that name')
      expectAsSent(run, exchange)
    },
  },
  {
    id: 'CREATE-1',
    aspect: 'an unusual name never causes a 5xx',
    needs: ['writes'],
    cost: 1,
    check: async (run) => {
      await givenAdded(run, {})
      for (const exchange of [await oddlyNamed(run), await anyText(run)]) {
        if (exchange.status >= 500) throw wrongStatus(exchange, 201, 400)
      }
    },
  },
  ...refusedBodies.map((body): Check => ({
    id: body.clause,
    aspect: `${body.fault}: 400`,
    needs: ['writes'],
    check: async (run) => {
      const reply = await run.session.share(await refusedCreation(run, body))
      await givenAccess(run, reply)
      expectStatus(reply, 400)
      await givenTaken(run)
    },
  })),
]

/** Holds a creation that was answered 201 to telling the pet that was sent. */
function expectAsSent(run: Run, creation: Exchange): void {
  if (isObject(creation.json)) expectAsAddedBy(run, creation, creation.json, creation)
}
