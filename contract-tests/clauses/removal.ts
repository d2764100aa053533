import { REMOVAL_OF_GET_PET } from '../../spec/index.ts'
import { clause, openPoint } from '../engine/clause.ts'
import { expectStatus } from '../engine/expect/expect-status.ts'
import { byStatus } from '../engine/expect/observe.ts'
import type { Exchange } from '../engine/exchange.ts'
import { addedPet, get } from '../probes/requests.ts'
import { CLOCK_TOLERANCE_MS } from '../engine/service-time.ts'
import type { Run } from '../engine/run.ts'

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
