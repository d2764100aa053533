import { petStatuses } from '../../spec/index.ts'
import type { Check } from '../engine/check.ts'
import {
  expectStatus,
  expectThat,
  isAdded,
  isObject,
  memberOf,
  shown,
  wrongStatus,
} from '../engine/expect.ts'
import { breachBy, dependsOn, missing } from '../engine/verdicts.ts'
import { accessFault, createFault, givenAdded, givenTaken } from '../probes/given.ts'
import { added, knownCategory, oddlyNamed } from '../probes/requests.ts'
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
        if (isAdded(await added(run, SOME_STATUS))) dependsOn('CREATE-7')
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
        const pet = await givenAdded(run, { status })
        const exchange = await added(run, { status })
        const sent = { name: run.settings.mark, categoryId: await knownCategory(run), status }
        for (const [field, value] of Object.entries(sent)) {
          const actual = shown(pet[field])
          expectThat(actual === String(value), `${field} ${value}`, actual, exchange)
        }
      },
    },
    {
      id: 'CREATE-7',
      aspect: `status ${status} may be set`,
      needs: ['writes'],
      check: async (run) => {
        await givenAdded(run, {})
        const creation = await added(run, { status })
        if (creation.status !== 201 && !isAdded(creation)) throw wrongStatus(creation, 201)
        if (memberOf(creation.json, 'status') !== status) dependsOn('CREATE-2')
      },
    },
  ]),
  {
    id: 'CREATE-7',
    aspect: 'none need be set',
    needs: ['writes'],
    check: async (run) => {
      await givenAdded(run, SOME_STATUS)
      const creation = await added(run, {})
      if (creation.status !== 201 && !isAdded(creation)) throw wrongStatus(creation, 201)
    },
  },
  {
    id: 'CREATE-2',
    aspect: 'a name beyond ASCII',
    needs: ['writes'],
    cost: 1,
    check: async (run) => {
      await givenAdded(run, {})
      const mark = `${run.settings.mark} Zoë 🐈`
      const odd = await oddlyNamed(run)
      // A service may refuse control characters.
      const exchange = isAdded(odd) ? odd : await added(run, { name: mark })
      if (!isAdded(exchange)) missing('a pet of that name')
      const actual = isObject(exchange.json) ? shown(exchange.json['name']) : 'no name'
      expectThat(actual.startsWith(mark), mark, actual, exchange)
    },
  },
  ...refusedBodies.map((body): Check => ({
    id: body.clause,
    aspect: `${body.fault}: 400`,
    needs: ['writes'],
    check: async (run) => {
      const reply = await run.session.share(await refusedCreation(run, body))
      const fault = accessFault(reply.status)
      if (fault !== undefined) dependsOn(fault)
      expectStatus(reply, 400)
      await givenTaken(run)
    },
  })),
]
