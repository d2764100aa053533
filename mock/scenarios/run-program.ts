import { attempt } from './attempt.ts'
import type { Job } from './job.ts'
import type { Ending } from './scenario-report.ts'

/** One program of a client: it takes on request after request until all of them are served. */
export async function runProgram(job: Job): Promise<Ending> {
  let next = job.time.now()
  while (job.tally.taken < job.requests) {
    job.tally.taken += 1
    const end = await getServed(job, next)
    if (typeof end === 'string') return end
    next = end
  }
  return 'done'
}

/** Repeats one request until it is served; resolves with the time of the next one, or with why there is none. */
async function getServed(job: Job, first: number): Promise<number | Exclude<Ending, 'done'>> {
  const { client, time, signal, random, note } = job
  let next = first
  for (let inARow = 1; ; inARow += 1) {
    if (next > job.deadline) return 'out-of-time'
    await time.until(next, signal)
    if (signal.aborted) return 'stopped'
    next = time.now() + job.pace
    const outcome = await attempt(job)
    if (outcome.served) return next
    const wait = client.waitAfter({ asked: outcome.asked, inARow }, random)
    if (wait === 0) continue
    const until = time.now() + wait
    note({ kind: 'waiting', until })
    next = Math.max(next, until)
  }
}
