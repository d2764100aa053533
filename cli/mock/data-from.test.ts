import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parsePetsFile } from '../../fixtures/data-file.ts'
import { serve } from '../../lab/proof/http-server.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { startStranger, strangers, whyNot } from '../../lab/proof/strangers/strangers.ts'
import { startMock } from '../../mock/index.ts'
import { parseJson } from '../../spec/exact-json/json.ts'
import { filesFrom } from '../environment/environment.ts'
import { atOnce, memoryFiles, runInProcess, type InProcess } from '../testing/manual-environment.ts'

const KEY = 'free-demo-key'
const Authorization = `Bearer ${KEY}`
const variables = { STAGING_KEY: KEY }

let folder = ''
let running: InProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-data-'))
})
afterEach(async () => {
  running?.end('SIGTERM')
  expect(await (running?.exitCode ?? 0)).toBe(0)
  running = undefined
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts a mock with the pets of a service; resolves with its base address. */
async function start(line: string, files = memoryFiles(new Map())): Promise<string> {
  running = runInProcess(`mock --port 0 --log json --api-key-env STAGING_KEY ${line}`, { files, variables })
  return await running.stdout.sees(/"baseUrl":"([^"]+)"/)
}

async function textAt(url: string): Promise<string> {
  return await (await fetch(url, { headers: { Authorization, Connection: 'close' } })).text()
}

async function refused(line: string): Promise<string> {
  const { exitCode, stdout, stderr } = runInProcess(`mock --port 0 ${line}`, { variables, after: atOnce })
  expect([await exitCode, stdout.text]).toEqual([2, ''])
  expect(stderr.text).toMatch(/^[^\n]+\n$/)
  expect(stderr.text).not.toContain(KEY)
  return stderr.text
}

test('a mock has the pets of another, with its ids and its order, and a file of them', async () => {
  const choices = { 'list-order': 'newest', 'id-numbering': 'beyond-2-53', 'further-pages': 'link' } as const
  await using staging = await startMock({ port: 0, pets: 230, seed: 3, choices })
  const given = Object.entries(choices).map(([point, variant]) => `--choice ${point}=${variant}`)
  const line = `--data-from ${staging.baseUrl}/ ${given.join(' ')}`
  const baseUrl = await start(`${line} --save-data ${join(folder, 'a/pets.json')}`, filesFrom(folder))
  for (const path of ['/pets', '/pets?limit=100', '/pets?status=sold', '/pets/9007199254740993'])
    expect(await textAt(baseUrl + path)).toBe(await textAt(staging.baseUrl + path))
  expect(running?.stdout.text).toContain(`230 pets of ${staging.baseUrl}, which are all that it lists`)
  expect(running?.stdout.text).toContain('saved to a/pets.json, in a new folder: 230 pets')
  expect(running?.stdout.text).not.toContain(`Bearer ${KEY}`)
  expect(staging.journal.list().filter(({ method }) => method !== 'GET')).toEqual([])

  const saved = parsePetsFile(await readFile(join(folder, 'a/pets.json'), 'utf8'), 'pets.json')
  await using again = await startMock({ port: 0, pets: saved, choices })
  expect(await textAt(`${again.baseUrl}/pets?limit=100`)).toBe(await textAt(`${baseUrl}/pets?limit=100`))
})

test('the service is read once: a changed file starts the worlds again with the same pets', async () => {
  await using staging = await startMock({ port: 0, pets: 7 })
  const contents = new Map<string, string>([['petstore.config.yaml', 'limits: on']])
  await start(`--data-from ${staging.baseUrl}`, memoryFiles(contents))
  await staging.stop()
  contents.set('petstore.config.yaml', 'limits: off')
  await running?.watch.begun
  running?.watch.change()
  running?.timers.pass(100)
  await running?.stdout.sees(/all worlds start again, with 7 pets/)
})

test('a service that shares only the document with the mock gives its pets', async () => {
  const other = otherService({ pets: 120, now: Date.now })
  await using server = await serve(other.service)
  const baseUrl = await start(`--data-from ${server.baseUrl}`)
  const [id = ''] = other.stored()
  expect(JSON.parse(await textAt(`${baseUrl}/pets/${id}`))).toMatchObject({ id: Number(id) })
  expect(running?.stdout.text).toContain(`120 pets of ${server.baseUrl}`)
})

const stranger = strangers.find(({ name }) => name === 'oak')
test.skipIf(!stranger || whyNot(stranger))('a service that somebody else wrote gives its pets', async () => {
  if (!stranger) return
  await using service = await startStranger(stranger)
  const baseUrl = await start(`--data-from ${service.baseUrl}`)
  const [theirs, ours] = await Promise.all([textAt(`${service.baseUrl}/pets`), textAt(`${baseUrl}/pets`)])
  const documented = (text: string) =>
    (parseJson(text) as readonly Readonly<Record<string, unknown>>[]).map(
      ({ addedAt: _added, ...pet }) => pet,
    )
  expect(documented(theirs)).toHaveLength(20)
  expect(documented(ours)).toEqual(documented(theirs))
})

test.for([
  ['--data-from http://127.0.0.1:1/v1', 'PETSTORE_API_KEY holds no API key: set it'],
  ['--data-from http://127.0.0.1:1 --api-key-env STAGING_KEY', 'did you mean http://127.0.0.1:1/v1?'],
  ['--data-from http://127.0.0.1:1/v1 --api-key-env STAGING_KEY', 'nothing listens there'],
  ['--data-from http://127.0.0.1:1/v1 --data pets.json', 'Say --data or --data-from, not both'],
  ['--data-from http://127.0.0.1:1/v1 --pets 3', 'Say --pets or --data-from, not both'],
  ['--data-from http://127.0.0.1:1/v1 --world w.json', 'Say --data-from or --world, not both'],
  ['--save-data pets.json', '--save-data goes with --data-from'],
  ['--api-key-env STAGING_KEY', '--api-key-env goes with --data-from'],
  ['--max-wait 5', '--max-wait goes with --data-from'],
] as const)('%s is refused', async ([line, message]) => {
  expect(await refused(line)).toContain(message)
})

test('a file that cannot be written is an error', async () => {
  await using staging = await startMock({ port: 0, pets: 3 })
  const line = `--data-from ${staging.baseUrl} --api-key-env STAGING_KEY --save-data ${folder}`
  expect(await refused(line)).toContain('cannot be written: it is a folder')
})
