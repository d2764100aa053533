import { isInt64 } from '../../spec/exact-json/int64.ts'
import { petStatuses } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { expectStatus, expectThat, wrongStatus } from '../engine/expect.ts'
import { isAdded, isObject, shown, idText } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import {
  givenAdded,
  givenErrorBody,
  givenIds,
  givenPet,
  givenRead,
  givenServed,
  givenUniqueIds,
  getShown,
} from '../probes/given.ts'
import { addedPets, expectAsAddedBy } from '../probes/kept.ts'
import { added, anyText, get, list, LONGEST_PAGE, withSpareKey } from '../probes/requests.ts'
import { GREATEST, LEAST } from '../probes/rich-bodies.ts'

// No pet is likely to have it, and it fits into every kind of integer.
const MODEST = 1_234_567_891

export const getChecks: readonly Check[] = [
  ...petStatuses.map((status): Check => ({
    id: 'GET-1',
    aspect: `a pet that was added as ${status}`,
    needs: ['writes'],
    // Those three have been read for their categories; a pet of the list has not.
    cost: status === 'available' ? 1 : 0,
    check: async (run) => {
      const created = await givenAdded(run, { status })
      await givenUniqueIds(run)
      const exchange = await run.session.share(getShown(created))
      await givenServed(run, exchange)
      expectStatus(exchange, 200)
      expectThat(isObject(exchange.json), 'a pet', 'no JSON object', exchange)
      const read = givenPet(isObject(exchange.json) ? exchange.json : {})
      expectAsAddedBy(run, await added(run, { status }), read, exchange)
    },
  })),
  {
    id: 'GET-1',
    aspect: 'a pet with markup in its name, and letters beyond 16 bits',
    needs: ['writes'],
    check: async (run) => {
      const creation = await anyText(run)
      if (!isAdded(creation)) missing('a pet of that name')
      await givenUniqueIds(run)
      const exchange = await run.session.share(getShown(creation.json))
      const read = givenPet(await givenRead(run, exchange))
      expectAsAddedBy(run, creation, read, exchange)
    },
  },
  {
    id: 'GET-2',
    cost: 1,
    check: async (run) => {
      const reply = await run.session.share(withSpareKey(run, get(MODEST)))
      await givenServed(run, reply)
      if (reply.status === 200 && idOf(reply) === MODEST) {
        missing(`an id that no pet has: ${MODEST} is one`)
      }
      expectStatus(reply, 404)
      givenErrorBody(reply)
    },
  },
  ...(
    [
      ['least', LEAST],
      ['greatest', GREATEST],
    ] as const
  ).map(([what, id]): Check => ({
    id: 'GET-3',
    aspect: `the ${what} id`,
    cost: 1,
    check: (run) => expectExact(run, id),
  })),
  {
    id: 'GET-3',
    aspect: 'the id next to a pet’s, beyond 2^53 where there is one',
    check: async (run) => {
      await expectExact(run, nextTo(await idsOf(run)))
    },
  },
]

/** Ids that a service may take for a pet's, where it keeps fewer bits than int64 has. */
export const likeIdChecks: readonly Check[] = (
  [
    ['a pet’s id with another sign', (id) => -id],
    ['an id that 32 bits cannot tell from a pet’s', (id) => id + 2n ** 32n],
  ] as const satisfies readonly (readonly [string, (id: bigint) => bigint])[]
).map(([aspect, make]): Check => ({
  id: 'GET-3',
  aspect,
  extra: true,
  cost: 1,
  check: async (run) => {
    await expectExact(run, unlike(await idsOf(run), make))
  },
}))

/** Holds getPet to the pet that has an id, or to 404. */
async function expectExact(run: Run, id: bigint): Promise<void> {
  const reply = await run.session.share(withSpareKey(run, get(id)))
  await givenServed(run, reply)
  const isRight = reply.status === 404 || (reply.status === 200 && idText(reply.json) === String(id))
  if (isRight) return
  // What is wrong of any unknown id is another clause's.
  if (reply.status === (await run.session.share(withSpareKey(run, get(MODEST)))).status) {
    run.session.discredited.add(reply)
    dependsOn('GET-2')
  }
  if (reply.status !== 200) throw wrongStatus(reply, 404)
  expectThat(false, `404, or the pet ${id}`, `the pet ${shown(idOf(reply))}`, reply)
}

async function idsOf(run: Run): Promise<readonly bigint[]> {
  const listed = givenIds(await run.session.share(list(LONGEST_PAGE)))
  const added = addedPets(run).map(({ told }) => told)
  const pets =
    listed.length > 0 ? [...listed, ...added] : [await givenAdded(run, { status: 'sold' }), ...added]
  return pets.map(({ id }) => (isInt64(id) ? BigInt(id) : dependsOn('PET-1')))
}

/** An id that none of some pets has, though a double would take it for one of theirs; the greatest, where they are small. */
function nextTo(ids: readonly bigint[]): bigint {
  const [own, rounded] = [new Set(ids), new Set(ids.map(Number))]
  const next = ids.flatMap((id) => [id + 1n, id - 1n]).filter((id) => !own.has(id) && isInt64(id))
  return next.find((id) => rounded.has(Number(id))) ?? GREATEST
}

/** An id that none of some pets has, made of one that a pet has. */
function unlike(ids: readonly bigint[], make: (id: bigint) => bigint): bigint {
  const own = new Set(ids)
  return ids.map(make).find((id) => !own.has(id) && isInt64(id)) ?? GREATEST
}

function idOf({ json }: Exchange): unknown {
  return isObject(json) ? json['id'] : undefined
}
