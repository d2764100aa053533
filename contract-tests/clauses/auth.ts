import { successOf } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Probe } from '../engine/exchange.ts'
import { expectStatus, expectThat, wrongStatus } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { NO_SUCH_KEY } from '../probes/additions.ts'
import { inexactKeyChecks } from './inexact-keys.ts'
import { askedOperations, givenFound, type AskedOperation } from '../probes/each-operation.ts'
import { givenErrorBody, givenList, isRefusedByList, isServed, lowerCaseScheme } from '../probes/given.ts'
import { asNobody, list, withHeaders } from '../probes/requests.ts'

const otherWays: readonly (readonly [string, Probe])[] = [
  ['another scheme', asNobody(list(), 'Basic {key-as-basic}')],
  ['another scheme, as it is', asNobody(list(), 'Token {key}')],
  ['no scheme', asNobody(list(), '{key}')],
  ['a header of its own', withHeaders({ 'X-Api-Key': '{key}' }, asNobody(list()))],
  ['the query', asNobody(list('?api_key={key}'))],
]

export const authChecks: readonly Check[] = [
  ...askedOperations.flatMap((operation): readonly Check[] => [
    {
      id: 'AUTH-1',
      aspect: operation.id,
      needs: operation.needs ?? [],
      check: async (run) => {
        const reply = await operation.withKey(run)
        if (isServed(reply)) return
        if (reply.status !== 401 && reply.status !== 403) dependsOn(await operation.fault(run, reply))
        await givenNoBan(run)
        throw wrongStatus(reply, successOf(operation.id).status)
      },
    },
    {
      id: 'AUTH-2',
      aspect: `${operation.id} without a key`,
      needs: operation.needs ?? [],
      cost: operation.withoutKeyCost ?? 0,
      check: async (run) => {
        await expect401(run, operation)
      },
    },
    {
      id: 'AUTH-3',
      aspect: `${operation.id} with a key that does not exist`,
      needs: operation.needs ?? [],
      // The list has been asked before a pet was added.
      cost: operation.id === 'listPets' ? 0 : (operation.withoutKeyCost ?? 0),
      check: async (run) => {
        await expect401(run, operation, NO_SUCH_KEY)
      },
    },
  ]),
  ...otherWays.map(([way, probe]): Check => ({
    id: 'AUTH-4',
    aspect: `a key in ${way}`,
    cost: 1,
    check: async ({ session }) => {
      givenList(await session.share(list()))
      if ((await session.share(asNobody(list()))).status === 200) dependsOn('AUTH-2')
      const reply = await session.share(probe)
      if (reply.status === 200 || reply.status >= 500) throw wrongStatus(reply, 401)
    },
  })),
  ...inexactKeyChecks,
  {
    id: 'AUTH-6',
    check: async ({ session }) => {
      const exchange = await session.share(asNobody(list()))
      if (exchange.status !== 401) dependsOn('AUTH-2')
      const challenge = exchange.headers['www-authenticate'] ?? 'none'
      expectThat(/^bearer\b/i.test(challenge), 'WWW-Authenticate: Bearer …', challenge, exchange)
    },
  },
  {
    id: 'AUTH-7',
    cost: 1,
    check: async (run) => {
      expectStatus(await lowerCaseScheme(run), 200)
    },
  },
]

/** A key that was taken before, and for the same request is not any more, may be banned by what others do with it. */
async function givenNoBan({ session }: Run): Promise<void> {
  const taken = session.exchanges.findLast(
    ({ probe, status }) => probe.caller === 'key' && probe.base === undefined && status === 200,
  )
  if (taken === undefined || (await session.send(taken.probe)).status === 200) return
  missing('a key that is not banned')
}

async function expect401(run: Run, operation: AskedOperation, authorization?: string): Promise<void> {
  // A pet is not added under a key that may be somebody's.
  const isSafe =
    authorization === undefined || operation.id === 'listPets' || (await isRefusedByList(run, authorization))
  if (!isSafe) missing('a key that the list refuses too')
  const reply = await run.session.share(asNobody(operation.withoutKey(run), authorization))
  await givenFound(run, operation, reply)
  expectStatus(reply, 401)
  givenErrorBody(reply)
}
