import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const execute = promisify(execFile)

/** Runs a command, which must end within a minute. */
function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string } = {},
): Promise<{ stdout: string; stderr: string }> {
  return execute(command, args, { timeout: 60_000, ...options })
}

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-consumer-'))
  const packed = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder])
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }]
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }))
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`], {
    cwd: folder,
  })
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the packed package starts a mock where it is installed', async () => {
  const program = `
    import { startMock } from 'petstore-mock'
    await using mock = await startMock({ port: 0, seed: 7, pets: 3 })
    const headers = { Authorization: 'Bearer free-demo-key' }
    const pets = await fetch(mock.baseUrl + '/pets', { headers })
    const paths = ['health', 'room.js', 'docs/', 'docs/docs.js']
    const replies = await Promise.all(paths.map((path) => fetch(mock.origin + '/_mock/' + path)))
    console.log((await pets.json()).length, ...replies.map(({ status }) => status))`
  const { stdout } = await run('node', ['--input-type=module', '--eval', program], { cwd: folder })
  expect(stdout.trim()).toBe('3 200 200 200 200')
})

test('its types hold a program to the lawful variants', async () => {
  const program = `
    import { createApp, startMock, type Choices, type Mock } from 'petstore-mock'
    const lawful: Partial<Choices> = { 'invalid-limit': 'clamped', ban: 'after-3-strikes-for-90-seconds' }
    // @ts-expect-error there is no such variant
    const unlawful: Partial<Choices> = { 'invalid-limit': 'clmped' }
    const mock: Mock = await startMock({ choices: lawful })
    const left: number = mock.keys.get('free-demo-key').windows.minute.remaining
    const { app } = await createApp({ choices: unlawful })
    export { app, left }`
  await writeFile(join(folder, 'program.ts'), program)
  const modules = join(import.meta.dirname, 'node_modules')
  const types = ['--types', 'node', '--typeRoots', join(modules, '@types')]
  const settings = [
    '--strict',
    '--noEmit',
    '--target',
    'es2024',
    '--lib',
    'es2024,esnext.disposable',
    '--module',
    'nodenext',
  ]
  const checked = await run(join(modules, '.bin/tsc'), [...settings, ...types, 'program.ts'], { cwd: folder })
  expect(checked.stdout).toBe('')
})

test('its command tells its version and refuses what it does not know', async () => {
  const petstore = join(folder, 'node_modules/.bin/petstore')
  const { stdout } = await run(petstore, ['--version'])
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  await expect(run(petstore, ['mock', '--prot', '1'])).rejects.toMatchObject({ code: 2 })
})

test('its contract suite runs where it is installed, with what --deep needs', async () => {
  const petstore = join(folder, 'node_modules/.bin/petstore')
  const { stdout } = await run(petstore, ['contract', '--deep', '--seed', '1'], { cwd: folder })
  expect(stdout).toMatch(
    /\nconformant: (\d+) of \1 clauses held \(100 % of the document verified\); \d+ requests in /,
  )
})
