import { REMOVAL_OF_GET_PET, successStatuses } from '../../spec/operations.ts'
import type { Check, SuiteItem } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { expectStatus, expectThat } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import { Breach, given } from '../engine/verdicts.ts'
import { byStatus } from '../probes/seen.ts'
import { givenRead, notAdded, readListed } from '../probes/given.ts'
import { isWithKey } from '../history/history.ts'
import { EARLIEST_REMOVAL } from '../history/outcomes.ts'
import { isAdded } from '../history/values.ts'
import { list, LONGEST_PAGE } from '../probes/requests.ts'
import { onceMore } from '../probes/added.ts'

// RFC 8594 §3; the older forms of a date are lawful too (RFC 9110 §5.6.7).
const HTTP_DATE = /^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/

const HOUR_MS = 3_600_000

export const deprecationChecks: readonly Check[] = [
  {
    id: 'DEPRECATION-1',
    ask: async (run) => {
      given(run.session.time.now() < REMOVAL_OF_GET_PET, 'the day of the removal has passed')
      return [await readListed(run)]
    },
  },
  {
    id: 'DEPRECATION-4',
    // The two headers rest on standards alone, and say nothing that another reply could contradict.
    check: async (run) => {
      const exchange = await readListed(run)
      await givenRead(run, exchange)
      const { deprecation = 'none', sunset = 'none' } = exchange.headers
      expectThat(/^@\d+$/.test(deprecation), 'Deprecation: @ and a Unix time', deprecation, exchange)
      const removal = Date.parse(sunset)
      expectThat(
        HTTP_DATE.test(sunset) && isOnDayOfRemoval(removal),
        'Sunset: Thu, 05 Dec 2030 00:00:00 GMT, or another time of that day',
        sunset,
        exchange,
      )
      const since = Number(deprecation.slice(1)) * 1000
      expectThat(since <= removal, 'Deprecation no later than Sunset', deprecation, exchange)
    },
  },
]

/** Whether the document's day has begun somewhere, and has not ended in UTC: it names no time, and no time zone. */
function isOnDayOfRemoval(instant: number): boolean {
  return instant >= EARLIEST_REMOVAL && instant < REMOVAL_OF_GET_PET + 24 * HOUR_MS
}

/** That each read announces it if one does, at the end of a run. */
export const eachReadAnnounces: Check = {
  id: 'DEPRECATION-4',
  aspect: 'in every reply that has a pet',
  isDue: (run) => servedReads(run).some(announces),
  check: (run) => {
    const reads = servedReads(run)
    const [announced, silent] = [reads.find(announces), reads.find((one) => !announces(one))]
    if (announced === undefined || silent === undefined) return
    const { deprecation = 'none', sunset = 'none' } = silent.headers
    throw new Breach(`Deprecation and Sunset, as in #${announced.id}`, `${deprecation} and ${sunset}`, silent)
  },
}

/** What the document deprecates is one operation: that no other one is announced to be, at the end of a run. */
export const noOtherAnnounces: Check = {
  id: 'DEPRECATION-4',
  aspect: 'of no other operation',
  isDue: (run) => announcedElsewhere(run) !== undefined,
  check: (run) => {
    const announced = announcedElsewhere(run)
    if (announced === undefined) return
    const { deprecation = 'none', sunset = 'none' } = announced.headers
    throw new Breach(
      'neither Deprecation nor Sunset: getPet alone is deprecated',
      `${deprecation} and ${sunset}`,
      announced,
    )
  },
}

function announcedElsewhere({ session }: Run): Exchange | undefined {
  return session.exchanges.find(
    ({ probe: { operation }, status, headers }) =>
      (operation === 'listPets' || operation === 'createPet') &&
      successStatuses.has(status) &&
      (headers['deprecation'] !== undefined || headers['sunset'] !== undefined),
  )
}

function servedReads({ session }: Run): readonly Exchange[] {
  return session.exchanges.filter(
    (one) => one.probe.operation === 'getPet' && one.status === 200 && isWithKey(one),
  )
}

function announces({ headers }: Exchange): boolean {
  return headers['deprecation'] !== undefined && headers['sunset'] !== undefined
}

const MONTH_BEFORE = Date.UTC(2030, 10, 5, 12)
const eves = [
  ['a month before its removal', MONTH_BEFORE],
  ['on the day before its removal', EARLIEST_REMOVAL - HOUR_MS],
] as const

export const removalItems: readonly SuiteItem[] = [
  {
    id: 'DEPRECATION-2',
    aspect: 'the first creation after years of silence adds one pet',
    needs: ['writes', 'the day of the removal'],
    cost: 2,
    ask: async (run) => {
      const probe = await onceMore(run)
      // Until then no connection and no lock is held any more.
      await passUntil(run, MONTH_BEFORE)
      const creation = await run.session.send(probe)
      const page = await run.session.send(list(LONGEST_PAGE))
      return isAdded(creation) ? [creation, page] : notAdded(creation)
    },
  },
  ...eves.map(([when, instant]): SuiteItem => ({
    id: 'DEPRECATION-2',
    aspect: `getPet is still served ${when}`,
    needs: ['the day of the removal'],
    cost: 1,
    ask: (run) => readAt(run, instant),
  })),
  {
    id: 'DEPRECATION-2',
    needs: ['the day of the removal'],
    cost: 1,
    // It is of a day that only a controlled clock reaches, and no recording holds.
    check: async (run) => {
      expectStatus(await afterRemoval(run), 404, 410)
    },
  },
  {
    id: 'after-sunset',
    observe: async (run) => {
      return byStatus(run, await afterRemoval(run), { 200: 'still-served', 404: '404', 410: '410' })
    },
  },
]

/** Reads a pet at a later instant; where it is not served, another one too, for a pet may be lost. */
async function readAt(run: Run, instant: number): Promise<readonly Exchange[]> {
  const { session } = run
  const read = await readListed(run)
  await givenRead(run, read)
  await passUntil(run, instant)
  const served = session.exchanges.filter((one) => isReadOfFirst(one) && one.status === 200)
  const last = await session.send(read.probe)
  const other = served.findLast(({ probe }) => probe.path !== read.probe.path)
  if (last.status !== 200 && other !== undefined) await session.send(other.probe)
  return [last]
}

async function passUntil({ session: { time } }: Run, instant: number): Promise<void> {
  given(time.now() <= instant, 'an earlier day')
  await time.pass(instant - time.now(), { until: 'the last days before getPet is removed' })
}

function isReadOfFirst({ probe }: Exchange): boolean {
  return probe.operation === 'getPet' && probe.caller === 'key'
}

/** What getPet answers of a pet that exists, from the day of its removal on. */
async function afterRemoval(run: Run): Promise<Exchange> {
  const read = await readListed(run)
  const { time } = run.session
  const wait = REMOVAL_OF_GET_PET + CLOCK_TOLERANCE_MS - time.now()
  if (wait > 0) {
    // What is not served before cannot be seen to be removed.
    await givenRead(run, read)
    await time.pass(wait, { until: 'getPet is removed' })
  }
  return run.session.share({ ...read.probe, moment: 'after the removal' })
}
