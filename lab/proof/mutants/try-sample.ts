// Tries a sample of the mutants that the suite has killed: `npm run lab -- mutant-sample`.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { counted } from '../../../spec/wording.ts'
import { nameSampled, readSample, whatIsLeft, type Sampled } from './sample.ts'

const { mutants: sample, promises, lost } = await whatIsLeft(await readSample())
const told = await runSample(sample)
const missed = sample.flatMap((one, at) => {
  const said = told[at] ?? []
  if (said.includes(one.told)) return []
  const instead = said.length === 0 ? 'nothing' : said.join(', ')
  return [`${nameSampled(one)} (mix: ${one.mix}): a run says not ${one.told}, but ${instead}`]
})
for (const one of missed) process.stdout.write(`${one}\n`)
for (const one of lost)
  process.stdout.write(
    `${one}: no mutant of sample.yaml is still there that would show it; npm run lab -- mutants draws others\n`,
  )
process.stdout.write(
  `${sample.length - missed.length} of ${counted(sample.length, 'sampled mutant')} were killed as they had been, and broke ${counted(promises.size, 'clause')}\n`,
)
process.exitCode = missed.length + lost.length === 0 ? 0 : 1

/** What a run says of each of them otherwise than of the mock; in a thread in which nothing else runs. */
async function runSample(mutants: readonly Sampled[]): Promise<readonly (readonly string[])[]> {
  const thread = new URL('sample-thread.ts', import.meta.url)
  const worker = new Worker(thread, { workerData: mutants, execArgv: ['--no-warnings'] })
  const [said] = (await once(worker, 'message')) as [readonly (readonly string[])[]]
  await worker.terminate()
  return said
}
