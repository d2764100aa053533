// Pets that were there before the run: what exists for some of them only shows when several are read.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { isWanted } from '../engine/settings.ts'
import { given } from '../engine/verdicts.ts'
import { isOdd } from '../history/odd-pets.ts'
import { idText, type JsonObject, memberOf } from '../history/values.ts'
import { listOfMany } from '../probes/additions.ts'
import { isSuccess } from '../history/history.ts'
import { getShown, givenIds, givenServed, readListed } from '../probes/given.ts'
import { asSecond, get, list, LONGEST_PAGE } from '../probes/requests.ts'
import { spread } from '../probes/spread.ts'

// Enough for every thirteenth pet to be among them; and for every tenth, where the second key has fewer left. It is asked later, too,
// where the first one goes over its limit.
const MOST = 16
const FEW = { exhaust: 7, else: 10 }
// Where pets are of many kinds.
const MORE = 5
// For whoever goes over the limit after it.
const SPARED = { exhaust: 4, else: 1 }

export const sampleChecks: readonly Check[] = [
  {
    id: 'GET-1',
    aspect: 'pets of the list, also those of others, are read as the list shows them',
    cost: 12,
    ask: (run) => run.once(readSome),
  },
  {
    id: 'PET-4',
    aspect: 'pets of the list, also those of others, are read with the same categoryId',
    ask: (run) => run.once(readSome),
  },
]

/** Reads some pets of the list, once a run. */
async function readSome(run: Run): Promise<readonly Exchange[]> {
  const { session, settings } = run
  const page = await listOfMany(run, LONGEST_PAGE)
  const listed = givenIds(lastAlike(run, page)).filter((pet) => !isOdd(pet))
  const [first] = listed
  given(first !== undefined, 'a pet in the list')
  await givenServed(run, await readListed(run))
  const bySecond =
    settings.secondKey !== undefined && isSuccess(await session.share(asSecond(getShown(first))))
  const isFree = bySecond || settings.thorough
  const spared = bySecond ? MORE : settings.exhaust ? SPARED.exhaust : SPARED.else
  const left = session.leftOf(bySecond ? 'second key' : 'key') - spared
  const few = settings.exhaust ? FEW.exhaust : FEW.else
  const most = settings.thorough ? MOST : Math.min(MOST, Math.max(left, bySecond ? few : 0))
  const others = Math.min(few, listed.length - 1) - most
  if (others > 0 && isWanted('GET-1', settings.only)) {
    const title = `GET-1 ${others} more pets of the list, also those of others`
    run.leftOut.push({ title, caller: bySecond ? 'second key' : 'key' })
  }
  const known = session.exchanges
    .filter(({ probe, status }) => probe.operation === 'getPet' && status === 200)
    .map(({ json }) => memberOf(json, 'id'))
  const read: Exchange[] = []
  for (const pet of [first, ...spread(listed, known, most, isFree ? MORE : 0)])
    read.push(await readAs(run, pet, bySecond))
  return read
}

/** The last list that was asked for as another one was: it shows what the run has added since. */
function lastAlike({ session }: Run, page: Exchange): Exchange {
  const { caller, path, base } = page.probe
  const isAlike = ({ probe, status }: Exchange): boolean =>
    status === 200 && probe.caller === caller && probe.path === path && probe.base === base
  return session.exchanges.findLast(isAlike) ?? page
}

async function readAs({ session }: Run, listed: JsonObject, bySecond: boolean): Promise<Exchange> {
  const probe = get(isInt64(listed['id']) ? listed['id'] : idText(listed))
  const exchange = await session.share(bySecond ? asSecond(probe) : probe)
  if (!bySecond || exchange.status !== 404) return exchange
  // How keys are scoped is not shown: another one may have pets of its own.
  const own = givenIds(await session.send(asSecond(list(LONGEST_PAGE))))
  return own.some((pet) => idText(pet) === idText(listed)) ? exchange : session.share(probe)
}
