// `npm run lab -- NAME` runs a trial, which proves, measures or attacks the product. Without a name it lists them. It installs
// what a trial needs on its first run.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Trial {
  readonly about: string
  /** The arguments that it accepts. Without this, the trial prints its own help. */
  readonly usage?: string
  /** Folders below lab/ whose packages it needs. */
  readonly installs?: readonly string[]
  /** The npm script that must run before it. */
  readonly before?: string
  /** Its file from the root, and the arguments that it always gets. */
  readonly file: string
  readonly given?: readonly string[]
}

const trials: Readonly<Record<string, Trial>> = {
  proof: {
    about: 'that the suite reports what is broken, and blames no lawful service; --all writes docs/PROOF.md',
    installs: ['proof/strangers'],
    file: 'lab/proof/index.ts',
  },
  histories: {
    about:
      'that the judge of histories blames no lawful service for random requests, and names what a broken one shows',
    file: 'lab/proof/histories/index.ts',
  },
  devil: {
    about: 'what the suite says of a service that takes, at each freedom, what misleads a tester most',
    file: 'lab/proof/try-devil.ts',
  },
  strangers: {
    about: 'what the suite says of services that others wrote, and of breaches that they commit',
    installs: ['proof/strangers'],
    file: 'lab/proof/try-strangers.ts',
  },
  steady: {
    about: 'that verdicts stay the same over hundreds of runs on a busy machine',
    installs: ['proof/strangers'],
    file: 'lab/proof/try-steadiness.ts',
  },
  specmatic: {
    about: 'how many violations Specmatic notices, of one for each clause or of all; needs Java',
    usage: '[--all]',
    installs: ['proof/specmatic'],
    file: 'lab/proof/specmatic/index.ts',
  },
  schemathesis: {
    about:
      'how much Schemathesis notices, of violations and of what is changed in one situation; needs its command st',
    usage: '[--all]',
    file: 'lab/proof/schemathesis/index.ts',
  },
  mutants: {
    about: 'changes of the mock’s own source, each of which the suite should notice',
    installs: ['proof/mutants'],
    file: 'lab/proof/mutants/index.ts',
  },
  'mutant-sample': {
    about: 'some of those that it notices; in CI',
    usage: '',
    file: 'lab/proof/mutants/try-sample.ts',
  },
  abuse: {
    about: 'all that is done to break the mock; writes docs/abuse.md, but for a tenth of it (--mode short)',
    usage: '[--mode short | --mode soak] [FLAGS OF VITEST]',
    file: 'node_modules/vitest/vitest.mjs',
    given: ['run', '--config', 'lab/abuse/vitest.config.ts'],
  },
  bench: {
    about: 'the mock’s speed beside others; needs wrk',
    usage: '[--seconds N] [--quick] [--cluster] [--json FILE]',
    installs: ['bench'],
    before: 'build',
    file: 'lab/bench/index.ts',
  },
  clients: {
    about: 'which libraries honour Retry-After; writes docs/CLIENTS.md, unless only some are run',
    usage: '[PART OF A NAME …]',
    installs: ['clients'],
    file: 'lab/clients/index.ts',
  },
  gates: {
    about:
      'that each parallel client that stops at a 429 passes by the client report, and none that goes on, on a busy machine',
    usage: '[RUNS OF EACH [PART OF A MANNER …]]',
    file: 'lab/clients/gates.ts',
  },
  int64: {
    about: 'the recipes of docs/int64.md, with generated clients',
    usage: '',
    installs: ['int64'],
    file: 'lab/int64/index.ts',
  },
  peers: {
    about:
      'what the suite says of other mocks, and whether it is true; writes docs/PEERS.md, unless only some are run',
    usage: '[ID …]',
    installs: ['peers', 'peer-services'],
    file: 'lab/peers/index.ts',
  },
  'package-check': {
    about: 'that the packed package works where it is installed; --short: in CI',
    usage: '[--short]',
    installs: ['integrations/libraries'],
    file: 'lab/integrations/check-package.ts',
  },
  'container-check': {
    about:
      'that the Containerfile builds, and the image runs; needs root, buildah, mmdebstrap and redis-server',
    usage: '',
    file: 'lab/integrations/container.sh',
  },
}

const root = join(import.meta.dirname, '..')
const [name = '', ...rest] = process.argv.slice(2)
const trial = Object.hasOwn(trials, name) ? trials[name] : undefined
const asksHelp = rest.includes('--help')

if (trial === undefined) {
  const isAsked = name === '' || name === '--help'
  const width = Math.max(...Object.keys(trials).map(({ length }) => length))
  const lines = Object.entries(trials).map(([id, { about }]) => `  ${id.padEnd(width)}  ${about}`)
  const usage = `npm run lab -- NAME [FLAGS]; npm run lab -- NAME --help prints the flags\n\n${lines.join('\n')}\n`
  process[isAsked ? 'stdout' : 'stderr'].write(
    isAsked ? usage : `There is no ${name} in the lab.\n\n${usage}`,
  )
  process.exitCode = isAsked ? 0 : 2
} else if (asksHelp && trial.usage !== undefined) {
  process.stdout.write(`npm run lab -- ${name} ${trial.usage}`.trimEnd() + `\n\nTries ${trial.about}.\n`)
} else {
  process.chdir(root)
  const { installs = [], before, file, given = [] } = trial
  if (installs.length > 0 && !asksHelp) run(process.execPath, 'lab/scripts/install-once.js', ...installs)
  if (before !== undefined) run('npm', 'run', before)
  if (file.endsWith('.sh')) run('bash', file, ...rest)
  else {
    // In this process, so that a signal reaches it.
    process.argv.splice(1, process.argv.length, join(root, file), ...given, ...rest)
    await import(pathToFileURL(join(root, file)).href)
  }
}

/** Runs a command in the terminal; exits with its exit code if it fails. */
function run(command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
