import type { Check } from '../engine/check.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { missing } from '../engine/verdicts.ts'
import { NO_SUCH_KEY } from '../probes/additions.ts'
import { askedByOperation, askedOperations, type AskedOperation } from '../probes/each-operation.ts'
import { historyOfLimits } from '../engine/history-of-run.ts'
import { aKeyIsNotRevoked } from '../history/access.ts'
import { type Finding, isSuccess } from '../history/history.ts'
import { PROBE } from '../probes/over-the-limit.ts'
import { givenErrorBody, givenList, isRefusedByList, lowerCaseScheme } from '../probes/given.ts'
import { asNobody, asSecond, list, withHeaders, withoutAKey } from '../probes/requests.ts'
import { inexactKeyChecks } from './inexact-keys.ts'

const otherWays: readonly (readonly [string, Probe])[] = [
  ['another scheme', asNobody(list(), 'Basic {key-as-basic}')],
  ['no scheme', asNobody(list(), '{key}')],
  ['a header of its own', withHeaders({ 'X-Api-Key': '{key}' }, asNobody(list()))],
  // The first is the parameter of RFC 6750 §2.3.
  ['the query', asNobody(list('?access_token={key}&api_key={key}'))],
]

export const authChecks: readonly Check[] = [
  ...askedOperations.flatMap((operation): readonly Check[] => [
    {
      id: 'AUTH-1',
      aspect: operation.id,
      needs: operation.needs ?? [],
      ask: async (run) => [await withKey(run, operation)],
    },
    {
      id: 'AUTH-2',
      aspect: `${operation.id} without a key`,
      needs: operation.needs ?? [],
      ask: async (run) => [await withoutKey(run, operation.withoutKey(run))],
    },
    {
      id: 'AUTH-3',
      aspect: `${operation.id} with a key that does not exist`,
      needs: operation.needs ?? [],
      ask: async (run) => {
        // A pet is not added under a key that may be somebody's.
        const isSafe = operation.id === 'listPets' || (await isRefusedByList(run, NO_SUCH_KEY))
        return isSafe
          ? [await withoutKey(run, operation.withBadKey(run), operation.badKey)]
          : missing('a key that the list refuses')
      },
    },
  ]),
  ...otherWays.map(([way, probe]): Check => ({
    id: 'AUTH-4',
    aspect: `a key in ${way}`,
    cost: 1,
    anyTime: withoutAKey('listPets'),
    ask: async ({ session }) => {
      givenList(await session.share(list()))
      return [await session.share(probe)]
    },
  })),
  ...inexactKeyChecks,
  {
    id: 'AUTH-7',
    cost: 1,
    ask: async (run) => [await lowerCaseScheme(run)],
  },
]

/** A key in another scheme to what adds a pet: where it is let in, that is one of the run's own. */
export const otherSchemeElsewhere: Check = {
  id: 'AUTH-4',
  aspect: 'createPet with a key in another scheme',
  needs: ['writes'],
  extra: true,
  caller: 'nobody',
  cost: 1,
  anyTime: withoutAKey('createPet'),
  ask: async (run) => {
    const creation = askedByOperation.createPet.withoutKey(run)
    return [await run.session.share(asNobody(creation, 'Basic {key-as-basic}'))]
  },
}

const LOCKED_MS = 10_000

/** A key that was accepted, and is refused at the end of a run, may be revoked, unless it is accepted again. */
export const refusedKeyAgain: Check = {
  id: 'AUTH-1',
  aspect: 'a key that is refused for no reason is asked for again',
  extra: true,
  cost: 1,
  isDue: (run) => refusedAtLast(run) !== undefined && run.session.time.mayPass(LOCKED_MS),
  ask: async (run) => {
    const refused = refusedAtLast(run) ?? missing('a key that is refused')
    await run.session.time.pass(LOCKED_MS, { until: 'a key is asked for again that is refused' })
    return [await run.session.send(refused.probe.caller === 'second key' ? asSecond(PROBE) : PROBE)]
  },
}

function refusedAtLast(run: Run): Finding['wrong'] {
  const [finding] = aKeyIsNotRevoked(historyOfLimits(run))
  return finding?.wrong
}

/** A request with the key; where it is refused, another one that was accepted before is sent again, for the key may be banned. */
async function withKey(run: Run, operation: AskedOperation): Promise<Exchange> {
  const { session } = run
  const reply = await operation.withKey(run)
  const accepted = session.exchanges.findLast(
    ({ probe, status }) => probe.caller === 'key' && probe.base === undefined && status === 200,
  )
  if (isSuccess(reply) || accepted === undefined) return reply
  await session.send(accepted.probe)
  return reply
}

async function withoutKey({ session }: Run, probe: Probe, authorization?: string): Promise<Exchange> {
  const reply = await session.share(asNobody(probe, authorization))
  givenErrorBody(reply)
  return reply
}
