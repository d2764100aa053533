import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Probe } from '../engine/exchange.ts'
import { expectThat } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { given, missing } from '../engine/verdicts.ts'
import { isWithKey, refusesKey } from '../history/history.ts'
import { givenCreation, givenList, givenRead, readListed } from '../probes/given.ts'
import { get, HEAD, inSecondBase, list, OF_NO_PET, withHeaders, withSpareKey } from '../probes/requests.ts'

/** Asks a documented path with a method that no operation has; a 405 names those that the document has. */
async function checkRefusal(run: Run, probe: Probe, operation: OperationId): Promise<void> {
  const reply = await run.session.share({ ...probe, method: 'PATCH', operation: undefined })
  const path = operation === 'listPets' ? '/pets' : 'one pet'
  given(reply.status === 405, `a 405: PATCH of ${path} is answered ${reply.status}`)
  const { allow = 'none' } = reply.headers
  const methods = operationIds
    .filter((id) => operations[id].path === operations[operation].path)
    .map((id) => operations[id].method)
  const isTrue = methods.every((method) => allow.split(/[ ,]+/).includes(method))
  expectThat(isTrue, `an Allow header with ${methods.join(' and ')}`, allow, reply)
}

/** Asks for the headers alone of what is served; `usual` is the GET of it, which may be refused just then as well. */
async function checkHead({ session }: Run, probe: Probe, usual: Probe): Promise<void> {
  const first = await session.send(probe)
  // A key may be refused, or the service fail, for what came before it, whatever the method.
  const isOnce = refusesKey(first) || first.status >= 500
  const head = isOnce ? await session.send(probe) : first
  const isRight = head.status === 200 && head.body === ''
  if (!isRight && (await session.send(usual)).status !== 200)
    missing('a GET that is answered with 200 at the same time')
  expectThat(isRight, 'status 200 without a body', `status ${head.status}`, head)
}

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
    check: async (run) => {
      givenList(await run.session.share(list('?limit=1')))
      await checkHead(run, HEAD, list('?limit=1'))
    },
  },
  {
    id: 'BASE-6',
    cost: 1,
    // The same of a method that no operation has.
    check: (run) => checkRefusal(run, list(), 'listPets'),
  },
]

/** The same of one pet. */
export const onePetChecks: readonly Check[] = [
  {
    id: 'BASE-5',
    aspect: 'of one pet',
    extra: true,
    caller: 'spare',
    cost: 1,
    check: async (run) => {
      const { spareCaller, exchanges } = run.session
      // Which pets a key sees is open.
      const ofSpare = exchanges.findLast(
        (one) =>
          one.probe.operation === 'getPet' &&
          one.status === 200 &&
          one.probe.caller === spareCaller &&
          isWithKey(one),
      )
      const read = ofSpare ?? (await readListed(run))
      await givenRead(run, read)
      await checkHead(run, { ...read.probe, method: 'HEAD', operation: undefined }, read.probe)
    },
  },
  {
    id: 'BASE-6',
    aspect: 'of one pet',
    extra: true,
    caller: 'spare',
    cost: 1,
    check: (run) => checkRefusal(run, withSpareKey(run, get(OF_NO_PET)), 'getPet'),
  },
]

/** What a browser asks for that is shown the address: XML too, rather than JSON. */
const OF_BROWSERS = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

export const browserCheck: Check = {
  id: 'BASE-3',
  aspect: 'replies are JSON to a client that would rather have HTML or XML',
  extra: true,
  caller: 'spare',
  cost: 1,
  ask: async (run) => [
    await run.session.share(withSpareKey(run, withHeaders({ Accept: OF_BROWSERS }, list('?limit=1')))),
  ],
}
