import { petStatuses } from '../../spec/index.ts'
import { clause } from '../clause.ts'
import { expectError, expectPet } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import { added, create, knownCategory } from '../probes.ts'

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

/** Bodies that have one fault each; every one would be added under a name by which it can be found. */
const refused = [
  ['CREATE-3', 'without name', (_name: string, categoryId: string) => `{"categoryId":${categoryId}}`],
  ['CREATE-3', 'without categoryId', (name: string) => `{"name":${name}}`],
  ['CREATE-4', 'name is a number', (_name: string, id: string) => `{"name":7,"categoryId":${id}}`],
  ['CREATE-4', 'categoryId is a string', (name: string) => `{"name":${name},"categoryId":"1"}`],
  ['CREATE-4', 'categoryId has a fraction', (name: string) => `{"name":${name},"categoryId":1.5}`],
  ['CREATE-4', 'categoryId is 2^63', (name: string) => `{"name":${name},"categoryId":9223372036854775808}`],
  [
    'CREATE-4',
    'status is unknown',
    (name: string, id: string) => `{"name":${name},"categoryId":${id},"status":"lost"}`,
  ],
  ['CREATE-5', 'no body', () => ''],
  ['CREATE-5', 'an array', (name: string, id: string) => `[{"name":${name},"categoryId":${id}}]`],
  ['CREATE-5', 'JSON that is cut off', (name: string, id: string) => `{"name":${name},"categoryId":${id}`],
] as const

for (const [id, fault, write] of refused) {
  clause(id, `${fault}: 400`, ['writes'], async (run) => {
    const name = JSON.stringify(`${run.settings.mark}-refused`)
    const body = write(name, String(await knownCategory(run)))
    expectError(run, await run.session.share(create(body)), 400)
  })
}
