import { isInt64 } from '../../spec/exact-json/int64.ts'
import { petStatuses } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, given } from '../engine/verdicts.ts'
import { sightingsIn } from '../history/sightings.ts'
import { memberOf } from '../history/values.ts'
import {
  getShown,
  givenAdded,
  givenErrorBody,
  givenIds,
  givenServed,
  givenTakenWith,
} from '../probes/given.ts'
import { get, list, LONGEST_PAGE, OF_NO_PET, withSpareKey } from '../probes/requests.ts'
import { anyText, WITH_MARKUP } from '../probes/added.ts'
import { GREATEST, LEAST } from '../probes/rich-bodies.ts'

const NOT_FOUND = { caller: 'spare', operation: 'getPet', status: 404 } as const

export const getChecks: readonly Check[] = [
  ...petStatuses.map((status): Check => ({
    id: 'GET-1',
    aspect: `a pet that was added as ${status}`,
    needs: ['writes'],
    // Those three have been read for their categories; a pet of the list has not.
    cost: status === 'available' ? 1 : 0,
    ask: async (run) => {
      const exchange = await run.session.share(getShown(await givenAdded(run, { status })))
      await givenServed(run, exchange)
      return [exchange]
    },
  })),
  {
    id: 'GET-1',
    aspect: 'a pet with markup in its name, and letters beyond 16 bits',
    needs: ['writes'],
    ask: async (run) => {
      const { json } = await givenTakenWith(run, WITH_MARKUP, await anyText(run))
      return [await run.session.share(getShown(json))]
    },
  },
  {
    id: 'GET-2',
    cost: 1,
    ask: async (run) => {
      const reply = await askUnknown(run, OF_NO_PET)
      given(memberOf(reply.json, 'id') !== OF_NO_PET, `an id that no pet has: ${OF_NO_PET} is one`)
      givenErrorBody(reply)
      return [reply]
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
    anyTime: NOT_FOUND,
    ask: async (run) => [await askUnknown(run, id)],
  })),
  {
    id: 'GET-3',
    aspect: 'the id next to a pet’s, beyond 2^53 where there is one',
    ask: async (run) => [await askUnknown(run, nextTo(await idsOf(run)))],
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
  ask: async (run) => [await askUnknown(run, unlike(await idsOf(run), make))],
}))

/** Asks for an id that probably no pet has. */
async function askUnknown(run: Run, id: number | bigint): Promise<Exchange> {
  const reply = await run.session.share(withSpareKey(run, get(id)))
  await givenServed(run, reply)
  return reply
}

async function idsOf(run: Run): Promise<readonly bigint[]> {
  const listed = givenIds(await run.session.share(list(LONGEST_PAGE)))
  const added = run.session.exchanges
    .filter(({ probe }) => probe.operation === 'createPet' && probe.caller === 'key')
    .flatMap((creation) => sightingsIn(creation).map(({ id }) => BigInt(id)))
  const pets = listed.length > 0 ? listed : [await givenAdded(run, { status: 'sold' })]
  return [...added, ...pets.map(({ id }) => (isInt64(id) ? BigInt(id) : dependsOn('PET-1')))]
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
