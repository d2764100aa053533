import { isInt64 } from '../../spec/index.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { expectStatus, expectThat, isObject, type JsonObject, shown, wrongStatus } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import {
  givenAdded,
  givenErrorBody,
  givenIds,
  givenPet,
  givenUniqueIds,
  isNotFound,
  readListed,
} from '../probes/given.ts'
import { get, knownCategory, list, LONGEST_PAGE } from '../probes/requests.ts'

const LEAST = -(2n ** 63n)
const GREATEST = 2n ** 63n - 1n

// No pet is likely to have it, and it fits into every kind of integer.
const MODEST = 1_234_567_891

export const getChecks: readonly Check[] = [
  {
    id: 'GET-1',
    needs: ['writes'],
    cost: 2,
    check: async (run) => {
      const created = await givenAdded(run, { status: 'sold' })
      await givenUniqueIds(run)
      const exchange = await run.session.share(get(String(created['id'])))
      await expectServed(run, exchange)
      expectStatus(exchange, 200)
      expectThat(isObject(exchange.json), 'a pet', 'no JSON object', exchange)
      const read = givenPet(isObject(exchange.json) ? exchange.json : {})
      const sent: JsonObject = {
        name: run.settings.mark,
        categoryId: await knownCategory(run),
        status: 'sold',
      }
      for (const field of ['id', 'name', 'categoryId', 'status']) {
        const [was, is] = [created[field], read[field]]
        // Where the creation has told otherwise than it was asked, that is another clause.
        const isSame = is === was || is === sent[field]
        expectThat(isSame, `${field} ${shown(was)}`, shown(is), exchange)
      }
    },
  },
  {
    id: 'GET-2',
    cost: 1,
    check: async (run) => {
      const reply = await run.session.share(get(MODEST))
      await expectServed(run, reply)
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

/** Holds getPet to the pet that has an id, or to 404. */
async function expectExact(run: Run, id: bigint): Promise<void> {
  const reply = await run.session.share(get(id))
  await expectServed(run, reply)
  const isRight = reply.status === 404 || (reply.status === 200 && String(idOf(reply)) === String(id))
  if (isRight) return
  // What is wrong of any unknown id is another clause's.
  if (reply.status === (await run.session.share(get(MODEST))).status) {
    run.session.discredited.add(reply)
    dependsOn('GET-2')
  }
  if (reply.status !== 200) throw wrongStatus(reply, 404)
  expectThat(false, `404, or the pet ${id}`, `the pet ${shown(idOf(reply))}`, reply)
}

async function idsOf(run: Run): Promise<readonly bigint[]> {
  const listed = givenIds(await run.session.share(list(LONGEST_PAGE)))
  const pets = listed.length > 0 ? listed : [await givenAdded(run, { status: 'sold' })]
  return pets.map(({ id }) => BigInt(String(id)))
}

/** An id that none of some pets has, though a double would take it for one of theirs; the greatest, where they are small. */
function nextTo(ids: readonly bigint[]): bigint {
  const next = ids.flatMap((id) => [id + 1n, id - 1n]).filter((id) => !ids.includes(id) && isInt64(id))
  return next.find((id) => ids.some((own) => Number(own) === Number(id))) ?? GREATEST
}

function idOf({ json }: Exchange): unknown {
  return isObject(json) ? json['id'] : undefined
}

/** Leaves the rest to another clause where getPet serves nothing at all. */
async function expectServed(run: Run, exchange: Exchange): Promise<void> {
  if (exchange.status === 401 || exchange.status === 403) dependsOn('AUTH-1')
  const listed = await readListed(run)
  if (isNotFound(listed.status)) dependsOn('DEPRECATION-1')
}
