import { limitBounds, petStatuses, type PetStatus } from '../../spec/index.ts'
import type { Check } from '../engine/check.ts'
import { expectThat, type JsonObject } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { refusedNames, unauthorizedNames } from '../probes/additions.ts'
import { expectNotAdded, isIn, readList, tooLong } from '../probes/whole-list.ts'
import { givenAdded, givenEachOnce, givenIds, givenUniqueIds, givenRead } from '../probes/given.ts'
import { get, list, LONGEST_PAGE } from '../probes/requests.ts'

const ofStatus = (status: PetStatus): string => `?status=${status}&limit=${limitBounds.most}`

/** Whether the pets that the run has added, one of each status, are in the whole list. */
async function addedInList(run: Run): Promise<ReadonlyMap<PetStatus, boolean | undefined>> {
  const whole = await readList(run, LONGEST_PAGE)
  await givenUniqueIds(run)
  const found = new Map<PetStatus, boolean | undefined>()
  for (const status of petStatuses) found.set(status, isIn(whole, (await givenAdded(run, { status }))['id']))
  return found
}

/** Pets that lists with a filter have shown before, and that a whole list has to show. */
async function owed(run: Run): Promise<readonly JsonObject[]> {
  const { pets } = await readList(run, LONGEST_PAGE)
  const lists = []
  for (const status of petStatuses) lists.push(givenIds(await run.session.share(list(ofStatus(status)))))
  // A status of which it shows none at all is another clause's.
  const shows = new Set(pets.map(({ status }) => status))
  return lists.flat().filter(({ status }) => shows.has(status))
}

/** One of those that a whole list with room for it does not show. */
async function leftOut(run: Run): Promise<JsonObject | undefined> {
  const { pets, isWhole } = await readList(run, LONGEST_PAGE)
  if (!isWhole) return undefined
  const ids = new Set(pets.map(({ id }) => String(id)))
  return (await owed(run)).find(({ id }) => !ids.has(String(id)))
}

export const findChecks: readonly Check[] = [
  {
    id: 'LIST-2',
    aspect: 'a page that is not full leaves nothing out',
    needs: ['writes'],
    check: async (run) => {
      const { pages, isWhole } = await readList(run, LONGEST_PAGE)
      if (!isWhole) throw tooLong()
      await givenEachOnce(run)
      const left = await leftOut(run)
      expectThat(left === undefined, `pet ${String(left?.['id'])} too`, 'a list without it', pages[0])
      if ((await owed(run)).length === 0) missing('a pet that a list has shown before')
    },
  },
  {
    id: 'LIST-6',
    needs: ['writes'],
    check: async (run) => {
      const found = await addedInList(run)
      const { pages, pets } = await readList(run, LONGEST_PAGE)
      if (petStatuses.every((status) => found.get(status) === false)) dependsOn('LIST-7')
      for (const status of petStatuses) {
        if (pets.some((pet) => pet['status'] === status)) continue
        const isMissing = found.get(status) === false
        if (isMissing && (await givenAdded(run, { status }))['status'] !== status) dependsOn('CREATE-2')
        expectThat(!isMissing, `the pet that was added as ${status}`, 'a list without it', pages[0])
        throw tooLong()
      }
    },
  },
  {
    id: 'LIST-7',
    needs: ['writes'],
    check: async (run) => {
      const found = await addedInList(run)
      if ([...found.values()].includes(true)) return
      const { pages, isWhole } = await readList(run, LONGEST_PAGE)
      // Beyond the pages of the whole list, the shorter ones of each status may show it.
      if (!isWhole && (await isInFiltered(run, 'sold'))) return
      if ((await leftOut(run)) !== undefined) dependsOn('LIST-2')
      expectThat(false, 'a pet that was added', 'a list without it', pages[0])
    },
  },
  {
    id: 'DEPRECATION-3',
    needs: ['writes'],
    cost: 1,
    check: async (run) => {
      const { id } = await givenAdded(run, { status: 'sold' })
      const filtered = await readList(run, ofStatus('sold'))
      const last = filtered.pages.at(-1) ?? filtered.pages[0]
      if (await isInFiltered(run, 'sold')) {
        await givenRead(run, await run.session.share(get(String(id))))
        return
      }
      if ((await addedInList(run)).get('sold') === false) dependsOn('LIST-7')
      expectThat(false, `pet ${String(id)} among those with status=sold`, 'a list without it', last)
    },
  },
  {
    id: 'CREATE-6',
    needs: ['writes'],
    check: async (run) => {
      await expectNotAdded(run, await refusedNames(run))
    },
  },
  {
    id: 'AUTH-5',
    needs: ['writes'],
    check: async (run) => {
      await expectNotAdded(run, await unauthorizedNames(run))
    },
  },
]

/** Whether the pet that was added is in the list of its status; a filter that does not filter shows nothing. */
async function isInFiltered(run: Run, status: PetStatus): Promise<boolean> {
  const filtered = await readList(run, ofStatus(status))
  const pet = await givenAdded(run, { status })
  if (pet['status'] !== status) dependsOn('CREATE-2')
  await givenUniqueIds(run)
  const ids = new Set(filtered.pets.map(({ id }) => String(id)))
  const before = givenIds(await run.session.share(list(LONGEST_PAGE))).filter(
    (one) => one['status'] === status,
  )
  const finds = before.every((one) => ids.has(String(one['id']))) || !filtered.isWhole
  if (!finds || filtered.pets.some((one) => one['status'] !== status)) dependsOn('LIST-5')
  const found = isIn(filtered, pet['id'])
  if (found === undefined) throw tooLong()
  return found
}
