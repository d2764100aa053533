import { REMOVAL_OF_GET_PET } from '../../spec/index.ts'
import { clause, openPoint } from '../clause.ts'
import { expectStatus } from '../expect/expect-status.ts'
import { byStatus } from '../expect/observe.ts'
import type { Exchange } from '../probe/exchange.ts'
import { addedPet, get } from '../probes.ts'
import { CLOCK_TOLERANCE_MS } from '../probe/service-time.ts'
import type { Run } from '../run.ts'

clause('DEPRECATION-2', '', ['writes', 'a clock'], async (run) => {
  expectStatus(await afterRemoval(run), 404, 410)
})

openPoint('after-sunset', async (run) => {
  return byStatus(await afterRemoval(run), { 200: 'still-served', 404: '404', 410: '410' })
})

/** What getPet answers of a pet that exists, from the day of its removal on. */
async function afterRemoval(run: Run): Promise<Exchange> {
  const { id } = await addedPet(run, { status: 'sold' })
  const { time } = run.session
  const wait = REMOVAL_OF_GET_PET + CLOCK_TOLERANCE_MS - time.now()
  if (wait > 0) await time.pass(wait)
  return run.session.share({ ...get(id), moment: 'after the removal' })
}
