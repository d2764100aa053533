import { clause } from '../clause.ts'
import { dependsOn } from '../expect/depends-on.ts'
import { expectStatus } from '../expect/expect-status.ts'
import { expectThat } from '../expect/expect-that.ts'
import { givenAdded, isObject } from '../expect/given.ts'
import type { Exchange } from '../probe/exchange.ts'
import { shown } from '../expect/shown.ts'
import { get } from '../probes.ts'
import type { Run } from '../run.ts'
import { givenUniqueIds, readListed } from './reading.ts'

const LEAST = -(2n ** 63n)
const GREATEST = 2n ** 63n - 1n

clause('GET-1', '', ['writes'], async (run) => {
  const created = await givenAdded(run, { status: 'sold' })
  await givenUniqueIds(run)
  const exchange = await run.session.share(get(String(created['id'])))
  await expectServed(run, exchange)
  expectStatus(exchange, 200)
  const read = isObject(exchange.json) ? exchange.json : {}
  for (const field of ['id', 'name', 'categoryId', 'status']) {
    const [was, is] = [created[field], read[field]]
    expectThat(is === was, `${field} ${shown(was)}`, shown(is), exchange)
  }
})

for (const [what, id] of [
  ['least', LEAST],
  ['greatest', GREATEST],
] as const) {
  clause('GET-2', `the ${what} id, where no animal has it`, [], async (run) => {
    const reply = await run.session.share(get(id))
    await expectServed(run, reply)
    if (reply.status === 400) dependsOn('GET-3')
    if (reply.status === 200 && idOf(reply) === id) return
    expectStatus(reply, 404)
  })

  clause('GET-3', `the ${what} id`, [], async (run) => {
    const reply = await run.session.share(get(id))
    await expectServed(run, reply)
    if (reply.status === 200 && idOf(reply) !== id) dependsOn('GET-2')
    expectStatus(reply, 200, 404)
  })
}

function idOf({ json }: Exchange): unknown {
  return isObject(json) ? json['id'] : undefined
}

/** Leaves the rest to another clause where getPet serves nothing at all. */
async function expectServed(run: Run, exchange: Exchange): Promise<void> {
  if (exchange.status === 401 || exchange.status === 403) dependsOn('AUTH-1')
  const listed = await readListed(run)
  if ([404, 405, 410, 501].includes(listed.status)) dependsOn('DEPRECATION-1')
}
