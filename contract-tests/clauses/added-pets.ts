// Whether pets that the run adds are in the lists, and those that it must not add are not.
import { petStatuses } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, given, missing } from '../engine/verdicts.ts'
import { refusesKey } from '../history/history.ts'
import { wholeList } from '../history/sightings.ts'
import { isAdded } from '../history/values.ts'
import { addAll, listOfMany, wasRefused, wasUnauthorized } from '../probes/additions.ts'
import { createFault, getShown, givenAdded, givenList, givenRead, listFault } from '../probes/given.ts'
import { list, LONGEST_PAGE, ofStatus } from '../probes/requests.ts'
import { twoAtOnce } from '../probes/added.ts'
import { givenSearch, givenWhole, isShownIn, readList, search } from '../probes/whole-list.ts'

export const findChecks: readonly Check[] = [
  {
    id: 'LIST-2',
    aspect: 'a page that is not full leaves nothing out',
    needs: ['writes'],
    ask: async (run) => {
      const ofStatuses: Exchange[] = []
      for (const status of petStatuses) ofStatuses.push(await listOfMany(run, ofStatus(status)))
      const found = await search(run)
      // Of more pets than a page holds, those of one status may still fit into it.
      const whole = ofStatuses.filter((page) => wholeList(page) !== undefined)
      return found.isWhole || whole.length === 0 ? givenWhole(found) : whole
    },
  },
  {
    id: 'LIST-6',
    needs: ['writes'],
    ask: async (run) => {
      for (const status of petStatuses) await givenAdded(run, { status })
      const whole = await readList(run, LONGEST_PAGE)
      const shown = new Set(whole.pets.map(({ status }) => status))
      return petStatuses.every((status) => shown.has(status)) ? whole.pages : givenWhole(whole)
    },
  },
  {
    id: 'LIST-7',
    needs: ['writes'],
    ask: async (run) => {
      for (const status of petStatuses) await givenAdded(run, { status })
      const whole = await readList(run, LONGEST_PAGE)
      if (whole.isWhole || isShownIn(run, whole)) return whole.pages
      // Beyond the pages of the whole list, the shorter ones of a status may show it.
      return givenWhole(await readList(run, ofStatus('sold')))
    },
  },
  {
    id: 'LIST-7',
    aspect: 'a new pet is listed, also under its status',
    needs: ['writes'],
    cost: 0,
    ask: async (run) => {
      const { pair, lists } = await twoAtOnce(run)
      return givenBoth(run, pair, lists.sold)
    },
  },
  {
    id: 'LIST-7',
    aspect: 'a new pet is listed for another key',
    needs: ['writes', 'second key'],
    cost: 0,
    ask: async (run) => {
      const { pair, lists } = await twoAtOnce(run)
      const ofSecond = lists.pending
      given(
        ofSecond !== undefined && !refusesKey(ofSecond),
        'a second key that the service accepts (--second-key-env)',
      )
      if (ofSecond.status !== 200) {
        // A filter is not to blame where the same page is refused without one.
        givenList(await run.session.share(list(LONGEST_PAGE)))
        dependsOn(listFault(ofSecond))
      }
      return givenBoth(run, pair, ofSecond)
    },
  },
  {
    id: 'DEPRECATION-3',
    needs: ['writes'],
    cost: 1,
    ask: (run) => askByStatus(run, 'sold'),
  },
  {
    id: 'CREATE-6',
    needs: ['writes'],
    ask: async (run) => {
      const found = await search(run)
      return givenSearch(run, wasRefused(run, found.status), found)
    },
  },
  {
    id: 'AUTH-5',
    needs: ['writes'],
    ask: async (run) => {
      await addAll(run)
      if (!(await wasUnauthorized(run))) missing('creations without a valid key that are answered 401')
      return givenSearch(run, true, await search(run))
    },
  },
]

const OTHERS = petStatuses.filter((status) => status !== 'sold')

/** The same of the other statuses, for a run that has the requests. */
export const otherStatusesCheck: Check = {
  id: 'DEPRECATION-3',
  aspect: 'pets of the other statuses too',
  needs: ['writes'],
  extra: true,
  cost: 2,
  ask: async (run) => {
    const asked: Exchange[] = []
    for (const status of OTHERS) asked.push(...(await askByStatus(run, status)))
    return asked
  },
}

/** The list of a status, and a read of the run's own pet that must be in it. */
async function askByStatus(run: Run, status: PetStatus): Promise<readonly Exchange[]> {
  const pet = await givenAdded(run, { status })
  const filtered = await readList(run, ofStatus(status))
  await givenRead(run, await run.session.share(getShown(pet)))
  return isShownIn(run, filtered) ? filtered.pages : givenWhole(filtered)
}

/** The list after two creations at once; of one that has added no pet the clause is named, or why it is lawful. */
async function givenBoth(run: Run, pair: readonly Exchange[], page: Exchange): Promise<readonly Exchange[]> {
  const without = pair.find((one) => !isAdded(one))
  return without === undefined ? [page] : dependsOn(await createFault(run, without))
}
