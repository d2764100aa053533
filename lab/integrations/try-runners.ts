// Checks the programs of docs/contract-suite.md that register the suite with a test runner.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { transformWithOxc } from 'vite'
import { startMock } from '../../mock/index.ts'
import { codeIn, type Project } from './try-them.ts'

const execute = promisify(execFile)

/** A file that registers the suite, and the command that starts the runner. */
interface Registration {
  readonly folder: string
  readonly file: string
  readonly program: string
  readonly command: readonly string[]
}

/** The promises, each with its check, in this order. */
export const runnerTrials: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  'registers its clauses as tests of Vitest, in three lines': async ({ folder }) => {
    const [program = ''] = await codeIn('contract-suite.md')
    const command = ['../node_modules/vitest/vitest.mjs', 'run', '--reporter', 'verbose']
    await register({ folder, file: 'contract.test.ts', program, command })
  },

  'registers its clauses as tests of node:test, in three lines': async ({ folder }) => {
    const [program = ''] = await codeIn('contract-suite.md')
    const file = 'contract.test.ts'
    const command = ['--test', '--test-reporter', 'spec', file]
    await register({ folder, file, program: program.replace("'vitest'", "'node:test'"), command })
  },

  'registers its clauses as tests of Jest, with its defaults': async (project) => {
    const [, program = ''] = await codeIn('contract-suite.md')
    const folder = await makeJestProject(project)
    await register({ folder, file: 'contract.test.js', program, command: [JEST, '--verbose', 'contract'] })
  },

  'has a mock for tests of Jest, with its defaults, and without a server too': async (project) => {
    const folder = await makeJestProject(project)
    const recipe = (await codeIn('integrations.md')).find((code) => code.includes("require('petstore-mock')"))
    assert(recipe)
    const client = await readFile(join(import.meta.dirname, 'project/my-client.ts'), 'utf8')
    const { code } = await transformWithOxc(client, 'my-client.ts')
    await writeFile(join(folder, 'client.test.js'), code.replace('export {};', '') + recipe)
    const fetched = `
      const { createMock, makePets } = require('petstore-mock/fetch')
      test('serves pets of any seed', async () => {
        const mock = createMock({ pets: await makePets({ seed: 7, count: 3 }) })
        const headers = { Authorization: 'Bearer free-demo-key' }
        const reply = await mock.fetch(new Request('https://api.example.com/v1/pets', { headers }))
        expect(await reply.json()).toHaveLength(3)
        expect(() => mock.keys.setRemaining('none', { minute: 1 })).toThrow(/none/)
      })`
    await writeFile(join(folder, 'fetch.test.js'), fetched)
    // As in jest-environment-jsdom.
    const dom = `
      test.each(['', '/fetch', '/contract'])('petstore-mock%s names the environment that it needs', (entry) => {
        delete globalThis.TextEncoder
        expect(() => require('petstore-mock' + entry)).toThrow('@jest-environment node')
      })`
    await writeFile(join(folder, 'dom.test.js'), dom)
    await execute(process.execPath, [JEST, 'client', 'fetch', 'dom'], { cwd: folder, timeout: 60_000 })
  },

  'is one module in Node, whether it is imported or required': async (project) => {
    for (const entry of ['petstore-mock', 'petstore-mock/fetch', 'petstore-mock/contract']) {
      const program = `
        import { createRequire } from 'node:module'
        import * as imported from '${entry}'
        const required = createRequire(import.meta.url)('${entry}')
        console.log(Object.keys(imported).every((name) => imported[name] === required[name]))`
      const stdout = await project.run(process.execPath, '--input-type=module', '--eval', program)
      assert.equal(stdout, 'true\n')
    }
  },
}

const JEST = 'node_modules/jest/bin/jest.js'

/** Makes a second project, of CommonJS, as `npm init` does, unless it is there. */
async function makeJestProject(project: Project): Promise<string> {
  const folder = join(project.folder, '../jest')
  const modules = join(folder, 'node_modules')
  if (existsSync(modules)) return folder
  await mkdir(modules, { recursive: true })
  await symlink(join(project.folder, 'node_modules/petstore-mock'), join(modules, 'petstore-mock'))
  await symlink(join(project.folder, '../node_modules/jest'), join(modules, 'jest'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'jest-project' }))
  return folder
}

/** Checks that the registered suite passes on a mock, and fails when a promise is broken. */
async function register({ folder, file, program, command }: Registration): Promise<void> {
  await using mock = await startMock({ port: 0, pets: 20 })
  assert.match(program, /staging\.example\.com/)
  await writeFile(join(folder, file), program.replace('https://staging.example.com/v1', mock.baseUrl))
  const env = { ...process.env, STAGING_KEY: 'free-demo-key' }
  const options = { cwd: folder, env, timeout: 60_000 }
  const passed = await execute(process.execPath, [...command], options)
  assert.match(passed.stdout + passed.stderr, /LIST-4 Without `limit`, a page has 20 pets/)
  // Restores the quota of the minute, without which the run would wait.
  mock.reset()
  mock.faults.add({ effect: { kind: 'status', status: 500 }, operation: 'listPets' })
  const failed = await execute(process.execPath, [...command], options).then(
    () => assert.fail('a broken promise fails no test'),
    (error: unknown) => error,
  )
  assert(failed instanceof Error && 'stdout' in failed && 'stderr' in failed)
  const output = String(failed.stdout) + String(failed.stderr)
  assert.match(output, /expected: 200 with a list of pets[^]*repeat: {3}curl -sSi -X GET/)
  // What could not be verified is not among the tests that pass.
  assert.match(output, /not verified: depends on: LIST-1/)
}
