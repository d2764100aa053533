import { petStatuses } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { expectThat } from '../engine/expect.ts'
import { isAdded, isObject, type JsonObject, idText } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { addAll } from '../probes/additions.ts'
import { createFault, givenAdded, givenList, givenRead, givenUniqueIds, getShown } from '../probes/given.ts'
import { type AddedPet, inexactness, isAnother } from '../probes/kept.ts'
import { added, list, listAfterAdding, LONGEST_PAGE } from '../probes/requests.ts'
import { BEYOND_DOUBLES, GREATEST, LEAST } from '../probes/rich-bodies.ts'

export const petChecks: readonly Check[] = [
  {
    id: 'PET-2',
    aspect: 'a new pet has an id that no other pet has',
    needs: ['writes'],
    cost: 5,
    check: async (run) => {
      const ids = new Set(givenList(await run.session.share(list(LONGEST_PAGE))).map(idText))
      for (const status of petStatuses) {
        const id = idText(await givenAdded(run, { status }))
        expectThat(!ids.has(id), 'an id that no pet has', `${id} once more`, await added(run, { status }))
        ids.add(id)
      }
    },
  },
  ...(
    [
      ['beyond 2^53', BEYOND_DOUBLES],
      ['that is the least int64', LEAST],
      ['that is the greatest int64', GREATEST],
    ] as const
  ).flatMap(([what, categoryId]): readonly Check[] => [
    {
      id: 'PET-4',
      aspect: `a categoryId ${what} comes back digit for digit`,
      needs: ['writes'],
      cost: 1,
      check: async (run) => {
        const pet = await givenCategory(run, categoryId)
        const { told, creation } = pet
        expectExact(pet, told, creation)
        await givenUniqueIds(run)
        const read = await run.session.share(getShown(told))
        const found = await givenRead(run, read)
        if (idText(found) !== idText(told) || isElse(run, pet, found)) dependsOn('GET-1')
        expectExact(pet, found, read)
      },
    },
    {
      id: 'PET-4',
      aspect: `a categoryId ${what} is listed digit for digit`,
      needs: ['writes'],
      cost: categoryId === BEYOND_DOUBLES ? 23 : 0,
      check: async (run) => {
        const pet = await givenCategory(run, categoryId)
        await addAll(run)
        await givenUniqueIds(run)
        const page = await run.session.share(listAfterAdding())
        const listed = givenList(page).find((one) => idText(one) === idText(pet.told))
        if (listed === undefined) {
          missing(
            'the added pet on the first page of the list: it shows with fewer pets, or the newest first',
          )
        }
        if (isElse(run, pet, listed)) dependsOn('LIST-7')
        expectExact(pet, listed, page)
      },
    },
  ]),
]

const MOST_SHOWN = 120

/** A pet that was added with a category, where the service takes it. */
async function givenCategory(run: Run, categoryId: bigint): Promise<AddedPet> {
  const creation = await added(run, { categoryId })
  if (creation.status === 400) {
    await givenAdded(run, {})
    missing(
      `a pet in category ${categoryId}, which the service refuses: ${creation.body.slice(0, MOST_SHOWN)}`,
    )
  }
  if (!isAdded(creation) || !isObject(creation.json)) dependsOn(await createFault(run, creation))
  return { creation, sent: { categoryId }, told: creation.json }
}

/** Whether another pet stands there: by its name, or since it is another one of the run. */
function isElse(run: Run, pet: AddedPet, now: JsonObject): boolean {
  return now['name'] !== pet.told['name'] || isAnother(run, pet, now)
}

function expectExact(pet: AddedPet, now: JsonObject, exchange: Exchange): void {
  const breach = inexactness(pet, now, exchange)
  if (breach) throw breach
}
