import { petStatuses } from '../../spec/operations.ts'
import { isBefore } from '../engine/exchange.ts'
import { expectThat } from '../engine/expect.ts'
import { type JsonObject, idText } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn } from '../engine/verdicts.ts'
import { givenIds, givenPet, givenUniqueIds } from './given.ts'
import { addedPets, expectAsAdded } from './kept.ts'
import { listOfMany } from './additions.ts'
import { ofStatus } from './requests.ts'
import { isIn, type WholeList } from './whole-list.ts'

/** Holds a whole list to showing every pet that the run had added before, each as it was added. */
export async function expectKept(run: Run, whole: WholeList): Promise<void> {
  await givenUniqueIds(run)
  const { pages, pets } = whole
  for (const pet of addedPets(run, pages[0])) {
    const id = idText(pet.told)
    const page = pages.find((one) => givenIds(one).some((pet) => idText(pet) === id))
    const isMissing = isIn(whole, id) === false
    const status = petStatuses.find((one) => one === pet.told['status'])
    if (isMissing && status && pets.every((one) => one['status'] !== status)) dependsOn('LIST-6')
    if (isMissing && (await leftOut(run, whole)) !== undefined) dependsOn('LIST-2')
    expectThat(!isMissing, `pet ${id}`, 'a list without it', pages[0])
    const listed = pets.find((one) => idText(one) === id)
    if (page === undefined || listed === undefined) continue
    expectAsAdded(run, pet, givenPet(listed), page)
  }
}

/** Pets that lists with a filter have shown before, and that a whole list has to show. */
export async function owed(run: Run, { pages, pets }: WholeList): Promise<readonly JsonObject[]> {
  const [first] = pages
  const added = new Set(addedPets(run, first).map(({ told }) => idText(told)))
  const shown: JsonObject[] = []
  for (const status of petStatuses) {
    const page = await listOfMany(run, ofStatus(status))
    // What a later list shows may be newer, but for what the run had added.
    shown.push(...givenIds(page).filter((pet) => isBefore(page, first) || added.has(idText(pet))))
  }
  // A status of which it shows none at all is another clause's.
  const shows = new Set(pets.map(({ status }) => status))
  return shown.filter(({ status }) => shows.has(status))
}

/** One of those that a whole list with room for it does not show. */
export async function leftOut(run: Run, whole: WholeList): Promise<JsonObject | undefined> {
  if (!whole.isWhole) return undefined
  const ids = new Set(whole.pets.map(idText))
  return (await owed(run, whole)).find((pet) => !ids.has(idText(pet)))
}
