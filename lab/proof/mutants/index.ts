// Changes the project's own source in thousands of ways, and checks whether the suite, or its own tests, notice: `npm run lab -- mutants`.
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { figures, isEnough } from './figures.ts'
import { judgeMutants, nameMutants, type Listed, type Mutant, type StrykerResult } from './judge-mutants.ts'
import { makeMutants } from './make-mutants.ts'
import { figuresOfOwnTests } from './own-figures.ts'
import { isInSample } from './part.ts'
import { drawSample, SAMPLE, writeSample } from './sample.ts'

const HELP = `npm run lab -- mutants [--only PATH … | --again] [--own-tests] [--one-in N]

Makes mutants of the mock's own source with StrykerJS, and runs the contract suite against each. Prints the survivors that
lab/proof/mutants/survivors.yaml does not list. Exit code 1 where too few are killed, or where survivors.yaml lists a mutant
that is killed or does not exist. Writes two files in lab/proof/mutants/: figures.md, a section of docs/PROOF.md, and
sample.yaml, which npm run lab -- mutant-sample runs.

  --only PATH  only the mutants of a file, or of lines of it (mock/core/limits/meter.ts:80-120); writes nothing
  --again      compares the last run with survivors.yaml as it is now, and makes no mutants
  --one-in N   only one in N of them, the same ones as long as the source stays the same; does not write sample.yaml
  --own-tests  makes mutants of mock/core and of the judge of histories, and runs the nearest tests of npm test that pass each. Prints
               all survivors. Writes lab/proof/mutants/own-tests/figures.md, a section of docs/PROOF.md. The whole takes days;
               --one-in 300 half an hour
`

// What decides how a client's request is answered. Not the control API and what is stored for it (worlds, journal, client
// statistics, the ids of keys), nor faults, random numbers, what bounds the memory, or what answers bytes that are no HTTP. In the other
// files, not the functions that unreached.ts names.
const MUTATED = [
  'mock/core/{limits,message,pets,request,settings}/*.ts',
  'mock/core/world/world-state.ts',
  'mock/stores/*.ts',
  'mock/edge/*.ts',
  'mock/http/{send-reply,service-handler,read-request-body}.ts',
  '!**/*.{test,cases}.ts',
  '!mock/core/limits/{bounded-map,client-statistics}.ts',
  '!mock/core/message/{key-id,redact}.ts',
  '!mock/core/settings/random.ts',
  '!mock/edge/deliver.ts',
  '!mock/stores/memory-worlds.ts',
]

/** What is mutated for our own tests. */
const OF_OWN_TESTS = [
  ...['mock/core/**/*.ts', 'contract-tests/history/*.ts'],
  ...['!**/*.{test,cases}.ts', '!**/testing/**', '!**/generated/**'],
]

const ROOT = join(import.meta.dirname, '../../..')

/** Stryker's last report, in the form that its own tools read. */
const REPORT = join(tmpdir(), 'petstore-mutants.json')

interface Report {
  readonly files: Readonly<Record<string, Mutated>>
  /** It numbers the mixes, which are the tests of its one test file. */
  readonly testFiles: Readonly<Record<string, { readonly tests: readonly { id: string; name: string }[] }>>
}

interface Mutated {
  readonly source: string
  readonly mutants: readonly StrykerResult[]
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    again: { type: 'boolean' },
    'one-in': { type: 'string', default: '1' },
    'own-tests': { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
const oneIn = Number(values['one-in'])
if (values.help === true) process.stdout.write(HELP)
else if (values['own-tests'] === true) await tryOwnTests(values.only, values.again ?? false)
else process.exitCode = await tryMutants(values.only, values.again ?? false)

async function tryMutants(only: readonly string[] | undefined, again: boolean): Promise<number> {
  if (!again) await makeMutants(only ?? MUTATED, REPORT, { oneIn, by: 'suite' })
  const { files, mutants, mixes } = await lastRun()
  const listed = parse(await readFile(join(import.meta.dirname, 'survivors.yaml'), 'utf8')) as Listed
  const judged = judgeMutants(mutants, only?.some((path) => path.includes(':')) === true ? {} : listed)
  for (const one of judged.survivors) process.stdout.write(`${lineOf(one)}\n`)
  for (const entry of judged.stale) process.stdout.write(`wrong entry in survivors.yaml  ${entry}\n`)
  const text = figures(judged, oneIn)
  process.stdout.write(`\n${text}`)
  if (only === undefined) await writeFile(join(import.meta.dirname, 'figures.md'), text)
  if (only === undefined && oneIn === 1) {
    const all = await Promise.all(
      Object.entries(files).map(async ([file, { source, mutants: results }]) => {
        const sourceNow = await readFile(join(ROOT, file), 'utf8')
        return results.map((one) => ({ ...one, file, source, sourceNow }))
      }),
    )
    await writeFile(SAMPLE, writeSample(drawSample(all.flat(), mixes)))
  }
  return isEnough(judged) ? 0 : 1
}

async function tryOwnTests(only: readonly string[] | undefined, again: boolean): Promise<void> {
  if (!again) await makeMutants(only ?? OF_OWN_TESTS, REPORT, { oneIn, by: 'own-tests' })
  const { mutants } = await lastRun()
  for (const one of mutants.filter(({ fate }) => fate === 'survived'))
    process.stdout.write(`${lineOf(one)}\n`)
  const text = figuresOfOwnTests(mutants, oneIn)
  process.stdout.write(`\n${text}`)
  if (only === undefined) await writeFile(join(import.meta.dirname, 'own-tests/figures.md'), text)
}

/** What Stryker has reported last. */
async function lastRun(): Promise<{
  readonly files: Report['files']
  readonly mutants: readonly Mutant[]
  readonly mixes: ReadonlyMap<string, string>
}> {
  const { files, testFiles } = JSON.parse(await readFile(REPORT, 'utf8')) as Report
  const tests = Object.values(testFiles).flatMap((file) => file.tests)
  const mixes = new Map(tests.map(({ id, name }) => [id, name]))
  const isTried = ({ id }: StrykerResult): boolean => isInSample(id, oneIn)
  const mutants = Object.entries(files).flatMap(([file, { source, mutants: results }]) =>
    nameMutants(file, source, results, mixes, isTried),
  )
  return { files, mutants, mixes }
}

function lineOf({ file, location, name }: Mutant): string {
  return `${file}:${location.start.line}  ${name}`
}
