// The plugin through which Stryker runs the project's own tests: its tests are the files of Vitest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isInSample } from '../part.ts'
import type { Coverage, MutantRun } from '../switch.ts'

const { ONE_IN = '1' } = process.env
// Those nearest to what is mutated: with all of them a survivor takes minutes.
const TESTS = [
  ...[
    'contract-tests/history/',
    'contract-tests/asked/',
    'contract-tests/suite.test',
    'lab/proof/proof.test',
  ],
  ...['mock/core/', 'mock/http/clauses.test', 'mock/http/open-points'],
]
const CONFIG = 'lab/proof/mutants/own-tests/vitest.config.ts'
const PASSED = 'passed-mutants'
/** The test files that succeed with no mutant active, with their milliseconds: in Stryker's copy of the repository. */
const HEALTHY = 'healthy-tests.json'
/** Test files of one run of Vitest: the first one has those beside the mutant, whose tests are most likely to fail. */
const OF_ONE_RUN_MS = 10_000
const ENDLESS_MS = 300_000

interface TestFile {
  readonly name: string
  readonly milliseconds: number
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
  }[]
}

const runner = {
  capabilities: () => ({ reloadEnvironment: true }),

  /** Runs every test file once, and reports which mutants each of them passes. What fails in a copy is left out. */
  async dryRun(): Promise<object> {
    await mkdir(PASSED, { recursive: true })
    const report = resolve('own-tests.json')
    await vitest(TESTS, ['--reporter=json', `--outputFile=${report}`], { PASSED: resolve(PASSED) })
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport
    const files = testResults
      .filter(({ status }) => status === 'passed')
      .map(({ name, startTime, endTime }) => ({
        name: name.slice(resolve('.').length + 1),
        milliseconds: endTime - startTime,
      }))
    const failed = testResults.filter(({ status }) => status !== 'passed').map(({ name }) => name)
    if (failed.length > 0) process.stderr.write(`left out, since they fail in a copy: ${failed.join(', ')}\n`)
    await writeFile(HEALTHY, JSON.stringify(files))
    return {
      status: 'complete',
      tests: files.map(({ name, milliseconds }) => ({
        id: name,
        name,
        status: 0,
        timeSpentMs: milliseconds,
      })),
      mutantCoverage: await readCoverage(new Set(files.map(({ name }) => name))),
    }
  },

  /** Runs the test files that pass a mutant with it active, the nearest first, until one of them fails. */
  async mutantRun({ activeMutant: { id, fileName }, testFilter, hitLimit }: MutantRun): Promise<object> {
    if (!isInSample(id, Number(ONE_IN))) return { status: 'survived', nrOfTests: 0 }
    const files = JSON.parse(await readFile(HEALTHY, 'utf8')) as readonly TestFile[]
    const folder = dirname(fileName.slice(resolve('.').length + 1))
    // What acts while a module is loaded is passed by no test: all are tried.
    const passing = files.filter(({ name }) => testFilter?.includes(name) ?? true)
    let ran = 0
    for (const names of runsOf(passing, folder)) {
      ran += names.length
      const flags = ['--bail=1', '--reporter=dot', '--testTimeout=20000']
      const code = await vitest(names, flags, {
        __STRYKER_ACTIVE_MUTANT__: id,
        ...(hitLimit === undefined ? {} : { HIT_LIMIT: String(hitLimit) }),
      })
      if (code === undefined) return { status: 'timeout', reason: 'it does not end' }
      // On a busy machine some fail without it.
      if (code !== 0 && (await vitest(names, flags, {})) === 0)
        return { status: 'killed', killedBy: [names[0]], failureMessage: names.join(' '), nrOfTests: ran }
    }
    return { status: 'survived', nrOfTests: ran }
  },
}

/** The files in the order in which they are run, those of one run together. */
function runsOf(files: readonly TestFile[], folder: string): readonly (readonly string[])[] {
  const [near, others] = [true, false].map((isNear) =>
    files
      .filter(({ name }) => name.startsWith(`${folder}/`) === isNear)
      .toSorted((one, other) => one.milliseconds - other.milliseconds),
  )
  const runs: string[][] = [(near ?? []).map(({ name }) => name)]
  let spent = Number.POSITIVE_INFINITY
  for (const { name, milliseconds } of others ?? []) {
    if (spent + milliseconds > OF_ONE_RUN_MS) {
      runs.push([])
      spent = 0
    }
    runs.at(-1)?.push(name)
    spent += milliseconds
  }
  return runs.filter((names) => names.length > 0)
}

async function readCoverage(succeeding: ReadonlySet<string>): Promise<Coverage> {
  const parts = await Promise.all(
    (await readdir(PASSED)).map(
      async (name) => JSON.parse(await readFile(resolve(PASSED, name), 'utf8')) as Coverage,
    ),
  )
  await rm(PASSED, { recursive: true })
  const perTest = parts.flatMap((part) =>
    Object.entries(part.perTest).filter(([name]) => succeeding.has(name)),
  )
  return {
    static: Object.fromEntries(parts.flatMap((part) => Object.entries(part.static))),
    perTest: Object.fromEntries(perTest),
  }
}

/** Runs Vitest, and resolves with its exit code; `undefined` if it did not end. */
async function vitest(
  files: readonly string[],
  flags: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', CONFIG, ...flags, ...files]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
    timeout: ENDLESS_MS,
    killSignal: 'SIGKILL',
  })
  await once(child, 'close')
  return child.exitCode ?? undefined
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'own-tests', factory: () => runner }]
