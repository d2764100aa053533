// Tries petstore.mjs as users have it: alone in a folder, with nothing installed, and where it may write nothing.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startServer } from './server.ts'
import type { Project } from './try-them.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const built = join(root, 'dist/petstore.mjs')

/** Packages with code in the file: of the command, of the control room, of the docs page. */
const BUNDLED = ['express', 'yaml', 'fast-check', '@faker-js/faker', 'preact', 'uplot', 'swagger-ui-dist']

// Node's permissions, in place of a disk that is read-only: these write nowhere.
const READ_ONLY = ['--permission', '--allow-fs-read=*', '--allow-worker', '--no-warnings']

/** The promises of petstore.mjs, each with its check, in this order. */
export const oneFileTrials: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  'makes one file of less than 3 MB, which has the licences of what is in it': async () => {
    assert((await stat(built)).size < 3_000_000)
    const text = await readFile(built, 'utf8')
    for (const name of BUNDLED) assert(text.includes(`\n## ${name} - `), name)
    assert.match(text, /Apache License\n +Version 2\.0/)
  },

  'runs from that file alone, where nothing is installed and nothing may be written: mock, pages, suite, demo':
    async (project) => {
      for (const node of nodes(project)) await inEmptyFolder((folder) => tryAlone(folder, node))
    },

  'says from that file what to install, and finds it where the command is run': async (project) => {
    for (const node of nodes(project)) await inEmptyFolder((folder) => tryOptional(folder, node))
  },
}

async function tryOptional(folder: string, node: string): Promise<void> {
  const empty = join(folder, 'empty')
  await mkdir(empty)
  const { fails } = within(empty, node, '../petstore.mjs')
  const store = ['mock', '--port', '0', '--store', 'redis://127.0.0.1:1']
  await fails(store, /needs the package @redis\/client: npm install @redis\/client/)
  await fails(['contract', '--second-opinion', 'prism'], /npm install @stoplight\/prism-http/)
  await fails(['proxy', 'http://127.0.0.1:1/v1'], /npm install @stoplight\/prism-http/)
  await symlink(join(root, 'node_modules'), join(empty, 'node_modules'))
  await fails(store, /redis:\/\/127\.0\.0\.1:1 cannot be reached/)
  const proxy = [node, '../petstore.mjs', 'proxy', '--port', '0', 'http://127.0.0.1:1/v1']
  await using _ends = await startServer(empty, proxy, /Ctrl-C stops/)
}

async function tryAlone(folder: string, node: string): Promise<void> {
  const file = 'petstore.mjs'
  const { printed, fails } = within(folder, node, ...READ_ONLY, file)
  assert.match(await printed(['--version']), /^\d+\.\d+\.\d+\n$/)
  assert.match(await printed(['--help']), /^Usage: node petstore\.mjs [^]* contract [^]* demo /)
  await fails(['mock', '--prot', '1'], /^Unknown option '--prot'\. Did you mean --port\?\n$/)
  await fails(['mock', '--choices', 'none.yaml'], /none\.yaml/)
  assert.match(await printed(['contract']), /\nconformant: /)
  const demo = ['demo', 'rate-limit', '--client', 'polite', '--requests', '61', '--speed', '20']
  assert.match(await printed(demo), /\nPolite .*honoured Retry-After/)

  const flags = ['--port', '0', '--seed', '7', '--pets', '9']
  const command = [node, ...READ_ONLY, file, 'mock', ...flags]
  await using mock = await startServer(folder, command, /Base address +(http:\S+)\n/)
  const baseUrl = mock.found
  const reply = await fetch(`${baseUrl}/pets`, { headers: { Authorization: 'Bearer free-demo-key' } })
  assert.equal(((await reply.json()) as unknown[]).length, 9)
  const pages = new URL('/_mock/', baseUrl)
  for (const [path, content] of [
    ['', '<title>'],
    ['room.js', 'Retry-After'],
    ['docs/', '<title>'],
    ['docs/docs.js', '# Pet Store'],
  ] as const) {
    for (const encoding of ['gzip', 'identity']) {
      const headers = { Accept: 'text/html', 'Accept-Encoding': encoding }
      const page = await fetch(new URL(path, pages), { headers })
      assert.equal(page.headers.get('Content-Encoding'), encoding === 'gzip' ? 'gzip' : null)
      assert((await page.text()).includes(content), path)
    }
  }
  process.env['KEY_OF_TRIAL'] = 'business-demo-key'
  assert.match(await printed(['contract', baseUrl, '--api-key-env', 'KEY_OF_TRIAL']), /\nconformant/)
}

/** Runs a trial in a new folder with nothing but petstore.mjs. Not in the project, in which the package is installed. */
async function inEmptyFolder(trial: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-alone-'))
  try {
    await copyFile(built, join(folder, 'petstore.mjs'))
    await trial(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** This Node, and the oldest that package.json allows, where the trial has installed it. */
function nodes({ folder }: Project): readonly string[] {
  const platform = `${process.platform}-${process.arch}`
  const oldest = join(folder, `node-22.15.0/node_modules/node-${platform}/bin/node`)
  return [process.execPath, ...(existsSync(oldest) ? [oldest] : [])]
}

/** The command in a folder: what it prints when it succeeds, and a check of what it says when the user must do something. */
function within(cwd: string, node: string, ...given: readonly string[]) {
  const run = (args: readonly string[]) => execute(node, [...given, ...args], { cwd, timeout: 120_000 })
  return {
    printed: async (args: readonly string[]): Promise<string> => (await run(args)).stdout,
    fails: (args: readonly string[], says: RegExp): Promise<void> =>
      assert.rejects(run(args), { code: 2, stderr: says }),
  }
}
