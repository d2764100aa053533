import { petStatuses } from '../../spec/index.ts'
import { clause } from '../clause.ts'
import { expectError, expectPet } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import { added, knownCategory } from '../probes.ts'
import { refusedBodies, refusedCreation } from './additions.ts'

clause('CREATE-1', '', ['writes'], async (run) => {
  expectPet(run, await added(run, {}), 201)
})

for (const status of petStatuses) {
  clause('CREATE-2', `an animal that is ${status}`, ['writes'], async (run) => {
    const exchange = await added(run, { status })
    const pet = expectPet(run, exchange, 201)
    const sent = { name: run.settings.mark, categoryId: await knownCategory(run), status }
    for (const field of ['name', 'categoryId', 'status'] as const) {
      expectThat(
        pet[field] === sent[field],
        `${field} ${sent[field]}`,
        `${pet[field] ?? 'nothing'}`,
        exchange,
      )
    }
  })

  clause('CREATE-7', `status ${status} may be set`, ['writes'], async (run) => {
    const exchange = await added(run, { status })
    const pet = expectPet(run, exchange, 201)
    expectThat(pet.status === status, `status ${status}`, pet.status ?? 'none', exchange)
  })
}

clause('CREATE-7', 'none need be set', ['writes'], async (run) => {
  expectPet(run, await added(run, {}), 201)
})

for (const body of refusedBodies) {
  clause(body.clause, `${body.fault}: 400`, ['writes'], async (run) => {
    expectError(run, await run.session.share(await refusedCreation(run, body)), 400)
  })
}
