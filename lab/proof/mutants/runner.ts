// The plugin through which Stryker runs the suite: its tests are runs against the mixes.
import { readFile, writeFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Mix, runMix } from './mixes.ts'
import { isInSample } from './part.ts'
import { faultsOf } from '../read-report.ts'
import { describeChanges, resultOf, type RunResult } from './run-result.ts'
import { MUTANTS, type MutantRun, type Switch } from './switch.ts'

const mutants: Switch = {}
Object.assign(globalThis, { [MUTANTS]: mutants })

/** The file with the results of the healthy mock, which every process compares with; in Stryker's copy of the repository. */
const HEALTHY = 'healthy-runs.json'

/** The suite and the mock of that copy, in which the mutants sleep. */
async function inCopy(): Promise<typeof import('./mixes.ts')> {
  // Hundreds of processes load the same.
  enableCompileCache(resolve('compile-cache'))
  const path = pathToFileURL(resolve('lab/proof/mutants/mixes.ts')).href
  return (await import(path)) as typeof import('./mixes.ts')
}

const runner = {
  // A module is loaded once: a mutant that acts while it loads needs another process.
  capabilities: () => ({ reloadEnvironment: false }),

  /** Runs every mix with no mutant active, and reports which mutants each of them passes. */
  async dryRun(): Promise<object> {
    const { mixes, runMix } = await inCopy()
    const healthy: Record<string, RunResult> = {}
    const tests: object[] = []
    for (const mix of mixes) {
      mutants.currentTestId = mix.id
      const started = performance.now()
      const report = await runMix(mix)
      // Every mutant would be killed where the suite ends at a fault of its own (--bail).
      const [fault] = faultsOf(report)
      if (fault !== undefined) return { status: 'error', errorMessage: `${mix.id}: ${fault}` }
      healthy[mix.id] = resultOf(report)
      tests.push({ id: mix.id, name: mix.id, status: 0, timeSpentMs: performance.now() - started })
    }
    mutants.currentTestId = undefined
    await writeFile(HEALTHY, JSON.stringify(healthy))
    return { status: 'complete', tests, mutantCoverage: mutants.mutantCoverage }
  },

  /** Activates one mutant and runs the mixes that pass it, until one of them reports something else. */
  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }: MutantRun): Promise<object> {
    if (!isInSample(activeMutant.id, Number(process.env['ONE_IN'])))
      return { status: 'survived', nrOfTests: 0 }
    const healthy = JSON.parse(await readFile(HEALTHY, 'utf8')) as Readonly<Record<string, RunResult>>
    const isStatic = mutantActivation === 'static'
    const active = { activeMutant: activeMutant.id, hitCount: 0, hitLimit }
    if (isStatic) Object.assign(mutants, active)
    const { mixes, runMix } = await inCopy()
    // A header that cannot be sent shows only over connections.
    const isOfConnections = /\/mock\/(?:http\/|edge\/reply-headers)/.test(activeMutant.fileName)
    let ran = 0
    for (const mix of mixes) {
      if (testFilter?.includes(mix.id) === false || isOfConnections !== (mix.overSockets ?? false)) continue
      ran += 1
      Object.assign(mutants, active)
      const changes = await changesIn(healthy, { ...mix, more: { ...mix.more, bail: true } }, runMix)
      const isEndless = hitLimit !== undefined && (mutants.hitCount ?? 0) > hitLimit
      Object.assign(mutants, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined })
      if (isEndless) return { status: 'timeout', reason: 'it does not end' }
      if (changes.length === 0) continue
      // A mutant that changed something in this process for good would be blamed on others: Stryker then starts another process and tries again.
      if (!isStatic && (await changesIn(healthy, mix, runMix)).length > 0)
        throw new Error(`${mix.id} is not healthy any more, with no mutant active`)
      return { status: 'killed', killedBy: [mix.id], failureMessage: changes.join('; '), nrOfTests: ran }
    }
    return { status: 'survived', nrOfTests: ran }
  },
}

// An exception outside of a request ends the run, and not this process.
let crashed: (error: Error) => void = () => undefined
process.on('uncaughtException', (error) => {
  crashed(error)
})

async function changesIn(
  healthy: Readonly<Record<string, RunResult>>,
  mix: Mix,
  run: typeof runMix,
): Promise<readonly string[]> {
  const before = healthy[mix.id]
  if (before === undefined) throw new Error(`there is no result of the healthy mock for ${mix.id}`)
  const crash = new Promise<never>((_resolve, reject) => {
    crashed = reject
  })
  try {
    return describeChanges(before, resultOf(await Promise.race([run(mix), crash])))
  } catch (error) {
    return [`ended: ${error instanceof Error ? error.message : String(error)}`]
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'suite', factory: () => runner }]
