import { inject, test } from 'vitest'
import { currentRun } from '../engine/run.ts'

// Last of all, for it is about every exchange of the run. It judges the service, and is no verdict of the suite's.
if (inject('contract').secondOpinion) {
  test('what Prism says of the same exchanges', async ({ task }) => {
    const { session } = await currentRun()
    const { secondOpinion } = await import('../opinions/prism/second-opinion.ts')
    task.meta.opinion = await secondOpinion(session.exchanges)
  })
}
