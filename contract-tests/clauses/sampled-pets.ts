// Pets that were there before the run: what exists for some of them only shows when several are read.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { wrongStatus } from '../engine/expect.ts'
import { isObject, type JsonObject, memberOf, shown, idText } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { Breach, dependsOn, missing, NotVerified } from '../engine/verdicts.ts'
import {
  givenIds,
  givenPet,
  givenRead,
  givenServed,
  givenUniqueIds,
  readListed,
  getShown,
} from '../probes/given.ts'
import { tellsInexactly } from '../probes/kept.ts'
import { expectKept } from '../probes/kept-in-list.ts'
import { listOfMany } from '../probes/additions.ts'
import { isOdd } from '../history/odd-pets.ts'
import { asSecond, get, list, LONGEST_PAGE } from '../probes/requests.ts'
import { spread } from '../probes/spread.ts'
import { readListLater } from '../probes/whole-list.ts'

// Enough for every thirteenth pet to be among them; and for every tenth, where the second key has fewer left.
const MOST = 16
const FEW = 10
// Where pets are of many kinds.
const MORE = 5
// For whoever goes over the limit after it, or to look again at what looks wrong.
const SPARED = { exhaust: 4, else: 1 }

export const sampleChecks: readonly Check[] = [
  {
    id: 'GET-1',
    aspect: 'pets of the list, also those of others, are read as the list shows them',
    cost: 17,
    check: async (run) => {
      const difference = await sampled(run)
      if (difference === undefined) return
      if (isOfExactness(run, difference)) dependsOn('PET-4')
      await givenKeptInLists(run)
      throw breachOf(difference)
    },
  },
  {
    id: 'PET-4',
    aspect: 'pets of the list, also those of others, are read with the same categoryId',
    check: async (run) => {
      const difference = await sampled(run)
      if (difference === undefined) return
      if (isOfExactness(run, difference)) throw breachOf(difference)
      dependsOn('GET-1')
    },
  },
]

/** A pet that getPet does not answer as the list shows it. */
interface Difference {
  readonly listed: JsonObject
  readonly read: JsonObject
  /** The first field that differs; `undefined` where no pet is answered. */
  readonly field: string | undefined
  readonly exchange: Exchange
}

/** The first difference among some pets of the list, which are read once a run. */
async function sampled(run: Run): Promise<Difference | undefined> {
  const { read, difference } = await run.once(readSome)
  run.session.lookAt(read)
  return difference
}

async function readSome(
  run: Run,
): Promise<{ readonly read: readonly Exchange[]; readonly difference?: Difference }> {
  const { session, settings } = run
  const listed = givenIds(await listOfMany(run, LONGEST_PAGE)).filter((pet) => !isOdd(pet))
  const [first] = listed
  if (first === undefined) missing('a pet in the list')
  await givenServed(run, await readListed(run))
  await givenUniqueIds(run)
  const bySecond =
    settings.secondKey !== undefined && (await session.share(asSecond(getShown(first)))).status === 200
  const isFree = bySecond || settings.thorough
  const spared = bySecond ? MORE : settings.exhaust ? SPARED.exhaust : SPARED.else
  const left = session.leftOf(bySecond ? 'second key' : 'key') - spared
  const most = settings.thorough ? MOST : Math.min(MOST, Math.max(left, bySecond ? FEW : 0))
  const others = Math.min(FEW, listed.length - 1) - most
  if (others > 0) run.leftOut.push(`GET-1 ${others} more pets of the list, also those of others`)
  const known = session.exchanges
    .filter(({ probe, status }) => probe.operation === 'getPet' && status === 200)
    .map(({ json }) => memberOf(json, 'id'))
  const read: Exchange[] = []
  for (const pet of [first, ...spread(listed, known, most, isFree ? MORE : 0)]) {
    const exchange = await readAs(run, pet, bySecond)
    read.push(exchange)
    const difference = await differenceBetween(run, pet, exchange)
    if (difference) return { read, difference }
  }
  return { read }
}

async function readAs({ session }: Run, listed: JsonObject, bySecond: boolean): Promise<Exchange> {
  const probe = get(idText(listed))
  const exchange = await session.share(bySecond ? asSecond(probe) : probe)
  if (!bySecond || exchange.status !== 404) return exchange
  // How keys are scoped is not shown: another one may have pets of its own.
  const own = givenIds(await session.send(asSecond(list(LONGEST_PAGE))))
  return own.some((pet) => idText(pet) === idText(listed)) ? exchange : session.share(probe)
}

async function differenceBetween(
  run: Run,
  listed: JsonObject,
  exchange: Exchange,
): Promise<Difference | undefined> {
  const found = isObject(exchange.json) ? exchange.json : {}
  if (exchange.status === 200 && differentField(givenPet(listed), found) === undefined) return undefined
  // Whoever has added it may have changed it, or taken it away.
  const page = list(LONGEST_PAGE)
  const isSecond = exchange.probe.caller === 'second key'
  const again = givenIds(await run.session.send(isSecond ? asSecond(page) : page))
  const now = again.find((one) => idText(one) === idText(listed))
  if (now === undefined) missing('pets that nobody changes meanwhile')
  if (exchange.status !== 200) return { listed: now, read: {}, field: undefined, exchange }
  const read = givenPet(await givenRead(run, exchange))
  const field = differentField(now, read)
  return field === undefined ? undefined : { listed: now, read, field, exchange }
}

function breachOf({ listed, read, field, exchange }: Difference): Breach {
  if (field === undefined) return wrongStatus(exchange, 200)
  return new Breach(`${field} ${shown(listed[field])}`, shown(read[field]), exchange)
}

/** The first field in which two pets differ. */
function differentField(one: JsonObject, other: JsonObject): string | undefined {
  return ['id', 'name', 'status', 'categoryId'].find((field) => one[field] !== other[field])
}

/** Whether categories differ as they would where one is not told exactly, or where those of the run are not. */
function isOfExactness(run: Run, difference: Difference): boolean {
  if (difference.field !== 'categoryId') return false
  return isInexact(difference) || (['listPets', 'getPet'] as const).some((id) => tellsInexactly(run, id))
}

/** Whether categories differ as they do where one was kept as a double, in 32 bits or without its sign. */
function isInexact({ listed, read }: Difference): boolean {
  const [one, other] = [listed['categoryId'], read['categoryId']]
  if (!isInt64(one) || !isInt64(other)) return false
  const both = [BigInt(one), BigInt(other)] as const
  return (
    Number(one) === Number(other) || both.some((whole) => cutsOf(whole).some((cut) => both.includes(cut)))
  )
}

/** What is left of an integer that is kept in too few bits; nothing where it fits. */
function cutsOf(whole: bigint): readonly bigint[] {
  const [least, greatest] = [-(2n ** 31n), 2n ** 31n - 1n]
  const end = whole < 0n ? least : greatest
  const cuts = [-whole, BigInt.asIntN(32, whole), BigInt.asUintN(32, whole), end]
  return whole >= least && whole <= greatest ? [-whole].filter((cut) => cut !== whole) : cuts
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
