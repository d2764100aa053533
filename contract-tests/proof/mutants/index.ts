// Changes the mock's own source in thousands of ways, and looks whether the suite notices: `npm run mutants`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { figures, isEnough } from './figures.ts'
import { judgeMutants, nameMutants, type Listed, type StrykerResult } from './judge-mutants.ts'

const HELP = `npm run mutants [-- --only PATH]

Makes mutants of the mock's own source with StrykerJS, and runs the contract suite against each. Writes
contract-tests/proof/mutants/figures.md, which npm run proof takes into PROOF.md. Exit code 1 where too few are killed, or
where survivors.yaml lists what is no survivor.

  --only PATH  only the mutants of a file, or of lines of it (mock/core/limits/meter.ts:80-120); writes nothing
`

// What decides how a request is answered. Not the control API and what is kept for it (journal, statistics of clients,
// memory), nor what is broken on purpose (faults), nor the dice.
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

/** As much of Stryker as is used here; it is installed for this command alone. */
interface StrykerModule {
  readonly Stryker: new (options: object) => { runMutationTest(): Promise<readonly StrykerResult[]> }
}

const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help === true) process.stdout.write(HELP)
else process.exitCode = await tryMutants(values.only)

async function tryMutants(only: string | undefined): Promise<number> {
  const results = await made(only === undefined ? MUTATED : [only])
  const sourceOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
  const mutants = nameMutants(results, sourceOf, (path) => relative(ROOT, path))
  const listed = parse(await readFile(join(import.meta.dirname, 'survivors.yaml'), 'utf8')) as Listed
  const judged = judgeMutants(mutants, only?.includes(':') === true ? {} : listed)
  for (const { file, line, name } of judged.survivors) process.stdout.write(`${file}:${line}  ${name}\n`)
  for (const entry of judged.stale) process.stdout.write(`survivors.yaml lists  ${entry}\n`)
  const text = figures(judged)
  process.stdout.write(`\n${text}`)
  if (only === undefined) await writeFile(join(import.meta.dirname, 'figures.md'), text)
  return isEnough(judged) ? 0 : 1
}

async function made(mutate: readonly string[]): Promise<readonly StrykerResult[]> {
  const tempDirName = await mkdtemp(join(tmpdir(), 'petstore-mutants-'))
  process.chdir(ROOT)
  // By no literal name, which the compiler would look for: it is installed for this command alone.
  const { Stryker } = (await import(['@stryker-mutator', 'core'].join('/'))) as StrykerModule
  const options = {
    mutate,
    ignorePatterns: ['abuse', 'bench', 'clients', 'docs', 'peers', `${HERE}/../strangers`],
    plugins: [`./${HERE}/runner.ts`, `./${HERE}/texts.ts`],
    ignorers: ['texts'],
    testRunner: 'suite',
    testRunnerNodeArgs: ['--no-warnings'],
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'json'],
    jsonReporter: { fileName: join(tmpdir(), 'petstore-mutants.json') },
    // A machine that is busy with other things makes no mutant endless.
    timeoutMS: 20_000,
    timeoutFactor: 5,
    tempDirName,
  }
  try {
    return await new Stryker(options).runMutationTest()
  } finally {
    await rm(tempDirName, { recursive: true, force: true })
  }
}
