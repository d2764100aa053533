import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMock } from '../../mock/fetch/index.ts'
import { checkSnapshot } from '../../mock/core/world/snapshot.ts'
import { parseJson, stringifyJson } from '../../spec/exact-json/json.ts'
import { filesFrom } from '../environment/environment.ts'
import { runInProcess, type InProcess } from '../testing/manual-environment.ts'

const headers = { Authorization: 'Bearer free-demo-key', Connection: 'close' }

let folder: string
let running: InProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-mock-'))
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

/** Starts a mock in the folder; returns the address of its default world. */
async function start(line: string): Promise<string> {
  running = runInProcess(`mock --port 0 ${line}`, { files: filesFrom(folder) })
  return await running.stdout.sees(/(http:\S+:\d+\/v1)\b/)
}

async function stop(): Promise<void> {
  running?.end('SIGTERM')
  expect(await (running?.exitCode ?? 0)).toBe(0)
  running = undefined
}

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

/** Writes the config anew, which the mock sees. */
async function changeConfig(text: string): Promise<void> {
  const { timers, watch } = running ?? expect.fail('nothing runs')
  await write('petstore.config.yaml', text)
  await watch.begun
  watch.change()
  timers.pass(100)
}

async function petsAt(baseUrl: string): Promise<unknown> {
  return (await fetch(`${baseUrl}/pets`, { headers })).json()
}

it.each(['--world w.json', '--world w.json --save w.json --choices c.yaml'])(
  'a changed file is for the other worlds with %s: the default one keeps its pets, and what a reset returns to',
  async (line) => {
    await using saved = createMock({ pets: 3 })
    saved.pets.remove(1)
    await write('w.json', stringifyJson(saved.snapshot()))
    await write('petstore.config.yaml', 'pets: 4')
    await write('c.yaml', 'list-order: newest')
    const baseUrl = await start(line)
    const { stdout } = running ?? expect.fail('nothing runs')
    expect(stdout.text).toContain(' (for the other worlds: the default one is that of w.json)\n')
    const before = await petsAt(baseUrl)
    expect(before).toHaveLength(2)

    await changeConfig('pets: 5')
    await stdout.sees(
      /petstore\.config\.yaml reloaded: the other worlds start again, with 5 pets; the default one, that of w\.json, goes on\n/,
    )
    expect(await petsAt(baseUrl)).toEqual(before)
    await fetch(baseUrl.replace('/v1', '/_mock/worlds/default/reset'), { method: 'POST', headers })
    expect(await petsAt(baseUrl)).toEqual(before)
    expect(await petsAt(baseUrl.replace('/v1', '/staging/v1'))).toHaveLength(5)
  },
)

it('a changed file is for the other worlds at the first start too, when the file of the default one is not there yet', async () => {
  await write('petstore.config.yaml', 'pets: 4')
  const baseUrl = await start('--world w.json --save w.json')
  const { stdout } = running ?? expect.fail('nothing runs')
  const before = await petsAt(baseUrl)
  expect(before).toHaveLength(4)

  await changeConfig('pets: 5')
  await stdout.sees(
    /reloaded: the other worlds start again, with 5 pets; the default one, that of w\.json, goes on\n/,
  )
  expect(await petsAt(baseUrl)).toEqual(before)
  await stop()
  expect(await petsAt(await start('--world w.json --save w.json'))).toEqual(before)
})

/** Starts a mock on one file with these flags, and returns what it says that it starts with. `meanwhile` happens in it. */
async function startsWith(flags: string, meanwhile?: (world: string) => Promise<unknown>): Promise<string> {
  const baseUrl = await start(`--pets 3 --save w.json --world w.json ${flags}`)
  await meanwhile?.(baseUrl.replace('/v1', '/_mock/worlds/default'))
  const stated = await running?.stdout.sees(/3 pets · (.*)\n/)
  await stop()
  return stated ?? ''
}

it('what --limits and --fault lay over a saved world is not saved with it, at the first start or later', async () => {
  expect(await startsWith('--limits off --fault=delay\t5')).toBe('limits off · 1 fault')
  expect(await startsWith('--fault=status\t500')).toBe('limits on · 1 fault')
  expect(await startsWith('')).toBe('limits on')
})

const send = (url: string, method: string, body: unknown) =>
  fetch(url, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

it('what is set in a world that flags are laid over is saved', async () => {
  const delay = { effect: { kind: 'delay', from: 5 } }
  await startsWith('--fault=not-json', async (world) => {
    await send(`${world}/faults`, 'POST', delay)
    await send(`${world}/limits`, 'PUT', { on: false })
  })
  expect(await startsWith('--limits on --fault=delay\t5')).toBe('limits on · 1 fault')
  expect(await startsWith('')).toBe('limits off · 1 fault')
})

it('what is set in a world as the flags have it is saved', async () => {
  await startsWith('--limits off --fault=delay\t5', async (world) => {
    await send(`${world}/faults`, 'POST', { effect: { kind: 'delay', from: 5 } })
    await send(`${world}/limits`, 'PUT', { on: false })
  })
  expect(await startsWith('')).toBe('limits off · 1 fault')
})

it('what a restored snapshot has is saved, also what the flags have', async () => {
  await startsWith('--limits off --fault=delay\t5', async (world) => {
    const snapshot: unknown = await (await fetch(`${world}/snapshot`, { headers })).json()
    await send(`${world}/snapshot`, 'PUT', snapshot)
  })
  expect(await startsWith('')).toBe('limits off · 1 fault')
})

it('after a reset, what the flags lay over a world is not saved again', async () => {
  await startsWith('--limits off --fault=delay\t5', async (world) => {
    await send(`${world}/limits`, 'PUT', { on: false })
    await send(`${world}/faults`, 'POST', { effect: { kind: 'not-json' } })
    await send(`${world}/reset`, 'POST', undefined)
  })
  expect(await startsWith('')).toBe('limits on')
})

it('after a reload, the faults of the config are saved, and not those of the flags', async () => {
  await write('petstore.config.yaml', 'faults: []')
  await start('--save w.json --fault=delay\t5')
  const { stdout } = running ?? expect.fail('nothing runs')
  await changeConfig('faults: [{ effect: { kind: not-json } }, { effect: { kind: trickle, over: 9 } }]')
  await stdout.sees(/reloaded: all worlds start again/)
  await stop()
  const kinds = checkSnapshot(parseJson(await readFile(join(folder, 'w.json'), 'utf8'))).faults.map(
    ({ effect }) => effect.kind,
  )
  expect(kinds).toEqual(['not-json', 'trickle'])
})
