// A key is compared letter by letter, and comes under one scheme only.
import type { Check } from '../engine/check.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import { fillIn } from '../engine/keys.ts'
import type { Run } from '../engine/run.ts'
import { given, missing } from '../engine/verdicts.ts'
import { askedOperation, askedOperations, type AskedOperation } from '../probes/each-operation.ts'
import { isAsWithKey } from '../history/access.ts'
import { isSuccess } from '../history/history.ts'
import { isRefusedByList } from '../probes/given.ts'
import { asNobody, withoutAKey } from '../probes/requests.ts'

/** What is nearly a key, as an Authorization header has it. */
interface Inexact {
  readonly clause: 'AUTH-3' | 'AUTH-4'
  readonly what: string
  readonly authorization: string
  /** Altered in the same way, but unlike it: where the one is let in and this is not, it may be a key of somebody else. */
  readonly unlike?: string
  /** Whether it is sent to the list alone. */
  readonly isForList?: true
  /** Whether it is sent only where there is room. */
  readonly extra?: true
  /** Whether something else is wrong too in the requests with it to other operations. */
  readonly isWrongToo?: true
}

const inexact: readonly Inexact[] = [
  {
    clause: 'AUTH-3',
    what: 'the beginning of a key',
    authorization: 'Bearer {key-without-its-end}',
    unlike: 'Bearer {key-without-its-last-four}',
  },
  {
    clause: 'AUTH-3',
    what: 'the end of a key',
    authorization: 'Bearer {key-without-its-start}',
    unlike: 'Bearer {key-without-its-first-four}',
  },
  {
    clause: 'AUTH-3',
    what: 'a key and one letter more',
    authorization: 'Bearer {key-and-a-letter}',
    unlike: 'Bearer {key-and-a-word}',
    isWrongToo: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a key in the other case',
    authorization: 'Bearer {key-in-the-other-case}',
    unlike: 'Bearer {key-half-in-the-other-case}',
    isWrongToo: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a key with another last letter',
    authorization: 'Bearer {key-with-another-end}',
    unlike: 'Bearer {key-with-yet-another-end}',
    isForList: true,
    extra: true,
  },
  {
    clause: 'AUTH-3',
    what: 'the second key and one letter more',
    authorization: 'Bearer {second-key-and-a-letter}',
    unlike: 'Bearer {second-key-and-a-word}',
    isForList: true,
    extra: true,
  },
  {
    clause: 'AUTH-3',
    what: 'the second key in the other case',
    authorization: 'Bearer {second-key-in-the-other-case}',
    unlike: 'Bearer {second-key-half-in-the-other-case}',
    isForList: true,
    extra: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a key with a blank in it',
    authorization: 'Bearer {key-with-a-blank}',
    isForList: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a key with a word behind it',
    authorization: 'Bearer {key} key',
    isForList: true,
  },
  { clause: 'AUTH-3', what: 'an empty key', authorization: 'Bearer', isForList: true },
  { clause: 'AUTH-4', what: 'a key in a scheme that begins with Bearer', authorization: 'Bearers {key}' },
  { clause: 'AUTH-4', what: 'a key in the Basic scheme, as it is', authorization: 'Basic {key}' },
  { clause: 'AUTH-4', what: 'a key in a scheme of its own', authorization: 'ApiKey {key}' },
  { clause: 'AUTH-4', what: 'a key that sticks to its scheme', authorization: 'Bearer{key}' },
  { clause: 'AUTH-4', what: 'a bearer token behind another scheme', authorization: 'Token Bearer {key}' },
]

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

/** Whether an altered key is one that the run was given. */
function isOurs({ settings }: Run, authorization: string): boolean {
  const sent = fillIn(authorization, settings)
  return [settings.key, settings.secondKey].some((key) => key !== undefined && sent === `Bearer ${key}`)
}

async function tryKey(
  run: Run,
  operation: AskedOperation,
  { authorization, unlike, what, isWrongToo }: Inexact,
): Promise<readonly Exchange[]> {
  given(!isOurs(run, authorization), 'a key that this alters into one which is not ours')
  const isMixed = isWrongToo === true && operation.id !== 'listPets'
  const asking = (header: string): Probe => ({
    ...asNobody(isMixed ? operation.wrongWithoutKey(run) : operation.withoutKey(run), header),
    ...(unlike !== undefined && { alteration: what }),
  })
  const reply = await run.session.share(asking(authorization))
  const letIn = isAsWithKey(reply) && unlike !== undefined && !isOurs(run, unlike)
  // A key like it may be another customer's; that two of them are is ruled out.
  const more = letIn ? [await run.session.share(asking(unlike))] : []
  // Another refusal than 401 may be of the request, whatever key it comes with.
  if (reply.status === 401) return [reply]
  const served = await operation.withKey(run)
  return isSuccess(served) ? [reply, ...more] : [served]
}
