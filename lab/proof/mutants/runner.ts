// Stryker's way to the suite: a plugin of it, whose tests are runs against the mixes.
import { readFile, writeFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Mix, runMix } from './mixes.ts'
import { saidOtherwise, whatWasSaid, type Said } from './what-was-said.ts'

/** As much of Stryker's interface as is needed here; its packages are installed for `npm run lab -- mutants` alone. */
interface MutantRun {
  readonly activeMutant: { readonly id: string; readonly fileName: string }
  readonly testFilter?: readonly string[]
  readonly hitLimit?: number
  readonly mutantActivation: 'runtime' | 'static'
}

/** What the instrumented source looks at, in the global of this name. */
interface Switch {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: unknown
}

const mutants: Switch = {}
Object.assign(globalThis, { __stryker__: mutants })

/** Where what was said of the healthy mock is kept, for every process compares with it: in Stryker's copy of the repository. */
const HEALTHY = 'healthy-runs.json'

/** The suite and the mock of that copy, in which the mutants sleep. */
async function inCopy(): Promise<typeof import('./mixes.ts')> {
  // Hundreds of processes load the same.
  enableCompileCache(resolve('compile-cache'))
  const path = pathToFileURL(resolve('lab/proof/mutants/mixes.ts')).href
  return (await import(path)) as typeof import('./mixes.ts')
}

const runner = {
  // A module is loaded once; what is decided while it loads takes another process.
  capabilities: () => ({ reloadEnvironment: false }),

  /** Runs every mix with no mutant awake, and tells which mutants each of them comes by. */
  async dryRun(): Promise<object> {
    const { mixes, runMix } = await inCopy()
    const healthy: Record<string, Said> = {}
    const tests: object[] = []
    for (const mix of mixes) {
      mutants.currentTestId = mix.id
      const started = performance.now()
      healthy[mix.id] = whatWasSaid(await runMix(mix))
      tests.push({ id: mix.id, name: mix.id, status: 0, timeSpentMs: performance.now() - started })
    }
    mutants.currentTestId = undefined
    await writeFile(HEALTHY, JSON.stringify(healthy))
    return { status: 'complete', tests, mutantCoverage: mutants.mutantCoverage }
  },

  /** Wakes one mutant and runs the mixes that come by it, until one of them has something else to say. */
  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }: MutantRun): Promise<object> {
    const healthy = JSON.parse(await readFile(HEALTHY, 'utf8')) as Readonly<Record<string, Said>>
    const isStatic = mutantActivation === 'static'
    const awake = { activeMutant: activeMutant.id, hitCount: 0, hitLimit }
    if (isStatic) Object.assign(mutants, awake)
    const { mixes, runMix } = await inCopy()
    // A header that cannot be sent shows there alone.
    const isOfConnections = /\/mock\/(?:http\/|edge\/reply-headers)/.test(activeMutant.fileName)
    let ran = 0
    for (const mix of mixes) {
      if (testFilter?.includes(mix.id) === false || isOfConnections !== (mix.overSockets ?? false)) continue
      ran += 1
      Object.assign(mutants, awake)
      const told = await otherwise(healthy, { ...mix, more: { ...mix.more, bail: true } }, runMix)
      const isEndless = hitLimit !== undefined && (mutants.hitCount ?? 0) > hitLimit
      Object.assign(mutants, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined })
      if (isEndless) return { status: 'timeout', reason: 'it does not end' }
      if (told.length === 0) continue
      // What a mutant leaves behind in this process must accuse no other: where it does, Stryker starts one more and tries again.
      if (!isStatic && (await otherwise(healthy, mix, runMix)).length > 0)
        throw new Error(`${mix.id} is not healthy any more, with no mutant awake`)
      return { status: 'killed', killedBy: [mix.id], failureMessage: told.join('; '), nrOfTests: ran }
    }
    return { status: 'survived', nrOfTests: ran }
  },
}

// An exception in no request's way ends the run, and not this process.
let crashed: (error: Error) => void = () => undefined
process.on('uncaughtException', (error) => {
  crashed(error)
})

async function otherwise(
  healthy: Readonly<Record<string, Said>>,
  mix: Mix,
  run: typeof runMix,
): Promise<readonly string[]> {
  const before = healthy[mix.id]
  if (before === undefined) throw new Error(`nothing is known of ${mix.id}`)
  const crash = new Promise<never>((_resolve, reject) => {
    crashed = reject
  })
  try {
    return saidOtherwise(before, whatWasSaid(await Promise.race([run(mix), crash])))
  } catch (error) {
    return [`ended: ${error instanceof Error ? error.message : String(error)}`]
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'suite', factory: () => runner }]
