// Pets that were there before the run: what exists for some of them only shows when several are read.
import type { Check } from '../engine/check.ts'
import {
  expectStatus,
  expectThat,
  isObject,
  type JsonObject,
  memberOf,
  shown,
  idText,
} from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { Breach, missing, NotVerified } from '../engine/verdicts.ts'
import {
  givenIds,
  givenPet,
  givenRead,
  givenServed,
  givenUniqueIds,
  readListed,
  getShown,
} from '../probes/given.ts'
import { expectKept } from '../probes/kept-in-list.ts'
import { listOfMany } from '../probes/additions.ts'
import { isMarked } from '../engine/litter.ts'
import { asSecond, get, list, LONGEST_PAGE } from '../probes/requests.ts'
import { spread } from '../probes/spread.ts'
import { readListLater } from '../probes/whole-list.ts'

// Enough for every tenth pet to be among them.
const MOST = 10
// For whoever goes over the limit after it.
const SPARED = 4

export const sampleChecks: readonly Check[] = [
  {
    id: 'GET-1',
    aspect: 'pets of the list, whoever has added them, as the list shows them',
    cost: 11,
    check: async (run) => {
      const { session, settings } = run
      const listed = givenIds(await listOfMany(run, LONGEST_PAGE)).filter((pet) => !isMarked(pet))
      const [first] = listed
      if (first === undefined) missing('a pet in the list')
      await givenServed(run, await readListed(run))
      await givenUniqueIds(run)
      const bySecond =
        settings.secondKey !== undefined && (await session.share(asSecond(getShown(first)))).status === 200
      const isFree = bySecond || settings.thorough
      const most = isFree ? MOST : Math.min(MOST, Math.max(0, session.leftOf('key') - SPARED))
      const read = session.exchanges.filter(
        ({ probe, status }) => probe.operation === 'getPet' && status === 200,
      )
      const known = read.map(({ json }) => memberOf(json, 'id'))
      for (const pet of [first, ...spread(listed, known, most)]) await expectSame(run, pet, bySecond)
    },
  },
]

/** Holds getPet to answering the pet that the list shows. */
async function expectSame(run: Run, listed: JsonObject, bySecond: boolean): Promise<void> {
  const { session } = run
  const id = idText(listed)
  const first = await session.share(bySecond ? asSecond(get(id)) : get(id))
  // How keys are scoped is not shown: another one may have pets of its own.
  const exchange = bySecond && first.status === 404 ? await session.share(get(id)) : first
  const read = isObject(exchange.json) ? exchange.json : {}
  if (exchange.status === 200 && differentField(givenPet(listed), read) === undefined) return
  // Whoever has added it may have changed it, or taken it away.
  const again = givenIds(await session.send(list(LONGEST_PAGE)))
  const now = again.find((one) => idText(one) === id)
  if (now === undefined) missing('pets that nobody changes meanwhile')
  expectStatus(exchange, 200)
  const different = differentField(now, givenPet(await givenRead(run, exchange)))
  if (different === undefined) return
  await givenKeptInLists(run)
  expectThat(false, `${different} ${shown(now[different])}`, shown(read[different]), exchange)
}

/** The first field in which two pets differ; categories beyond doubles are PET-4's. */
function differentField(one: JsonObject, other: JsonObject): string | undefined {
  const isLarge = typeof one['categoryId'] === 'bigint'
  const fields = ['id', 'name', 'status', ...(isLarge ? [] : ['categoryId'])]
  return fields.find((field) => one[field] !== other[field])
}

/** Leaves the rest to another clause where lists alter the pets that the run has added. */
async function givenKeptInLists(run: Run): Promise<void> {
  if (run.settings.readOnly) return
  try {
    await expectKept(run, await readListLater(run))
  } catch (error) {
    throw error instanceof Breach ? new NotVerified('depends on', 'LIST-7') : error
  }
}
