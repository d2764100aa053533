import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PETSTORE, Spawned, spawnPetstore, type Place } from './testing/spawn-petstore.ts'

const BASE_URL = /(http:\S+:\d+\/v1)\b/
const headers = { Authorization: 'Bearer free-demo-key' }
const hasCurl = spawnSync('curl', ['--version']).status === 0

const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'petstore-cli-'))
})

afterAll(async () => {
  await rm(root, { recursive: true })
})

/** A folder of its own, with these files. */
async function folder(files: Record<string, string> = {}): Promise<Place> {
  const cwd = await mkdtemp(join(root, 'run-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
  return { cwd, env }
}

/** Saves a file as editors do: beside it, and then over it. */
async function save(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

describe.concurrent('petstore mock', { timeout: 30_000 }, () => {
  it.skipIf(!hasCurl)('prints commands that work when they are pasted', async () => {
    await using petstore = spawnPetstore(['mock', '--port', '0'], { cwd: root, env })
    await petstore.sees(/Ctrl-C stops\./)
    const commands = petstore.stdout.match(/^ {2}curl .*$/gm) ?? []
    const statuses = commands
      .map((command) => spawnSync('sh', ['-c', `${command} -s -w '\n%{http_code}'`], { encoding: 'utf8' }))
      .map(({ stdout }) => stdout.split(/\s+/).at(-1))
    expect(statuses).toEqual(['200', '201', '200', '429', '200'])
  })

  it('writes nothing but JSON lines when it is asked to', async () => {
    await using petstore = spawnPetstore(['mock', '--port', '0', '--log', 'json'], { cwd: root, env })
    await fetch(`${await petstore.sees(/"baseUrl":"([^"]+)"/)}/pets?limit=1`, { headers })
    await petstore.sees(/"exchange"/)
    petstore.kill('SIGINT')
    expect(await petstore.exitCode).toBe(0)
    const events = petstore.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { event: string }).event)
    expect(events).toEqual(['started', 'exchange', 'notice'])
  })

  it.each([
    ['an unknown flag', ['mock', '--prot', '1'], "Unknown option '--prot'. Did you mean --port?"],
    ['a missing file', ['mock', '--data', 'pets.json'], 'pets.json does not exist'],
  ])('refuses %s with one line and exit code 2', async (_what, args, line) => {
    await using petstore = spawnPetstore(args, await folder())
    expect(await petstore.exitCode).toBe(2)
    expect(petstore.stderr).toBe(`${line}\n`)
    expect(petstore.stdout).toBe('')
  })

  it('says so when its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await using petstore = spawnPetstore(['mock', '--port', String(port)], { cwd: root, env })
    expect(await petstore.exitCode).toBe(2)
    expect(petstore.stderr).toBe(
      `Port ${port} is in use: stop what listens there, or choose another with --port\n`,
    )
    other.close()
  })

  it('lets a running request finish when it is stopped', async () => {
    const config = 'faults: [{ effect: { kind: delay, from: 300, to: 300 } }]'
    const place = await folder({ 'petstore.config.yaml': config })
    await using petstore = spawnPetstore(['mock', '--port', '0'], place)
    const reply = fetch(`${await petstore.sees(BASE_URL)}/pets?limit=1`, { headers })
    await petstore.sees(/GET .* 200 /)
    petstore.kill('SIGTERM')
    await petstore.sees(/SIGTERM: no new requests/)
    expect(await (await reply).json()).toHaveLength(1)
    expect(await petstore.exitCode).toBe(0)
    expect(petstore.stderr).toBe('')
  })

  it('ends at once at the second signal', async () => {
    const config = 'faults: [{ effect: { kind: delay, from: 60000, to: 60000 } }]'
    const place = await folder({ 'petstore.config.yaml': config })
    await using petstore = spawnPetstore(['mock', '--port', '0'], place)
    const reply = fetch(`${await petstore.sees(BASE_URL)}/pets`, { headers }).catch(() => 'cut')
    await petstore.sees(/GET .* 200 /)
    petstore.kill('SIGINT')
    await petstore.sees(/SIGINT: no new requests/)
    petstore.kill('SIGINT')
    expect(await petstore.exitCode).toBe(130)
    expect(await reply).toBe('cut')
  })

  it('takes up a config file that changes, and keeps the old one when it is bad', async () => {
    const place = await folder({ 'petstore.config.yaml': 'pets: 1' })
    const config = join(place.cwd, 'petstore.config.yaml')
    await using petstore = spawnPetstore(['mock', '--port', '0'], place)
    const baseUrl = await petstore.sees(BASE_URL)
    const pets = async (): Promise<unknown> => (await fetch(`${baseUrl}/pets`, { headers })).json()

    await save(config, 'pets: 2')
    await petstore.sees(/petstore\.config\.yaml taken up: .* 2 pets/)
    expect(await pets()).toHaveLength(2)
    await writeFile(config, 'pets: many')
    await petstore.sees(/petstore\.config\.yaml: pets must be an integer\. What was there/)
    expect(await pets()).toHaveLength(2)
    await writeFile(config, 'pets: 3')
    await petstore.sees(/petstore\.config\.yaml taken up: .* 3 pets/)
    expect(await pets()).toHaveLength(3)
  })

  it('ends quietly when nobody reads what it prints', async () => {
    const command = `${PETSTORE.map((part) => `'${part}'`).join(' ')} mock --port 0 --log json | head -1`
    await using shell = new Spawned('sh', ['-c', command], { cwd: root, env })
    await fetch(`${await shell.sees(/"baseUrl":"([^"]+)"/)}/pets`, { headers })
    expect(await shell.exitCode).toBe(0)
    expect(shell.stdout.trim().split('\n')).toHaveLength(1)
    expect(shell.stderr).toBe('')
  })
})
