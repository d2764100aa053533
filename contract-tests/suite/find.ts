import { petStatuses } from '../../spec/index.ts'
import { clause } from '../clause.ts'
import { expectPet, expectPets } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import { added, listAfterAdding } from '../probes.ts'
import { findAdded } from './find-added.ts'

clause('LIST-6', '', ['writes'], async (run) => {
  const page = await run.session.share(listAfterAdding())
  const statuses = new Set(expectPets(run, page).map(({ status }) => status))
  // Two statuses in one page prove that nothing was filtered, however many animals there are.
  if (statuses.size > 1) return
  for (const status of petStatuses) {
    const pet = expectPet(run, await added(run, { status }), 201)
    const { found, page: last } = await findAdded(run, '?limit=100', pet.id)
    expectThat(found, `animal ${pet.id}, which is ${status}, in the list`, 'a list without it', last)
  }
})

clause('LIST-7', '', ['writes'], async (run) => {
  const pet = expectPet(run, await added(run, { status: 'sold' }), 201)
  const { found, page } = await findAdded(run, '?status=sold&limit=100', pet.id)
  expectThat(found, `animal ${pet.id} in the list`, 'a list without it', page)
})

clause('CREATE-6', '', ['writes'], async (run) => {
  const name = `${run.settings.mark}-refused`
  const exchange = await run.session.share(listAfterAdding())
  expectThat(!exchange.body.includes(name), `no animal named ${name}`, 'one', exchange)
})

clause('AUTH-5', '', ['writes'], async (run) => {
  const name = `${run.settings.mark}-unauthorized`
  const exchange = await run.session.share(listAfterAdding())
  expectThat(!exchange.body.includes(name), `no animal named ${name}`, 'one', exchange)
})

clause('DEPRECATION-3', '', ['writes'], async (run) => {
  const { id } = expectPet(run, await added(run, { status: 'sold' }), 201)
  const { found, page } = await findAdded(run, '?status=sold&limit=100', id)
  expectThat(found, `animal ${id} among those with status=sold`, 'a list without it', page)
})
