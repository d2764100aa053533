import { REMOVAL_OF_GET_PET } from '../../spec/operations.ts'
import type { Check, SuiteItem } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { expectStatus, expectThat } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import { missing } from '../engine/verdicts.ts'
import { byStatus } from '../probes/seen.ts'
import { givenAdded, givenRead, readListed, getShown } from '../probes/given.ts'
import { addedPet, get } from '../probes/requests.ts'

export const deprecationChecks: readonly Check[] = [
  {
    id: 'DEPRECATION-1',
    ask: async (run) => {
      if (run.session.time.now() >= REMOVAL_OF_GET_PET) missing('the day of the removal has passed')
      return [await readListed(run)]
    },
  },
  {
    id: 'DEPRECATION-4',
    needs: ['writes'],
    check: async (run) => {
      const pet = await givenAdded(run, { status: 'sold' })
      const exchange = await run.session.share(getShown(pet))
      await givenRead(run, exchange)
      const { deprecation = 'none', sunset = 'none' } = exchange.headers
      expectThat(/^@\d+$/.test(deprecation), 'Deprecation: @ and a Unix time', deprecation, exchange)
      expectThat(
        Date.parse(sunset) === REMOVAL_OF_GET_PET,
        'Sunset: Thu, 05 Dec 2030 00:00:00 GMT',
        sunset,
        exchange,
      )
      const since = Number(deprecation.slice(1)) * 1000
      expectThat(since <= REMOVAL_OF_GET_PET, 'Deprecation no later than Sunset', deprecation, exchange)
    },
  },
]

export const removalItems: readonly SuiteItem[] = [
  {
    id: 'DEPRECATION-2',
    needs: ['writes', 'the day of the removal'],
    cost: 1,
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

/** What getPet answers of a pet that exists, from the day of its removal on. */
async function afterRemoval(run: Run): Promise<Exchange> {
  const { id } = await addedPet(run, { status: 'sold' })
  const { time } = run.session
  const wait = REMOVAL_OF_GET_PET + CLOCK_TOLERANCE_MS - time.now()
  if (wait > 0) {
    // What is not served before cannot be seen to be removed.
    await givenRead(run, await run.session.share(get(id)))
    await time.pass(wait)
  }
  return run.session.share({ ...get(id), moment: 'after the removal' })
}
