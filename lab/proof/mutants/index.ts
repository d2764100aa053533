// Changes the mock's own source in thousands of ways, and checks whether the suite notices: `npm run lab -- mutants`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { figures, isEnough } from './figures.ts'
import { judgeMutants, nameMutants, type Listed, type StrykerResult } from './judge-mutants.ts'
import { drawSample, SAMPLE, writeSample } from './sample.ts'

const HELP = `npm run lab -- mutants [--only PATH … | --again]

Makes mutants of the mock's own source with StrykerJS, and runs the contract suite against each. Prints the survivors that
lab/proof/mutants/survivors.yaml does not list. Exit code 1 where too few are killed, or where survivors.yaml lists a mutant
that is killed or does not exist. Writes two files in lab/proof/mutants/: figures.md, a section of docs/PROOF.md, and
sample.yaml, which npm run lab -- mutant-sample runs.

  --only PATH  only the mutants of a file, or of lines of it (mock/core/limits/meter.ts:80-120); writes nothing
  --again      compares the last run with survivors.yaml as it is now, and makes no mutants
`

// What decides how a request is answered. Not the control API and what is stored for it (journal, client statistics,
// memory), nor faults, nor random numbers.
const MUTATED = [
  'mock/core/{limits,message,pets,request,settings}/*.ts',
  'mock/core/world/world-state.ts',
  'mock/stores/*.ts',
  'mock/edge/*.ts',
  'mock/http/{send-reply,service-handler,refuse-unreadable,read-request-body}.ts',
  '!**/*.{test,cases}.ts',
  '!mock/core/limits/client-statistics.ts',
  '!mock/core/message/redact.ts',
  '!mock/core/settings/random.ts',
  '!mock/edge/deliver.ts',
]

const ROOT = join(import.meta.dirname, '../../..')
const HERE = relative(ROOT, import.meta.dirname)

/** The part of Stryker that is used here. It is installed for this command only. */
interface StrykerModule {
  readonly Stryker: new (options: object) => { runMutationTest(): Promise<unknown> }
}

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
    help: { type: 'boolean' },
  },
})
if (values.help === true) process.stdout.write(HELP)
else process.exitCode = await tryMutants(values.only, values.again ?? false)

async function tryMutants(only: readonly string[] | undefined, again: boolean): Promise<number> {
  if (!again) await makeMutants(only ?? MUTATED)
  const { files, testFiles } = JSON.parse(await readFile(REPORT, 'utf8')) as Report
  const tests = Object.values(testFiles).flatMap((file) => file.tests)
  const mixes = new Map(tests.map(({ id, name }) => [id, name]))
  const mutants = Object.entries(files).flatMap(([file, { source, mutants: results }]) =>
    nameMutants(file, source, results, mixes),
  )
  const listed = parse(await readFile(join(import.meta.dirname, 'survivors.yaml'), 'utf8')) as Listed
  const judged = judgeMutants(mutants, only?.some((path) => path.includes(':')) === true ? {} : listed)
  for (const { file, location, name } of judged.survivors)
    process.stdout.write(`${file}:${location.start.line}  ${name}\n`)
  for (const entry of judged.stale) process.stdout.write(`wrong entry in survivors.yaml  ${entry}\n`)
  const text = figures(judged)
  process.stdout.write(`\n${text}`)
  if (only === undefined) {
    await writeFile(join(import.meta.dirname, 'figures.md'), text)
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

async function makeMutants(mutate: readonly string[]): Promise<void> {
  const tempDirName = await mkdtemp(join(tmpdir(), 'petstore-mutants-'))
  process.chdir(ROOT)
  // Not a literal, which the compiler would resolve: it is installed for this command only.
  const { Stryker } = (await import(['@stryker-mutator', 'core'].join('/'))) as StrykerModule
  const options = {
    mutate,
    ignorePatterns: ['docs', 'lab/*', '!lab/proof', `${HERE}/../strangers`],
    plugins: [`./${HERE}/runner.ts`, `./${HERE}/texts.ts`],
    ignorers: ['texts'],
    testRunner: 'suite',
    testRunnerNodeArgs: ['--no-warnings'],
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'json'],
    jsonReporter: { fileName: REPORT },
    // A machine that is busy with other things makes no mutant endless.
    timeoutMS: 20_000,
    timeoutFactor: 5,
    tempDirName,
  }
  try {
    await new Stryker(options).runMutationTest()
  } finally {
    await rm(tempDirName, { recursive: true, force: true })
  }
}
