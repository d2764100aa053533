// Loads the mock with the mutants of the sample switched off, switches on one at a time, and posts what a run reports of each.
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { Sampled } from './sample.ts'
import { ACTIVE, withSwitches, type Change } from './switches.ts'
import { describeChanges, resultOf, type RunResult } from './run-result.ts'

const ROOT = join(import.meta.dirname, '../../..')
const sample = workerData as readonly Sampled[]

const changed = new Map<string, Map<number, Change>>()
for (const [number, one] of sample.entries()) {
  const url = pathToFileURL(join(ROOT, one.file)).href
  changed.set(url, (changed.get(url) ?? new Map<number, Change>()).set(number, one))
}
registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const changes = changed.get(url)
    if (!changes || !loaded.source) return loaded
    const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
    return { ...loaded, source: withSwitches(source, changes) }
  },
})
const { mixes, runMix } = await import('./mixes.ts')

const healthy = new Map<string, RunResult>()
const reports: (readonly string[])[] = []
for (const [number, { mix }] of sample.entries()) {
  healthy.set(mix, healthy.get(mix) ?? (await run(mix)))
  Object.assign(globalThis, { [ACTIVE]: number })
  reports.push(await changesIn(mix))
  Object.assign(globalThis, { [ACTIVE]: undefined })
}
// A mutant that changed something for good would have been blamed on those after it.
for (const mix of healthy.keys()) assert.deepEqual(await changesIn(mix), [], `${mix} is not healthy any more`)
parentPort?.postMessage(reports)

async function run(id: string): Promise<RunResult> {
  const mix = mixes.find((one) => one.id === id)
  assert(mix, `there is no mix ${id}`)
  return resultOf(await runMix(mix))
}

async function changesIn(mix: string): Promise<readonly string[]> {
  const before = healthy.get(mix)
  assert(before)
  return describeChanges(before, await run(mix))
}
