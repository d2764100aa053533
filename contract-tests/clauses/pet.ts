import { petStatuses } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { outOfReach } from '../engine/verdicts.ts'
import { idText, isAdded } from '../history/values.ts'
import { addAll } from '../probes/additions.ts'
import { getShown, givenAdded, givenCreation, givenList, reasonOf } from '../probes/given.ts'
import { list, listAfterAdding, LONGEST_PAGE } from '../probes/requests.ts'
import { added } from '../probes/added.ts'
import { BELOW_DOUBLES, BEYOND_DOUBLES, GREATEST } from '../probes/rich-bodies.ts'

export const petChecks: readonly Check[] = [
  {
    id: 'PET-2',
    aspect: 'a new pet has an id that no other pet has',
    needs: ['writes'],
    cost: 9,
    ask: async (run) => {
      await run.session.share(list(LONGEST_PAGE))
      const creations: Exchange[] = []
      for (const status of petStatuses) {
        await givenAdded(run, { status })
        creations.push(await added(run, { status }))
      }
      return creations
    },
  },
  ...(
    [
      ['beyond 2^53', BEYOND_DOUBLES],
      ['below −2^53', BELOW_DOUBLES],
      ['that is the greatest int64', GREATEST],
    ] as const
  ).flatMap(([what, categoryId]): readonly Check[] => [
    {
      id: 'PET-4',
      aspect: `a categoryId ${what} comes back digit for digit`,
      needs: ['writes'],
      cost: 1,
      ask: async (run) => {
        const creation = await givenCategory(run, categoryId)
        return isAdded(creation) ? [creation, await run.session.share(getShown(creation.json))] : [creation]
      },
    },
    {
      id: 'PET-4',
      aspect: `a categoryId ${what} is listed digit for digit`,
      needs: ['writes'],
      cost: categoryId === BEYOND_DOUBLES ? 23 : 0,
      ask: async (run) => {
        const creation = await givenCategory(run, categoryId)
        await addAll(run)
        const page = await run.session.share(listAfterAdding())
        const isListed = givenList(page).some((one) => idText(one) === idText(creation.json))
        return isListed
          ? [creation, page]
          : outOfReach(
              'the added pet on the first page of the list: it shows with fewer pets, or the newest first',
            )
      },
    },
  ]),
]

/** A creation with a category, where no rule of categories refuses it. */
async function givenCategory(run: Run, categoryId: bigint): Promise<Exchange> {
  const creation = await added(run, { categoryId })
  if (creation.status !== 400) return givenCreation(run, { categoryId })
  await givenAdded(run, {})
  return outOfReach(`a pet in category ${categoryId}, which the service refuses: ${reasonOf(creation)}`)
}
