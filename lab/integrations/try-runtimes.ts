// Tries the packed package and petstore.mjs in Deno and Bun, as docs/fetch.md says.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from './server.ts'
import type { Project } from './try-them.ts'

const COMMAND = 'node_modules/petstore-mock/dist/cli/index.js'
const ONE_FILE = join(import.meta.dirname, '../../dist/petstore.mjs')

interface Runtime {
  readonly name: 'Deno' | 'Bun'
  /** The command that runs a program. */
  readonly command: readonly [program: string, ...args: string[]]
  /** The expression that serves `mock.fetch`. */
  readonly serve: string
}

// Below the project, where its installation has them.
const RUNTIMES: readonly Runtime[] = [
  {
    name: 'Deno',
    command: ['runtimes/node_modules/.bin/deno', 'run', '--allow-all'],
    serve: "Deno.serve({ hostname: '127.0.0.1', port: 0, onListen: listening }, mock.fetch)",
  },
  {
    name: 'Bun',
    command: ['runtimes/node_modules/.bin/bun'],
    serve: "listening(Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: mock.fetch }))",
  },
]

/** The promises, each with its check, in this order. */
export const runtimeTrials: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  'answers behind the servers of Deno and Bun, as a function': async (project) => {
    await project.install('--prefix', 'runtimes', 'deno', 'bun')
    for (const { name, command, serve } of RUNTIMES) {
      const program = `
        import { createMock, makePets } from 'petstore-mock/fetch'
        const mock = createMock({ pets: await makePets({ seed: 7, count: 9 }), control: true, controlToken: 'of-twenty-letters-or-so' })
        const listening = ({ port }) => console.log('http://127.0.0.1:' + port + '/v1')
        ${serve}`
      await writeFile(join(project.folder, `${name}.js`), program)
      await using server = await startServer(project.folder, [...command, `${name}.js`], /(http:\S+)\n/)
      await judge(project, server.found)
    }
  },

  'runs in Deno and Bun with its server, its pages, its command and its suite': async (project) => {
    const program = `
      import { startMock } from 'petstore-mock'
      const mock = await startMock({ port: 0, pets: 9 })
      const { status } = await fetch(mock.origin + '/_mock/docs/docs.js')
      await mock.stop()
      console.log(status)`
    await writeFile(join(project.folder, 'stops.js'), program)
    for (const { command } of RUNTIMES) {
      const [runtime, ...args] = command
      assert.match(await project.run(runtime, ...args, 'stops.js'), /^200$/m)
      assert.match(await project.run(runtime, ...args, COMMAND, 'contract'), /\nconformant: /)
      const mock = [...command, COMMAND, 'mock', '--port', '0', '--pets', '9']
      await using server = await startServer(project.folder, mock, /Base address +(http:\S+)\n/)
      await judge(project, server.found)
    }
  },

  'has one file for Deno too, which says in Bun what it needs': async (project) => {
    for (const { name, command } of RUNTIMES) {
      const [runtime, ...args] = command
      const run = project.run(runtime, ...args, ONE_FILE, 'contract')
      if (name === 'Deno') assert.match(await run, /\nconformant: /)
      else await assert.rejects(run, { code: 2, stderr: /^petstore\.mjs needs Node .* this is Bun / })
    }
  },
}

/** Has the suite, in Node, judge a service. */
async function judge(project: Project, baseUrl: string): Promise<void> {
  process.env['KEY_OF_TRIAL'] = 'business-demo-key'
  const args = ['contract', baseUrl, '--api-key-env', 'KEY_OF_TRIAL']
  assert.match(await project.run(process.execPath, COMMAND, ...args), /\nconformant/)
}
