import { petStatuses } from '../../spec/index.ts'
import { clause } from '../clause.ts'
import { expectPets } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import { addedPet, list } from '../probes.ts'
import { refusedName, unauthorizedName } from './additions.ts'
import { expectNotAdded, findAdded } from './find-added.ts'

clause('LIST-6', '', ['writes'], async (run) => {
  const page = await run.session.share(list('?limit=100'))
  const statuses = new Set(expectPets(run, page).map(({ status }) => status))
  // Two statuses in one page prove that nothing was filtered, however many animals there are.
  if (statuses.size > 1) return
  for (const status of petStatuses) {
    const pet = await addedPet(run, { status })
    const { found, page: last } = await findAdded(run, '?limit=100', pet.id)
    expectThat(found, `animal ${pet.id}, which is ${status}, in the list`, 'a list without it', last)
  }
})

clause('LIST-7', '', ['writes'], async (run) => {
  const pet = await addedPet(run, { status: 'sold' })
  const { found, page } = await findAdded(run, '?status=sold&limit=100', pet.id)
  expectThat(found, `animal ${pet.id} in the list`, 'a list without it', page)
})

clause('CREATE-6', '', ['writes'], async (run) => {
  await expectNotAdded(run, refusedName(run))
})

clause('AUTH-5', '', ['writes'], async (run) => {
  await expectNotAdded(run, unauthorizedName(run))
})

clause('DEPRECATION-3', '', ['writes'], async (run) => {
  const { id } = await addedPet(run, { status: 'sold' })
  const { found, page } = await findAdded(run, '?status=sold&limit=100', id)
  expectThat(found, `animal ${id} among those with status=sold`, 'a list without it', page)
})
