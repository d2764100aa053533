// Packs the package, installs it into an empty project, and checks there what it promises; exit code 1 if a check fails.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { actionTrials } from './try-actions.ts'
import { firefoxTrials } from './try-firefox.ts'
import { oneFileTrials } from './try-one-file.ts'
import { runnerTrials } from './try-runners.ts'
import { runtimeTrials } from './try-runtimes.ts'
import { trials } from './try-them.ts'
import { typeTrials } from './try-types.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const modules = join(root, 'node_modules')

/** An empty project that the packed package is installed in. */
let project = ''

/** The packed package, in that project. */
let packed = ''

/** npm's output on stderr when it installed the package. */
let warnings = ''

const checks: Readonly<Record<string, () => void | Promise<void>>> = {
  'is installed without a warning, such as of scripts that npm would not run': () => {
    // Warnings about the settings of this machine do not matter.
    assert.doesNotMatch(warnings, /petstore|script|deprecated|EBADENGINE/i)
  },

  'could be published as it was packed: npm corrects nothing, and warns of nothing': async () => {
    // From the packed file, and from the repository, whose package.json npm would correct.
    const tries = [
      npm(project, 'publish', '--dry-run', packed),
      npm(root, 'publish', '--dry-run', '--ignore-scripts'),
    ]
    for (const { stderr } of await Promise.all(tries)) {
      // Nobody is logged in here.
      assert.doesNotMatch(stderr, /npm (warn publish|error)(?! This command requires you to be logged in)/)
    }
  },

  'starts a mock, with its control room and its docs': async () => {
    const program = `
      import { startMock } from 'petstore-mock'
      await using mock = await startMock({ port: 0, seed: 7, pets: 3 })
      const headers = { Authorization: 'Bearer free-demo-key' }
      const pets = await fetch(mock.baseUrl + '/pets', { headers })
      const paths = ['health', 'room.js', 'docs/', 'docs/docs.js']
      const replies = await Promise.all(paths.map((path) => fetch(mock.origin + '/_mock/' + path)))
      console.log((await pets.json()).length, ...replies.map(({ status }) => status))`
    const stdout = await run(process.execPath, '--input-type=module', '--eval', program)
    assert.equal(stdout.trim(), '3 200 200 200 200')
  },

  'has a mock without a server, with types, which a bundler can bundle': async () => {
    const program = `
      import { createMock } from 'petstore-mock/fetch'
      const headers = { Authorization: 'Bearer free-demo-key' }
      const pets = await createMock({ pets: 3 }).fetch('https://api.example.com/v1/pets', { headers })
      console.log((await pets.json()).length)`
    await writeFile(join(project, 'page.js'), program)
    assert.equal((await run(process.execPath, 'page.js')).trim(), '3')
    // In a process of its own, because Vite changes the environment.
    const lib = { entry: 'page.js', formats: ['es'], fileName: 'page' }
    const settings = { configFile: false, logLevel: 'error', build: { lib, outDir: 'bundle' } }
    const bundle = `
      import { build } from '${import.meta.resolve('vite')}'
      await build(${JSON.stringify(settings)})`
    await run(process.execPath, '--input-type=module', '--eval', bundle)
    assert.equal((await run(process.execPath, 'bundle/page.js')).trim(), '3')
    assert.doesNotMatch(await readFile(join(project, 'bundle/page.js'), 'utf8'), /node:|browser-external/)
    const typed = `
      import { createMock, type FetchMock } from 'petstore-mock/fetch'
      const mock: FetchMock = createMock({ baseUrl: 'https://api.example.com/v1', choices: { ban: 'none' } })
      const response: Response = await mock.fetch(new Request(mock.baseUrl + '/pets'))
      // @ts-expect-error it listens nowhere
      createMock({ port: 0 })
      export { response }`
    await writeFile(join(project, 'page.ts'), typed)
    await compile('page.ts', [], ['dom', 'dom.iterable', 'dom.asynciterable'])
  },

  'has types that accept only lawful variants': async () => {
    const program = `
      import { createApp, startMock, type Choices, type Mock } from 'petstore-mock'
      import type { NewPet, Pet, PetStatus, PetStoreError } from 'petstore-mock/fetch'
      const lawful: Partial<Choices> = { 'limit-above-100': 'clamped', ban: 'after-3-strikes-for-90-seconds' }
      // @ts-expect-error there is no such variant
      const unlawful: Partial<Choices> = { 'limit-above-100': 'clmped' }
      const mock: Mock = await startMock({ choices: lawful })
      // @ts-expect-error nor when it is chosen later
      mock.choices.set({ 'limit-above-100': 'clampd' })
      // @ts-expect-error nor such a point
      mock.choices.set({ 'limit-above-10': 'clamped' })
      const status: PetStatus = 'sold'
      const body: NewPet = { name: 'Rex', categoryId: 2n ** 60n, status }
      const answer = (pet: Pet | PetStoreError): string => ('code' in pet ? pet.message : pet.name)
      const left: number = mock.keys.get('free-demo-key').windows.minute.remaining
      const { app } = await createApp({ choices: unlawful })
      export { answer, app, body, left }`
    await writeFile(join(project, 'program.ts'), program)
    await compile('program.ts', ['node'])
  },

  'has the OpenAPI document and the service interface': async () => {
    const program = `
      import { readFile } from 'node:fs/promises'
      const textOf = (name) => readFile(new URL(import.meta.resolve('petstore-mock/' + name)), 'utf8')
      console.log(...(await Promise.all(['openapi.yaml', 'service-interface.md'].map(textOf))).map((text) => text.slice(0, 8)))`
    assert.equal(await run(process.execPath, '--input-type=module', '--eval', program), 'openapi: # Pet St\n')
  },

  'has types that compile with skipLibCheck: false, and without the types of Node': async () => {
    const program = `
      import { createApp, startMock } from 'petstore-mock'
      import { registerContract, runSuite } from 'petstore-mock/contract'
      await using mock = await startMock({ port: 0, time: () => 0 })
      mock.pets.change(mock.pets.add({ name: 'Rex', categoryId: 2n ** 60n }).id, { status: 'sold' })
      // @ts-expect-error a duration is no number
      mock.clock.advance(60)
      export { createApp, registerContract, runSuite }`
    await writeFile(join(project, 'alone.ts'), program)
    await compile('alone.ts', [])
  },

  'has a command that prints its version and refuses unknown flags': async () => {
    assert.match(await run(petstore(), '--version'), /^\d+\.\d+\.\d+\n$/)
    await assert.rejects(run(petstore(), 'mock', '--prot', '1'), { code: 2 })
  },

  'has a contract suite that runs, with --deep too': async () => {
    assert.match(
      await run(petstore(), 'contract', '--deep', '--seed', '1'),
      /\nconformant: \d+ of \d+ clauses held; 1 not verified \(9\d % of \d+ promises of the document verified\); \d+ requests in /,
    )
  },
}

const isShort = process.argv.includes('--short')

// Users have both compilers. CI tries the newer, which needs a fifth of the time.
const compilers = ['@typescript/native/bin/tsc', ...(isShort ? [] : ['typescript/bin/tsc6'])]

/** Compiles a program of the project, and checks all types that it imports, including those of packages. */
async function compile(
  program: string,
  types: readonly string[],
  libs: readonly string[] = [],
): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2024', module: 'nodenext' },
    ...{ lib: ['es2024', 'esnext.disposable', ...libs], types, typeRoots: [join(modules, '@types')] },
  }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [program] }))
  for (const tsc of compilers)
    assert.equal(await run(process.execPath, join(modules, tsc), '--project', '.'), '')
}

/** The oldest version of each line of Node that package.json allows, and the newest line. */
const versions = ['22.15.0', '24.0.0', '26']

async function runOnNode(version: string): Promise<void> {
  const folder = `node-${version}`
  const built = `node-${process.platform}-${process.arch}`
  await install('--prefix', folder, `${built}@${version}`)
  const older = join(project, folder, 'node_modules', built, 'bin/node')
  const run = await execute(older, [petstore(), 'contract', '--deep', '--seed', '1'], { cwd: project })
  assert.match(run.stdout, /\nconformant: /)
  assert.equal(run.stderr, '')
}

const folder = await mkdtemp(join(tmpdir(), 'petstore-consumer-'))
project = join(folder, 'project')
try {
  await mkdir(project)
  await installPacked()
  const installed = await size()
  for (const [name, check] of Object.entries(checks)) await report(name, check)
  // Each needs 120 MB, so CI skips them.
  if (!isShort) {
    for (const version of versions) await report(`runs on Node ${version}`, () => runOnNode(version))
  }
  // The project finds the libraries in the folder above, as in a workspace.
  await symlink(join(import.meta.dirname, 'libraries/node_modules'), join(folder, 'node_modules'))
  // CI does without Deno and Bun, which have 200 MB, and without Firefox, which has 300.
  const large = isShort ? {} : { ...runtimeTrials, ...firefoxTrials }
  const all = { ...oneFileTrials, ...large, ...runnerTrials, ...typeTrials, ...actionTrials, ...trials }
  for (const [name, trial] of Object.entries(all))
    await report(name, () => trial({ folder: project, run: runLong, install }))
  console.log(installed)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function installPacked(): Promise<void> {
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }))
  const { stdout } = await npm(root, ...['pack', '--json', '--silent', '--pack-destination', project])
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  packed = `./${filename}`
  warnings = (await install(packed)).stderr
}

function install(...what: readonly string[]): Promise<Output> {
  return npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...what)
}

/** Runs one check, and prints a line with its result; a failure with its error. */
async function report(name: string, check: () => void | Promise<void>): Promise<void> {
  try {
    await check()
    console.log(`✓ ${name}`)
  } catch (error) {
    console.log(`✗ ${name}`)
    console.error(error)
    process.exitCode = 1
  }
}

/** How many packages an empty project has with this one, and their size on disk. */
async function size(): Promise<string> {
  const lock = await readFile(join(project, 'node_modules/.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, unknown>> }
  const entries = await readdir(join(project, 'node_modules'), { recursive: true, withFileTypes: true })
  const sizes = entries.map(async ({ parentPath, name }) => {
    const { blocks } = await lstat(join(parentPath, name))
    return blocks * 512
  })
  const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
  const megabytes = Math.round(bytes / 1024 / 1024)
  return `${Object.keys(packages).length} packages, ${megabytes} MB installed in an empty project`
}

function petstore(): string {
  return join(project, 'node_modules/.bin/petstore')
}

/** Runs the npm that runs this script, for at most five minutes. */
function npm(folder: string, ...args: readonly string[]): Promise<Output> {
  const cli = process.env['npm_execpath']
  assert(cli, 'run it with npm run lab -- package-check')
  return runIn(folder, 300_000, process.execPath, cli, ...args)
}

/** Runs a program in the project; rejects if it fails, or runs for more than a minute. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  return (await runIn(project, 60_000, program, ...args)).stdout
}

/** The same with five minutes, for programs that open browsers. */
async function runLong(program: string, ...args: readonly string[]): Promise<string> {
  return (await runIn(project, 300_000, program, ...args)).stdout
}

interface Output {
  readonly stdout: string
  readonly stderr: string
}

async function runIn(
  cwd: string,
  timeout: number,
  program: string,
  ...args: readonly string[]
): Promise<Output> {
  // Commands of packages begin with `env node`, which must be this Node.
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const env = { ...process.env, PATH }
  return execute(program, [...args], { cwd, env, timeout })
}
