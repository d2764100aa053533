import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const HERE = relative(ROOT, import.meta.dirname)

/** The part of Stryker that is used here. It is installed for this command only. */
interface StrykerModule {
  readonly Stryker: new (options: object) => { runMutationTest(): Promise<unknown> }
}

/** What runs against the mutants: the contract suite, or the project's own tests. */
const runners = {
  suite: {
    plugins: ['runner.ts', 'texts.ts', 'unreached.ts'],
    ignorers: ['texts', 'unreached'],
    ignorePatterns: ['docs', 'lab/*', '!lab/proof', `${HERE}/../strangers`],
  },
  'own-tests': {
    plugins: ['own-tests/runner.ts', 'texts.ts'],
    ignorers: ['texts'],
    ignorePatterns: [],
  },
} as const

/** Has Stryker make mutants of the files, run one in so many of them, and write its report to a file. */
export async function makeMutants(
  mutate: readonly string[],
  report: string,
  { oneIn, by }: { readonly oneIn: number; readonly by: keyof typeof runners },
): Promise<void> {
  const tempDirName = await mkdtemp(join(tmpdir(), 'petstore-mutants-'))
  process.chdir(ROOT)
  // Stryker's processes inherit it.
  process.env['ONE_IN'] = String(oneIn)
  // Not a literal, which the compiler would resolve: it is installed for this command only.
  const { Stryker } = (await import(['@stryker-mutator', 'core'].join('/'))) as StrykerModule
  const { plugins, ignorers, ignorePatterns } = runners[by]
  const options = {
    mutate,
    ignorePatterns,
    plugins: plugins.map((file) => `./${HERE}/${file}`),
    ignorers,
    testRunner: by,
    testRunnerNodeArgs: ['--no-warnings'],
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'json'],
    jsonReporter: { fileName: report },
    // A survivor is run against every mix: a machine that is busy with other things makes no mutant endless.
    timeoutMS: 240_000,
    timeoutFactor: 5,
    dryRunTimeoutMinutes: 60,
    tempDirName,
  }
  try {
    await new Stryker(options).runMutationTest()
  } finally {
    await rm(tempDirName, { recursive: true, force: true })
  }
}
