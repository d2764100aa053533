import { operationIds, operations, pathOf } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import { expectThat } from '../engine/expect.ts'
import { given, missing } from '../engine/verdicts.ts'
import { refusesKey } from '../history/history.ts'
import { givenCreation, givenList } from '../probes/given.ts'
import { HEAD, inSecondBase, list, withHeaders, withSpareKey } from '../probes/requests.ts'

const methodsOfPets = operationIds
  .filter((id) => operations[id].path === pathOf('listPets'))
  .map((id) => operations[id].method)

export const baseChecks: readonly Check[] = [
  {
    id: 'BASE-1',
    aspect: 'listPets',
    ask: async ({ session }) => [await session.share(list())],
  },
  {
    id: 'BASE-1',
    aspect: 'createPet',
    needs: ['writes'],
    cost: 1,
    ask: async (run) => {
      givenList(await run.session.share(list()))
      return [await givenCreation(run, {})]
    },
  },
  {
    id: 'BASE-2',
    needs: ['second base address'],
    cost: 1,
    ask: async ({ session }) => {
      givenList(await session.share(list()))
      return [await session.send(inSecondBase(list()))]
    },
  },
  {
    id: 'BASE-3',
    aspect: 'a request body of application/json is accepted',
    needs: ['writes'],
    ask: async (run) => [await givenCreation(run, {})],
  },
  {
    id: 'BASE-4',
    needs: ['a reply that shows it'],
    // No history shows it.
    check: () => missing('a reply that states the version: the document describes none'),
  },
  {
    id: 'BASE-5',
    cost: 1,
    // Of what refuses a HEAD the rules of histories say nothing.
    check: async ({ session }) => {
      givenList(await session.share(list('?limit=1')))
      const first = await session.send(HEAD)
      // A key may be refused for what came before it, whatever the method.
      const head = refusesKey(first) ? await session.send(HEAD) : first
      const isRight = head.status === 200 && head.body === ''
      expectThat(isRight, 'status 200 without a body', `status ${head.status}`, head)
    },
  },
  {
    id: 'BASE-6',
    cost: 1,
    // The same of a method that no operation has.
    check: async ({ session }) => {
      const reply = await session.share({ ...list(), method: 'PATCH', operation: undefined })
      given(reply.status === 405, `a 405: PATCH /pets is answered ${reply.status}`)
      const { allow = 'none' } = reply.headers
      const isTrue = methodsOfPets.every((method) => allow.split(/[ ,]+/).includes(method))
      expectThat(isTrue, `an Allow header with ${methodsOfPets.join(' and ')}`, allow, reply)
    },
  },
]

/** What a browser asks for that is shown the address. */
const OF_BROWSERS = 'text/html,application/xhtml+xml,*/*;q=0.8'

export const browserCheck: Check = {
  id: 'BASE-3',
  aspect: 'replies are JSON to a client that would rather have HTML',
  extra: true,
  caller: 'spare',
  cost: 1,
  ask: async (run) => [
    await run.session.share(withSpareKey(run, withHeaders({ Accept: OF_BROWSERS }, list('?limit=1')))),
  ],
}
