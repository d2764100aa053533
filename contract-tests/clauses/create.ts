import { petStatuses } from '../../spec/index.ts'
import { clause } from '../engine/clause.ts'
import { dependsOn } from '../engine/expect/depends-on.ts'
import { expectStatus, wrongStatus } from '../engine/expect/expect-status.ts'
import { expectThat } from '../engine/expect/expect-that.ts'
import { accessFault, createFault, givenAdded, isObject } from '../engine/expect/given.ts'
import { shown } from '../engine/expect/shown.ts'
import { NotVerified } from '../engine/not-verified.ts'
import { added, knownCategory, oddlyNamed } from '../probes/requests.ts'
import { refusedBodies, refusedCreation } from '../probes/additions.ts'

const SOME_STATUS = { status: petStatuses[0] }

clause('CREATE-1', '', ['writes'], async (run) => {
  const creation = await added(run, {})
  if (creation.status !== 201) {
    const fault = await createFault(run, creation)
    if (fault !== 'CREATE-1') dependsOn(fault)
    if ((await added(run, SOME_STATUS)).status === 201) dependsOn('CREATE-7')
    throw wrongStatus(creation, 201)
  }
  expectThat(isObject(creation.json), 'a pet', 'no JSON object', creation)
})

for (const status of petStatuses) {
  clause('CREATE-2', `a pet that is ${status}`, ['writes'], async (run) => {
    const pet = await givenAdded(run, { status })
    const exchange = await added(run, { status })
    const sent = { name: run.settings.mark, categoryId: await knownCategory(run), status }
    for (const [field, value] of Object.entries(sent)) {
      const came = shown(pet[field])
      expectThat(came === String(value), `${field} ${value}`, came, exchange)
    }
  })

  clause('CREATE-7', `status ${status} may be set`, ['writes'], async (run) => {
    await givenAdded(run, {})
    expectStatus(await added(run, { status }), 201)
  })
}

clause('CREATE-7', 'none need be set', ['writes'], async (run) => {
  await givenAdded(run, SOME_STATUS)
  expectStatus(await added(run, {}), 201)
})

clause('CREATE-2', 'a name beyond ASCII', ['writes'], async (run) => {
  await givenAdded(run, {})
  const mark = `${run.settings.mark} Zoë 🐈`
  const odd = await oddlyNamed(run)
  // A service may refuse control characters.
  const exchange = odd.status === 201 ? odd : await added(run, { name: mark })
  if (exchange.status !== 201) throw new NotVerified('precondition missing', 'a pet of that name')
  const came = isObject(exchange.json) ? shown(exchange.json['name']) : 'no name'
  expectThat(came.startsWith(mark), mark, came, exchange)
})

for (const body of refusedBodies) {
  clause(body.clause, `${body.fault}: 400`, ['writes'], async (run) => {
    const reply = await run.session.share(await refusedCreation(run, body))
    const fault = accessFault(reply.status)
    if (fault !== undefined) dependsOn(fault)
    expectStatus(reply, 400)
  })
}
