// How many violations Specmatic notices: `npm run lab -- specmatic` tries one of each clause, with `--all` every one.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseDocument } from 'yaml'
import { serve } from '../http-server.ts'
import { type Noticed, noticedTable, noticedViolations, whichViolations } from '../noticed-violations.ts'
import { PLAIN, testService } from '../test-service.ts'
import type { Overlay, Violation } from '../violations/service.ts'

const JAR = join(import.meta.dirname, 'node_modules/specmatic/specmatic.jar')
const DOCUMENT = join(import.meta.dirname, '../../../spec/openapi.yaml')
const FIGURES = join(import.meta.dirname, 'figures.md')
const KEY = 'free-demo-key'

const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values

const place = await mkdtemp(join(tmpdir(), 'petstore-specmatic-'))
try {
  await writeInput()
  const sound = await failuresOf((service) => service, {})
  if (sound !== undefined)
    throw new Error(`Specmatic blames a service that conforms, so its figures would mean nothing:\n${sound}`)
  const found = await noticedViolations(
    all,
    async ({ overlay, mock }) => (await failuresOf(overlay, mock)) !== undefined,
  )
  await writeFile(FIGURES, figures(found))
} catch (error) {
  console.error(`specmatic: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await rm(place, { recursive: true, force: true })
}

/** Writes the OpenAPI document with an example id, and an example of each reply that one request can get. */
async function writeInput(): Promise<void> {
  const document = parseDocument(await readFile(DOCUMENT, 'utf8'))
  const petId = ['paths', '/pets/{petId}', 'get', 'parameters', 0]
  document.deleteIn([...petId, 'example'])
  document.setIn(
    [...petId, 'examples'],
    document.createNode({ found: { value: 1 }, notFound: { value: 999 } }),
  )
  await writeFile(join(place, 'openapi.yaml'), document.toString())
  await mkdir(join(place, 'examples'))
  const pet = { id: 1, name: 'Biscuit', categoryId: 2, status: 'available' }
  const body = { name: 'Mochi', categoryId: 3, status: 'pending' }
  const [sound, unknown] = [{ Authorization: `Bearer ${KEY}` }, { Authorization: 'Bearer no-such-key' }]
  const json = { 'Content-Type': 'application/json' }
  const list = { method: 'GET', path: '/pets' }
  const get = { method: 'GET', path: '/pets/1' }
  const create = { method: 'POST', path: '/pets', body }
  const requests = [
    {
      request: { ...list, headers: sound, query: { limit: '20', status: 'available' } },
      status: 200,
      reply: [pet],
    },
    { request: { ...list, headers: unknown }, status: 401 },
    { request: { ...get, headers: sound }, status: 200, reply: pet },
    { request: { ...get, headers: unknown }, status: 401 },
    { request: { ...get, path: '/pets/999', headers: sound }, status: 404 },
    { request: { ...create, headers: { ...sound, ...json } }, status: 201, reply: pet },
    { request: { ...create, headers: { ...sound, ...json }, body: { name: 'Mochi' } }, status: 400 },
    { request: { ...create, headers: { ...unknown, ...json } }, status: 401 },
  ]
  for (const [at, { request, status, reply }] of requests.entries()) {
    const headers = {
      'X-RateLimit-Limit': 60,
      'X-RateLimit-Remaining': 59,
      'X-RateLimit-Reset': 1_893_456_060,
    }
    const example = {
      'http-request': request,
      'http-response': { status, headers, body: reply ?? { code: 'code', message: 'message', status } },
    }
    await writeFile(join(place, 'examples', `${at}.json`), JSON.stringify(example))
  }
}

/** Its failed tests of a service; `undefined` where all pass. */
async function failuresOf(overlay: Overlay, mock: Violation['mock']): Promise<string | undefined> {
  const { service, world } = await testService(overlay, { ...PLAIN, mock: { ...PLAIN.mock, ...mock } })
  world.clock.freeze()
  await using server = await serve(service)
  const test = ['test', `--testBaseURL=${server.baseUrl}`, '--examples=examples', 'openapi.yaml']
  // It reads the key from a variable with the name of the document's security scheme.
  const args = [`bearerAuth=${KEY}`, 'java', '-jar', JAR, ...test]
  return await new Promise((resolve, reject) => {
    execFile('env', args, { cwd: place, maxBuffer: 1e8 }, (error, stdout) => {
      if (error === null) resolve(undefined)
      else if (/Tests run: [1-9]/.test(stdout))
        resolve(stdout.slice(stdout.indexOf('Unsuccessful Scenarios')))
      else reject(new Error(`${error.message}\n${stdout.slice(-1000)}`))
    })
  })
}

function figures(found: readonly Noticed[]): string {
  return `## Specmatic, side by side

Written by \`npm run lab -- specmatic\`, which lays ${whichViolations(all)} over the mock.
[Specmatic](https://specmatic.io) tests each with \`spec/openapi.yaml\` and an example of each reply that one request can get. The
same tests pass a service that conforms. The tests that Specmatic generates are off: they demand 4xx where the document leaves
the answer open, so they blame services that conform. The contract suite reports all of these violations on the right clause.

${noticedTable(found)}`
}
