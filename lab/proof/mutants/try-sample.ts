// Runs a sample of the mutants that the suite has killed: `npm run lab -- mutant-sample`.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { counted } from '../../../spec/wording.ts'
import { findRemaining, nameSampled, readSample, type Sampled } from './sample.ts'

const MOST_SHOWN = 8

const { mutants: sample, promises, lost } = await findRemaining(await readSample())
const reports = await runSample(sample)
const missed = sample.flatMap((one, at) => {
  const actual = reports[at] ?? []
  if (actual.includes(one.reports)) return []
  const instead = actual.length === 0 ? 'nothing' : actual.slice(0, MOST_SHOWN).join(', ')
  return [`${nameSampled(one)} (mix: ${one.mix}): expected the run to report ${one.reports}, got ${instead}`]
})
for (const one of missed) process.stdout.write(`${one}\n`)
for (const one of lost)
  process.stdout.write(
    `${one}: the code of its mutants in sample.yaml has been removed; npm run lab -- mutants draws others\n`,
  )
process.stdout.write(
  `${sample.length - missed.length} of ${counted(sample.length, 'sampled mutant')} were killed as before; they break ${counted(promises.size, 'clause')}\n`,
)
process.exitCode = missed.length + lost.length === 0 ? 0 : 1

/** What a run reports of each mutant and not of the mock. Runs in a thread of its own, since it changes the mock's source. */
async function runSample(mutants: readonly Sampled[]): Promise<readonly (readonly string[])[]> {
  const thread = new URL('sample-thread.ts', import.meta.url)
  const worker = new Worker(thread, { workerData: mutants, execArgv: ['--no-warnings'] })
  const [result] = (await once(worker, 'message')) as [readonly (readonly string[])[]]
  await worker.terminate()
  return result
}
