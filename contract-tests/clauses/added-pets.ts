import { isInt64 } from '../../spec/exact-json/int64.ts'
import { limitBounds, petStatuses } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { Check } from '../engine/check.ts'
import { type Exchange, isBefore } from '../engine/exchange.ts'
import { expectThat } from '../engine/expect.ts'
import { isAdded, memberOf, idText } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { listOfMany, marksOfRefused, unauthorizedMarks } from '../probes/additions.ts'
import { expectKept, leftOut, owed } from '../probes/kept-in-list.ts'
import { expectNotAdded, isAddedIn, readList, search, tooLong } from '../probes/whole-list.ts'
import { givenAdded, givenEachOnce, givenIds, givenRead, givenUniqueIds, getShown } from '../probes/given.ts'
import { added, list, LONGEST_PAGE, ofStatus, twoAtOnce } from '../probes/requests.ts'

/** Whether the pets that the run has added, one of each status, are in the whole list. */
async function addedInList(run: Run): Promise<ReadonlyMap<PetStatus, boolean | undefined>> {
  const whole = await readList(run, LONGEST_PAGE)
  await givenUniqueIds(run)
  const found = new Map<PetStatus, boolean | undefined>()
  for (const status of petStatuses) {
    await givenAdded(run, { status })
    found.set(status, isAddedIn(whole, await added(run, { status })))
  }
  return found
}

export const findChecks: readonly Check[] = [
  {
    id: 'LIST-2',
    aspect: 'a page that is not full leaves nothing out',
    needs: ['writes'],
    check: async (run) => {
      for (const status of petStatuses) await listOfMany(run, ofStatus(status))
      const whole = await readList(run, LONGEST_PAGE)
      const { pages, isWhole } = whole
      if (!isWhole) throw tooLong()
      await givenEachOnce(run, pages)
      const left = await leftOut(run, whole)
      expectThat(left === undefined, `pet ${idText(left)} too`, 'a list without it', pages[0])
      if ((await owed(run, whole)).length === 0) missing('a pet that a list has shown before')
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
        if (found.get(status) === undefined) throw tooLong()
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
      const whole = await readList(run, LONGEST_PAGE)
      const { pages, isWhole } = whole
      if ([...found.values()].includes(true)) {
        await expectKept(run, whole)
        return
      }
      // Beyond the pages of the whole list, the shorter ones of each status may show it.
      if (!isWhole && (await isInFiltered(run, 'sold'))) return
      if ((await leftOut(run, whole)) !== undefined) dependsOn('LIST-2')
      if (![...found.values()].includes(false)) throw tooLong()
      expectThat(false, 'a pet that was added', 'a list without it', pages[0])
    },
  },
  {
    id: 'LIST-7',
    aspect: 'a new pet is listed at once, also under its status',
    needs: ['writes'],
    cost: 0,
    check: async (run) => {
      const { creations, lists } = await twoAtOnce(run)
      await expectAtOnce(run, 'sold', creations[1], lists.sold)
    },
  },
  {
    id: 'LIST-7',
    aspect: 'a new pet is listed at once for another key',
    needs: ['writes', 'second key'],
    cost: 0,
    check: async (run) => {
      const { creations, lists } = await twoAtOnce(run)
      const { pending } = lists
      if (pending?.status !== 200) missing('a second key that the service accepts (--second-key-env)')
      await givenSameStore(run, pending)
      await expectAtOnce(run, 'pending', creations[0], pending)
    },
  },
  {
    id: 'DEPRECATION-3',
    needs: ['writes'],
    cost: 1,
    check: (run) => expectFoundByStatus(run, 'sold'),
  },
  {
    id: 'CREATE-6',
    needs: ['writes'],
    check: async (run) => {
      const found = await search(run)
      await expectNotAdded(run, marksOfRefused(run, found.status), found)
    },
  },
  {
    id: 'AUTH-5',
    needs: ['writes'],
    check: async (run) => {
      await expectNotAdded(run, await unauthorizedMarks(run), await search(run))
    },
  },
]

/** The same of the other statuses, for a run that has the requests. */
export const otherStatusesCheck: Check = {
  id: 'DEPRECATION-3',
  aspect: 'pets of the other statuses too',
  needs: ['writes'],
  extra: true,
  cost: 2,
  check: async (run) => {
    for (const status of petStatuses) if (status !== 'sold') await expectFoundByStatus(run, status)
  },
}

async function expectFoundByStatus(run: Run, status: PetStatus): Promise<void> {
  const pet = await givenAdded(run, { status })
  const filtered = await readList(run, ofStatus(status))
  const last = filtered.pages.at(-1) ?? filtered.pages[0]
  if (await isInFiltered(run, status)) {
    await givenRead(run, await run.session.share(getShown(pet)))
    return
  }
  if ((await addedInList(run)).get(status) === false) dependsOn('LIST-7')
  expectThat(false, `pet ${idText(pet)} among those with status=${status}`, 'a list without it', last)
}

/** Holds a list that was read right after a creation to showing the pet. */
async function expectAtOnce(
  run: Run,
  status: PetStatus,
  creation: Exchange | undefined,
  page: Exchange,
): Promise<void> {
  const id = memberOf(creation?.json, 'id')
  if (creation === undefined || !isAdded(creation) || !isInt64(id))
    missing('a pet that was added at once with another')
  await givenUniqueIds(run)
  const pets = givenIds(page)
  if (pets.some((pet) => pet['id'] === id)) return
  if (!isBefore(creation, page)) missing('a list that was sent once the pet had been added')
  if (pets.length >= limitBounds.most || 'link' in page.headers) throw tooLong()
  // What is not in that list later either is no matter of time.
  if (!(await isInFiltered(run, status))) dependsOn('DEPRECATION-3')
  expectThat(false, `pet ${id}, which had been added`, 'a list without it', page)
}

/** Leaves a check undone where the second key may have pets of its own: how keys are scoped is not shown. */
async function givenSameStore(run: Run, page: Exchange): Promise<void> {
  const before = givenIds(await run.session.share(list(ofStatus('pending'))))
  const ids = new Set(givenIds(page).map(idText))
  if (!before.some((pet) => ids.has(idText(pet)))) missing('a second key that is shown the same pets')
}

/** Whether the pet that was added is in the list of its status; a filter that does not filter shows nothing. */
async function isInFiltered(run: Run, status: PetStatus): Promise<boolean> {
  const filtered = await readList(run, ofStatus(status))
  const pet = await givenAdded(run, { status })
  if (pet['status'] !== status) dependsOn('CREATE-2')
  await givenUniqueIds(run)
  const ids = new Set(filtered.pets.map(idText))
  const before = givenIds(await run.session.share(list(LONGEST_PAGE))).filter(
    (one) => one['status'] === status,
  )
  const finds = before.every((one) => ids.has(idText(one))) || !filtered.isWhole
  if (!finds || filtered.pets.some((one) => one['status'] !== status)) dependsOn('LIST-5')
  const found = isAddedIn(filtered, await added(run, { status }))
  if (found === undefined) throw tooLong()
  return found
}
