// Has the mock loaded with the mutants of the sample asleep in it, and tells what a run says of each.
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { Sampled } from './sample.ts'
import { AWAKE, withSwitches, type Change } from './switches.ts'
import { saidOtherwise, whatWasSaid, type Said } from './what-was-said.ts'

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

const healthy = new Map<string, Said>()
const told: (readonly string[])[] = []
for (const [number, { mix }] of sample.entries()) {
  healthy.set(mix, healthy.get(mix) ?? (await said(mix)))
  Object.assign(globalThis, { [AWAKE]: number })
  told.push(await otherwise(mix))
  Object.assign(globalThis, { [AWAKE]: undefined })
}
// What one of them left behind would have accused others.
for (const mix of healthy.keys()) assert.deepEqual(await otherwise(mix), [], `${mix} is not healthy any more`)
parentPort?.postMessage(told)

async function said(id: string): Promise<Said> {
  const mix = mixes.find((one) => one.id === id)
  assert(mix, `there is no mix ${id}`)
  return whatWasSaid(await runMix(mix))
}

async function otherwise(mix: string): Promise<readonly string[]> {
  const before = healthy.get(mix)
  assert(before)
  return saidOtherwise(before, await said(mix))
}
