import { clause } from '../clause.ts'
import { expectError, expectPet } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import { addedPet, get } from '../probes.ts'

const GREATEST = 2n ** 63n - 1n

clause('GET-1', '', ['writes'], async (run) => {
  const created = await addedPet(run, { status: 'sold' })
  const exchange = await run.session.share(get(created.id))
  const read = expectPet(run, exchange)
  for (const field of ['id', 'name', 'categoryId', 'status'] as const) {
    expectThat(
      read[field] === created[field],
      `${field} ${created[field]}`,
      `${read[field] ?? 'nothing'}`,
      exchange,
    )
  }
})

clause('GET-2', '', [], async (run) => {
  expectError(run, await run.session.share(get(GREATEST)), 404)
})

clause('GET-3', '', [], async (run) => {
  const least = await run.session.share(get(-(2n ** 63n)))
  expectThat([200, 404].includes(least.status), 'status 200 or 404', `status ${least.status}`, least)
})
