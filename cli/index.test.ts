import { once } from 'node:events'
import { execFileSync } from 'node:child_process'
import { constants, copyFile, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startMock } from '../mock/index.ts'
import { hangingService } from './testing/hanging-service.ts'
import { PETSTORE, Spawned, spawnPetstore } from './testing/spawn-petstore.ts'

const PLACE = { cwd: tmpdir(), env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined } }

/** A request that is under way until it is finished. */
interface UnderWay {
  readonly finish: () => void
  /** The status of the reply; `cut` where none comes. */
  readonly reply: Promise<unknown>
}

/** Sends the head of a request. Resolves when the mock waits for the body, which `finish` sends. */
async function beginRequest(baseUrl: string): Promise<UnderWay> {
  const outgoing = request(`${baseUrl}/pets`, {
    method: 'POST',
    agent: false,
    headers: {
      Authorization: 'Bearer free-demo-key',
      'Content-Type': 'application/json',
      Expect: '100-continue',
    },
  })
  const reply = new Promise((resolve) => {
    outgoing.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    outgoing.on('error', () => {
      resolve('cut')
    })
  })
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  const finish = (): void => {
    outgoing.end('{"name": "Rex", "categoryId": 1}')
  }
  return { finish, reply }
}

/** What npm runs for a script of a package: a shell that waits for the command, and passes no signal on to it. */
function spawnScript(command: string, variables: NodeJS.ProcessEnv): Spawned {
  const [node = '', cli = ''] = PETSTORE
  const script = `"${node}" "${dirname(cli)}"/${command}; exit $?`
  return new Spawned('sh', ['-c', script], { ...PLACE, env: { ...PLACE.env, ...variables } })
}

/** What npm says of the script. */
function scriptOf(command: string): NodeJS.ProcessEnv {
  return { npm_lifecycle_script: `node ${join(import.meta.dirname, command)}` }
}

const BASE_URL = /"baseUrl":"([^"]+)"/

describe.concurrent('petstore, as a process of its own,', () => {
  it('ends with the shell that npm start runs it in', async () => {
    await using started = spawnScript('start.mjs mock --port 0 --log json', scriptOf('start.mjs mock'))
    await started.sees(BASE_URL)
    started.kill('SIGTERM')
    // Resolves when nobody writes to its stdout any more.
    await started.exitCode
    expect(started.stdout).toContain('SIGTERM: no new requests')
  })

  it.for(['start.mjs contract', 'dredd.ts'])(
    'ends with the shell that npm runs it in: %s',
    async (command) => {
      const silent = createServer(() => undefined).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const { port } = silent.address() as AddressInfo
      const asked = once(silent, 'request')
      await using started = spawnScript(`${command} http://127.0.0.1:${port}/v1 --api-key-env SOME_KEY`, {
        ...scriptOf(command),
        SOME_KEY: 'a-key',
      })
      await asked
      started.kill('SIGTERM')
      await started.exitCode
      // Else it says that the service does not answer.
      expect(started.stdout + started.stderr).not.toContain('answer')
      silent.close()
    },
  )

  it('says what to do where nothing is installed yet', async () => {
    const [node = '', cli = ''] = PETSTORE
    const folder = await mkdtemp(join(tmpdir(), 'petstore-start-'))
    try {
      for (const name of ['start.mjs', 'end-with-shell.mjs', 'need-node.js'])
        await copyFile(join(dirname(cli), name), join(folder, name))
      await using started = new Spawned(node, [join(folder, 'start.mjs'), 'mock'], PLACE)
      expect(await started.exitCode).toBe(1)
      expect(started.stderr).toBe('The packages are missing: run npm ci first.\n')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('writes only JSON lines with --log json, and finishes a pending request when it is stopped', async () => {
    await using petstore = spawnPetstore(['mock', '--port', '0', '--log', 'json'], PLACE)
    const { finish, reply } = await beginRequest(await petstore.sees(BASE_URL))
    petstore.kill('SIGTERM')
    await petstore.sees(/SIGTERM: no new requests/)
    finish()
    expect(await reply).toBe(201)
    expect(await petstore.exitCode).toBe(0)
    expect(petstore.stderr).toBe('')
    const events = petstore.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { event: string }).event)
    expect(events).toEqual(['started', 'notice', 'exchange'])
  })

  it('saves its world when its terminal is closed, whatever signals follow', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'petstore-'))
    await using petstore = spawnPetstore(['mock', '--port', '0', '--log', 'json', '--save', 'world.json'], {
      ...PLACE,
      cwd,
    })
    const { finish, reply } = await beginRequest(await petstore.sees(BASE_URL))
    petstore.kill('SIGHUP')
    await petstore.sees(/SIGHUP: no new requests/)
    for (const signal of ['SIGHUP', 'SIGTERM'] as const) petstore.kill(signal)
    finish()
    expect(await reply).toBe(201)
    expect(await petstore.exitCode).toBe(0)
    expect(await readFile(join(cwd, 'world.json'), 'utf8')).toContain('"Rex"')
    await rm(cwd, { recursive: true })
  })

  it('ends at once on the second signal', async () => {
    await using petstore = spawnPetstore(['mock', '--port', '0', '--log', 'json'], PLACE)
    const { reply } = await beginRequest(await petstore.sees(BASE_URL))
    petstore.kill('SIGINT')
    await petstore.sees(/SIGINT: no new requests/)
    petstore.kill('SIGINT')
    expect(await petstore.exitCode).toBe(130)
    expect(await reply).toBe('cut')
  })

  it('ends the suite at the first signal, also while it waits for a service that is silent, and no old report stays', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const asked = once(silent, 'request')
    const cwd = await mkdtemp(join(tmpdir(), 'petstore-'))
    for (const name of ['old.html', 'old.xml']) await writeFile(join(cwd, name), 'conformant')
    const env = { ...PLACE.env, PETSTORE_API_KEY: 'a-key' }
    const reports = ['--report', 'html=old.html', '--report', 'junit=old.xml']
    const command = ['contract', `http://127.0.0.1:${port}/v1`, ...reports]
    await using petstore = spawnPetstore(command, { cwd, env })
    await asked
    petstore.kill('SIGTERM')
    expect(await petstore.exitCode).toBeNull()
    expect(await readdir(cwd)).toEqual([])
    silent.close()
    await rm(cwd, { recursive: true })
  })

  it('ends the suite at the first signal, also while it waits for a gateway, of which there is nothing to report', async () => {
    const gateway = createServer((_request, response) => {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>')
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const { port } = gateway.address() as AddressInfo
    const env = { ...PLACE.env, PETSTORE_API_KEY: 'a-key' }
    await using petstore = spawnPetstore(['contract', `http://127.0.0.1:${port}/v1`], { ...PLACE, env })
    await petstore.sees(/waiting 7 s/)
    petstore.kill('SIGTERM')
    expect(await petstore.exitCode).toBeNull()
    expect(petstore.stdout).not.toContain('not conformant')
    gateway.close()
  })

  it('ends the suite at the first signal, also while its main thread is busy for ever', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const asked = once(silent, 'request')
    const busy = `process.on('SIGUSR2', () => { process.stdout.write('busy\\n'); for (;;); })`
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(busy)}`
    const env = { ...PLACE.env, PETSTORE_API_KEY: 'a-key', NODE_OPTIONS }
    await using petstore = spawnPetstore(['contract', `http://127.0.0.1:${port}/v1`], { ...PLACE, env })
    await asked
    petstore.kill('SIGUSR2')
    await petstore.sees(/busy/)
    petstore.kill('SIGTERM')
    expect(await petstore.exitCode).toBeNull()
    silent.close()
  })

  it('names the pets that the suite has added when a signal ends it, which a JUnit report says too', async () => {
    await using mock = await startMock({ port: 0 })
    const folder = await mkdtemp(join(tmpdir(), 'petstore-'))
    await using service = await hangingService(mock.baseUrl)
    const env = { ...PLACE.env, PETSTORE_API_KEY: 'free-demo-key' }
    const file = join(folder, 'contract.xml')
    const command = ['contract', service.baseUrl, '--only', 'CREATE-1', '--report', `junit=${file}`]
    await using petstore = spawnPetstore(command, { ...PLACE, env })
    await service.hangs
    petstore.kill('SIGINT')
    expect(await petstore.exitCode).toBe(130)
    expect(petstore.stderr).toMatch(
      /^The run was interrupted \(SIGINT\); it has added \d+ pets?, named contract[^:]+: .*\b10[1-9]\b.*\n$/,
    )
    expect(await readFile(file, 'utf8')).toContain('The run was interrupted (SIGINT); it has added')
    await rm(folder, { recursive: true })
  })

  it('ends at a signal while a report waits for its reader', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-'))
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    const reports = ['--report', `json=${pipe}`, '--report', `junit=${join(folder, 'contract.xml')}`]
    await using petstore = spawnPetstore(['contract', ...reports], PLACE)
    await petstore.sees(/^conformant: /m)
    petstore.kill('SIGINT')
    expect(await petstore.exitCode).toBe(130)
    expect(petstore.stderr).toBe(
      `the json report cannot be written to ${pipe}: it is a pipe that nobody reads. Name another file.\n`,
    )
    expect(await readFile(join(folder, 'contract.xml'), 'utf8')).toMatch(/<\/testsuites>\s*$/)
    await reader.close()
    await rm(folder, { recursive: true })
  })

  it('saves no world to a pipe', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-'))
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    await using petstore = spawnPetstore(['mock', '--port', '0', '--save', pipe], PLACE)
    expect(await petstore.exitCode).toBe(2)
    expect(petstore.stderr).toContain('is no file that a world can be saved to')
    await rm(folder, { recursive: true })
  })

  it('continues when nobody reads its log, and reports that once', async () => {
    // More requests may be needed than the limits admit.
    const command = ['mock', '--port', '0', '--log', 'json', '--limits', 'off']
    await using petstore = spawnPetstore(command, PLACE)
    const baseUrl = await petstore.sees(BASE_URL)
    petstore.stopReading()
    while (petstore.stderr === '') expect((await fetch(`${baseUrl}/pets`)).status).toBe(401)
    expect((await fetch(`${baseUrl}/pets`)).status).toBe(401)
    petstore.kill('SIGTERM')
    expect(await petstore.exitCode).toBe(0)
    expect(petstore.stderr).toBe('The log cannot be written (write EPIPE); the mock goes on\n')
  })

  it('ends quietly when nobody reads the report of the suite', async () => {
    const command = PETSTORE.map((part) => `'${part}'`).join(' ')
    await using shell = new Spawned('sh', ['-c', `${command} contract --only LIST-1 | head -1`], PLACE)
    expect([await shell.exitCode, shell.stderr]).toEqual([0, ''])
  })

  it('prints a report in its place where that goes to standard output, which is a file', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'petstore-'))
    const command = PETSTORE.map((part) => `'${part}'`).join(' ')
    const script = `${command} contract --only LIST-1 --report json=/dev/stdout > all.txt`
    await using shell = new Spawned('sh', ['-c', script], { ...PLACE, cwd })
    expect([await shell.exitCode, shell.stderr]).toEqual([0, ''])
    const all = await readFile(join(cwd, 'all.txt'), 'utf8')
    const [, before, json = '', after] = /^(.*?)^(\{$.*^\}$)(.*)$/ms.exec(all) ?? []
    expect(before).toContain('LIST-1')
    expect(JSON.parse(json)).toMatchObject({ exitCode: 0 })
    expect(after).toBe('\n\nsaved to /dev/stdout: the json report\n')
    await rm(cwd, { recursive: true })
  })

  it('ends with exit code 2 and one line after a usage error', async () => {
    await using petstore = spawnPetstore(['mock', '--prot', '1'], PLACE)
    expect(await petstore.exitCode).toBe(2)
    expect(petstore.stderr).toBe("Unknown option '--prot'. Did you mean --port?\n")
    expect(petstore.stdout).toBe('')
  })
})
