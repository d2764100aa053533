// What has become of the pets that a run has added, at its end.
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { outOfReach } from '../engine/verdicts.ts'
import { perhapsChangedIn } from '../history/changed-pets.ts'
import { skippedIds } from '../history/skipped-ids.ts'
import { wasRefused } from '../probes/additions.ts'
import { getShown, givenAdded, givenRead } from '../probes/given.ts'
import { get, list, LONGEST_PAGE, withSpareKey } from '../probes/requests.ts'
import {
  givenAlone,
  givenSearch,
  isShownIn,
  LATER,
  readList,
  readListLater,
  search,
} from '../probes/whole-list.ts'

export const keptChecks: readonly Check[] = [
  {
    id: 'CREATE-1',
    aspect: 'each creation adds one pet',
    needs: ['writes'],
    ask: async (run) => givenAlone(run, await readList(run, LONGEST_PAGE)),
  },
]

// Lists show the others, where they have room.
const MOST_SKIPPED = 3

/** Whether pets can be listed and read again, when all has been added that a run adds. */
export const againChecks: readonly Check[] = [
  {
    id: 'LIST-7',
    aspect: 'a pet is still listed as it was added, at the end of the run',
    needs: ['writes'],
    extra: true,
    cost: 1,
    ask: async (run) => {
      const whole = await readListLater(run)
      return whole.isWhole || isShownIn(run, whole) ? whole.pages : outOfReach('a pet of the run in the list')
    },
  },
  {
    id: 'CREATE-6',
    aspect: 'the same for bodies that a service may accept or refuse',
    needs: ['writes'],
    extra: true,
    ask: async (run) => {
      const isRead = run.session.exchanges.some(({ probe }) => probe.moment === LATER)
      const found = await search(run, isRead ? LATER : undefined)
      return givenSearch(run, wasRefused(run, found.status), found)
    },
  },
  {
    id: 'CREATE-6',
    aspect: 'no pet stands under an id that was passed over',
    needs: ['writes'],
    extra: true,
    cost: MOST_SKIPPED,
    isDue: ({ session }) =>
      skippedIds({ exchanges: session.exchanges }).length > 0 &&
      session.silenceOf(['getPet'], 'key') === undefined,
    ask: async ({ session }) => {
      const reads: Exchange[] = []
      const skipped = skippedIds({ exchanges: session.exchanges })
      for (const id of skipped.slice(0, MOST_SKIPPED)) reads.push(await session.send(get(id)))
      return reads
    },
  },
  {
    id: 'GET-1',
    aspect: 'a pet is still there at the end of the run',
    needs: ['writes'],
    extra: true,
    cost: 1,
    ask: async (run) => {
      const pet = await givenAdded(run, { status: 'sold' })
      await givenRead(run, await run.session.share(getShown(pet)))
      const spare = await run.session.send(withSpareKey(run, getShown(pet)))
      // How keys are scoped is not shown: another one may have pets of its own.
      const isOther = spare.status === 404 && spare.probe.caller === 'second key'
      return [isOther ? await run.session.send(getShown(pet)) : spare]
    },
  },
]

const MOST_CHANGED = 3

/**
 * What others have done to pets shows where reads and lists agree on it: those that a run has seen otherwise are asked for again,
 * before it spends what is left of its minute and at its end.
 */
export const changedCheck = changedCheckOf('', MOST_CHANGED + 1)
export const changedLaterCheck = changedCheckOf(', at the end of the run too')

function changedCheckOf(when: string, cost?: number): Check {
  return {
    id: 'GET-1',
    aspect: `a pet that was shown in two ways is read as it is listed${when}`,
    extra: true,
    ...(cost !== undefined && { cost }),
    isDue: (run) => perhapsChanged(run).length > 0,
    ask: async (run) => {
      const { session } = run
      const read: Exchange[] = []
      for (const id of perhapsChanged(run)) read.push(await session.send(get(id)))
      return [...read, await session.send(list(LONGEST_PAGE))]
    },
  }
}

function perhapsChanged({ session: { exchanges } }: Run): readonly string[] {
  return perhapsChangedIn({ exchanges }).slice(0, MOST_CHANGED)
}
