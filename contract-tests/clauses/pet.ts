import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { expectThat, isAdded, isObject } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { addAll } from '../probes/additions.ts'
import { createFault, givenAdded, givenIds, givenList, givenRead, givenUniqueIds } from '../probes/given.ts'
import { added, BEYOND_DOUBLES, get, list, listAfterAdding, LONGEST_PAGE } from '../probes/requests.ts'

export const petChecks: readonly Check[] = [
  {
    id: 'PET-2',
    aspect: 'that of a new pet is that of no other',
    needs: ['writes'],
    cost: 2,
    check: async (run) => {
      const ids = new Set(givenList(await run.session.share(list(LONGEST_PAGE))).map(({ id }) => String(id)))
      for (const status of ['available', 'pending']) {
        const id = String((await givenAdded(run, { status }))['id'])
        expectThat(!ids.has(id), 'an id that no pet has', `${id} once more`, await added(run, { status }))
        ids.add(id)
      }
    },
  },
  {
    id: 'PET-4',
    aspect: 'a categoryId beyond 2^53 comes back digit for digit',
    needs: ['writes'],
    cost: 2,
    check: async (run) => {
      const { creation, id } = await addBeyond(run)
      expectExact(creation, creation.json)
      await givenUniqueIds(run)
      const read = await run.session.share(get(id))
      const pet = await givenRead(run, read)
      if (String(pet['id']) !== id) dependsOn('GET-1')
      expectExact(read, pet)
    },
  },
  {
    id: 'PET-4',
    aspect: 'a categoryId beyond 2^53 is listed digit for digit',
    needs: ['writes'],
    cost: 14,
    check: async (run) => {
      const { id } = await addBeyond(run)
      await addAll(run)
      await givenUniqueIds(run)
      const page = await run.session.share(listAfterAdding())
      const pet = givenList(page).find((one) => String(one['id']) === id)
      if (pet === undefined) missing('the pet in the first page of the list')
      expectExact(page, pet)
    },
  },
  {
    id: 'PET-2',
    aspect: 'no two pets of a page have the same',
    check: async (run) => {
      const page = await run.session.share(list(LONGEST_PAGE))
      const few = givenIds(page).length < 2
      if (few && !run.settings.readOnly) await addAll(run)
      const fuller = few ? await run.session.share(listAfterAdding()) : page
      const ids = givenIds(fuller).map(({ id }) => String(id))
      const twice = ids.find((id, at) => ids.indexOf(id) < at)
      expectThat(twice === undefined, 'each id once', `${twice} twice`, fuller)
      if (ids.length < 2) missing('a page of two pets')
    },
  },
]

async function addBeyond(run: Run): Promise<{ readonly creation: Exchange; readonly id: string }> {
  const creation = await added(run, { categoryId: BEYOND_DOUBLES })
  if (creation.status === 400) {
    await givenAdded(run, {})
    missing(
      `a pet in category ${BEYOND_DOUBLES}: the service takes only categories that it knows (category-check)`,
    )
  }
  if (!isAdded(creation) || !isObject(creation.json)) dependsOn(await createFault(run, creation))
  return { creation, id: String(creation.json['id']) }
}

function expectExact(exchange: Exchange, pet: unknown): void {
  const categoryId = isObject(pet) ? pet['categoryId'] : undefined
  expectThat(categoryId === BEYOND_DOUBLES, `categoryId ${BEYOND_DOUBLES}`, String(categoryId), exchange)
}
