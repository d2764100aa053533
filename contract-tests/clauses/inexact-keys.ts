// A key is compared letter by letter, and comes under one scheme only.
import type { Check } from '../engine/check.ts'
import { fillIn } from '../engine/keys.ts'
import { expectStatus, wrongStatus } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { askedOperations, givenFound, givenServed, type AskedOperation } from '../probes/each-operation.ts'
import { givenErrorBody, isRefusedByList, isServed } from '../probes/given.ts'
import { asNobody } from '../probes/requests.ts'

/** What is nearly a key, as an Authorization header has it. */
interface Inexact {
  readonly clause: 'AUTH-3' | 'AUTH-4'
  readonly what: string
  readonly authorization: string
  /** Altered in the same way, but unlike it: where the one is let in and this is not, it may be a key of somebody else. */
  readonly unlike?: string
  /** Whether it is no bearer token in its form already, to which a service may answer 400 (RFC 6750 §3.1). */
  readonly isMalformed?: true
  /** Whether it is sent to the list alone. */
  readonly isForList?: true
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
  },
  {
    clause: 'AUTH-3',
    what: 'a key in the other case',
    authorization: 'Bearer {key-in-the-other-case}',
    unlike: 'Bearer {key-half-in-the-other-case}',
  },
  {
    clause: 'AUTH-3',
    what: 'a key with a blank in it',
    authorization: 'Bearer {key-with-a-blank}',
    isMalformed: true,
    isForList: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a key with a word behind it',
    authorization: 'Bearer {key} key',
    isMalformed: true,
  },
  { clause: 'AUTH-3', what: 'an empty key', authorization: 'Bearer', isMalformed: true },
  { clause: 'AUTH-4', what: 'a key in a scheme that begins with Bearer', authorization: 'Bearers {key}' },
  { clause: 'AUTH-4', what: 'a key in the Basic scheme, as it is', authorization: 'Basic {key}' },
  { clause: 'AUTH-4', what: 'a key in a scheme of its own', authorization: 'ApiKey {key}' },
  { clause: 'AUTH-4', what: 'a key that sticks to its scheme', authorization: 'Bearer{key}' },
  { clause: 'AUTH-4', what: 'a bearer token behind another scheme', authorization: 'Token Bearer {key}' },
]

/** Sent to the list, which has nothing to lose. */
export const inexactKeyChecks: readonly Check[] = inexact.map((one) => ({
  id: one.clause,
  aspect: one.what,
  cost: 1,
  check: async (run) => {
    for (const operation of askedOperations.filter(({ id }) => id === 'listPets'))
      await tryKey(run, operation, one)
  },
}))

// Two runs in a minute have as many requests without a key as the plan Free allows.
const elsewhere = inexact.filter(({ clause, isForList }) => clause === 'AUTH-3' && isForList === undefined)

/** Sent to all other operations, which may read keys in another way. */
export const inexactKeysElsewhere: readonly Check[] = askedOperations
  .filter(({ id }) => id !== 'listPets')
  .map((operation) => ({
    id: 'AUTH-3',
    aspect: `${operation.id} with what is nearly a key`,
    ...(operation.needs !== undefined && { needs: operation.needs }),
    extra: true,
    caller: 'nobody',
    cost: elsewhere.length,
    check: async (run) => {
      for (const one of elsewhere) {
        // What the list takes may be a key of somebody else, to whom a pet would be added.
        if (await isRefusedByList(run, one.authorization)) await tryKey(run, operation, one)
      }
    },
  }))

/** Whether an altered key is one that the run was given. */
function isOurs({ settings }: Run, authorization: string): boolean {
  const sent = fillIn(authorization, settings)
  return [settings.key, settings.secondKey].some((key) => key !== undefined && sent === `Bearer ${key}`)
}

async function tryKey(
  run: Run,
  operation: AskedOperation,
  { authorization, unlike, isMalformed, clause }: Inexact,
): Promise<void> {
  if (isOurs(run, authorization)) missing('a key that this alters into one which is not ours')
  const probe = operation.withoutKey(run)
  const without = await run.session.share(asNobody(probe))
  if (isServed(without)) dependsOn('AUTH-2')
  const reply = await run.session.share(asNobody(probe, authorization))
  await givenFound(run, operation, reply)
  if (isServed(reply)) {
    // What the list refuses is nobody's key.
    const mayBeOfOthers = operation.id === 'listPets' && unlike !== undefined
    const isSame =
      unlike !== undefined && fillIn(unlike, run.settings) === fillIn(authorization, run.settings)
    if (mayBeOfOthers && (isSame || isOurs(run, unlike) || (await isRefusedByList(run, unlike))))
      missing('a key near which no other is: one that is nearly the same is let in, and another is not')
    throw wrongStatus(reply, 401)
  }
  if (reply.status >= 500 || (clause === 'AUTH-3' && isMalformed === undefined)) expectStatus(reply, 401)
  if (clause === 'AUTH-3' && reply.status === 401) givenErrorBody(reply)
  // Another refusal may be of the request, whatever key it comes with.
  if (reply.status !== 401) await givenServed(run, operation)
}
