// Tries a sample of the mutants that the suite has killed: `npm run mutant-sample`.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { counted } from '../../../spec/index.ts'
import { nameSampled, readSample, type Sampled } from './sample.ts'
import { canBeSwitched } from './switches.ts'

const all = await readSample()
const sample = all.filter(isThere)
const promises = new Set(sample.map(({ told }) => told).filter(isOfPromise))
const lost = new Set(all.map(({ told }) => told).filter((told) => isOfPromise(told) && !promises.has(told)))
const told = await runSample(sample)
const missed = sample.flatMap((one, at) => {
  const said = told[at] ?? []
  if (said.includes(one.told)) return []
  const instead = said.length === 0 ? 'nothing' : said.join(', ')
  return [`${nameSampled(one)} (mix: ${one.mix}): a run says not ${one.told}, but ${instead}`]
})
for (const one of missed) process.stdout.write(`${one}\n`)
for (const one of lost)
  process.stdout.write(`${one}: no mutant of sample.yaml is still there that would show it\n`)
process.stdout.write(
  `${sample.length - missed.length} of ${counted(sample.length, 'sampled mutant')} were killed as they had been, and broke ${counted(promises.size, 'clause')}\n`,
)
process.exitCode = missed.length + lost.size === 0 ? 0 : 1

function isThere(one: Sampled): boolean {
  return canBeSwitched(readFileSync(join(import.meta.dirname, '../../..', one.file), 'utf8'), one)
}

function isOfPromise(one: string): boolean {
  return !one.startsWith('read ')
}

/** What a run says of each of them otherwise than of the mock; in a thread in which nothing else runs. */
async function runSample(mutants: readonly Sampled[]): Promise<readonly (readonly string[])[]> {
  const thread = new URL('sample-thread.ts', import.meta.url)
  const worker = new Worker(thread, { workerData: mutants, execArgv: ['--no-warnings'] })
  const [said] = (await once(worker, 'message')) as [readonly (readonly string[])[]]
  await worker.terminate()
  return said
}
