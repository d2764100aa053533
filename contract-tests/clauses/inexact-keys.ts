// A key is compared letter by letter, and comes under one scheme only.
import type { Check } from '../engine/check.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { given, missing } from '../engine/verdicts.ts'
import { askedOperation, askedOperations, type AskedOperation } from '../probes/each-operation.ts'
import { isAsWithKey } from '../history/access.ts'
import { isSuccess } from '../history/history.ts'
import { isRefusedByList } from '../probes/given.ts'
import { asInexact, inexact, isOurs, type Inexact } from '../probes/nearly-keys.ts'
import { withoutAKey } from '../probes/requests.ts'

const asExtra = { extra: true, caller: 'nobody' } as const

const toList = inexact.map((one): Check => ({
  id: one.clause,
  aspect: one.what,
  ...(one.extra && asExtra),
  ...(one.authorization.includes('{second-key') && { needs: ['second key'] as const }),
  cost: 1,
  anyTime: withoutAKey('listPets'),
  ask: (run) => tryKey(run, askedOperation('listPets'), one),
}))

/** Sent to the list, which has nothing to lose. */
export const inexactKeyChecks: readonly Check[] = toList.filter(({ extra }) => extra === undefined)

// Two runs in a minute have as many requests without a key as the plan Free allows.
const elsewhere = inexact.filter(({ clause, isForList }) => clause === 'AUTH-3' && isForList === undefined)

/** What there is room for: more of them to the list, and to all other operations, which may read keys in another way. */
export const inexactKeysElsewhere: readonly Check[] = [
  ...toList.filter(({ extra }) => extra !== undefined),
  ...askedOperations
    .filter(({ id }) => id !== 'listPets')
    .flatMap((operation) =>
      elsewhere.map((one): Check => ({
        id: 'AUTH-3',
        aspect: `${operation.id} with ${one.what}`,
        ...(operation.needs !== undefined && { needs: operation.needs }),
        ...asExtra,
        cost: 1,
        anyTime: withoutAKey(operation.id),
        ask: async (run) => {
          await tryKey(run, askedOperation('listPets'), one)
          // What the list accepts may be a key of somebody else, to whom a pet would be added.
          const isRefused = await isRefusedByList(run, one.authorization)
          return isRefused ? tryKey(run, operation, one) : missing('a key that the list refuses')
        },
      })),
    ),
]

async function tryKey(
  run: Run,
  operation: AskedOperation,
  { authorization, unlike, isWrongToo }: Inexact,
): Promise<readonly Exchange[]> {
  given(!isOurs(run, authorization), 'a key that this alters into one which is not ours')
  const isMixed = isWrongToo === true && operation.id !== 'listPets'
  const asking = (header: string): Probe =>
    asInexact(isMixed ? operation.wrongWithoutKey(run) : operation.withoutKey(run), header)
  const reply = await run.session.share(asking(authorization))
  const letIn = isAsWithKey(reply) && unlike !== undefined && !isOurs(run, unlike)
  // A key like it may be another customer's; that two of them are is ruled out.
  const more = letIn ? [await run.session.share(asking(unlike))] : []
  // Another refusal than 401 may be of the request, whatever key it comes with.
  if (reply.status === 401) return [reply]
  const served = await operation.withKey(run)
  return isSuccess(served) ? [reply, ...more] : [served]
}
