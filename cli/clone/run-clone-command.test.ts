import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../lab/proof/http-server.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { violations } from '../../lab/proof/violations/index.ts'
import { createMock } from '../../mock/fetch/index.ts'
import { startMock, type Mock, type StartOptions } from '../../mock/index.ts'
import { parseWithLongList } from '../../spec/exact-json/long-list.ts'
import { isObject, memberOf } from '../../contract-tests/history/values.ts'
import { parseJson } from '../../spec/exact-json/json.ts'
import { filesFrom } from '../environment/environment.ts'
import { atOnce, runInProcess } from '../testing/manual-environment.ts'

const KEY = 'business-demo-key'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-clone-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Cloned {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function clone(line: string, key = KEY): Promise<Cloned> {
  const command = runInProcess(`clone ${line}`, {
    variables: { PETSTORE_API_KEY: key },
    files: filesFrom(folder),
    after: atOnce,
  })
  const code = await command.exitCode
  const [stdout, stderr] = [command.stdout.text, command.stderr.text]
  expect(stdout + stderr).not.toContain(key)
  return { code, stdout, stderr }
}

const fileText = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

/** The replies of a mock to some reads, by path. */
async function replies(
  answer: (path: string) => Promise<Response>,
  ids: readonly unknown[],
): Promise<Readonly<Record<string, string>>> {
  const lists = ['', '?limit=100', '?limit=101', '?status=sold', '?status=lost', '?limit=x']
  const paths = [...lists.map((query) => `/pets${query}`), ...ids.map((id) => `/pets/${String(id)}`)]
  const texts = await Promise.all(
    paths.map(async (path) => {
      const reply = await answer(path)
      return [path, `${reply.status} ${await reply.text()}`] as const
    }),
  )
  return Object.fromEntries(texts)
}

const headers = { Authorization: `Bearer ${KEY}`, Connection: 'close' }

async function repliesOf(mock: Mock, ids: readonly unknown[]): Promise<Readonly<Record<string, string>>> {
  return await replies((path) => fetch(mock.baseUrl + path, { headers }), ids)
}

async function repliesOfCopy(
  text: string,
  ids: readonly unknown[],
): Promise<Readonly<Record<string, string>>> {
  const copy = createMock()
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(new TextEncoder().encode(text))
  }
  copy.world.startFrom(await parseWithLongList(parts(), 'pets'))
  return await replies((path) => copy.fetch(`http://pets.test/v1${path}`, { headers }), ids)
}

describe('a copy of a mock answers as the mock does', () => {
  test.for<[string, StartOptions]>([
    ['with no pets', { pets: 0 }],
    ['with one page', { pets: 60 }],
    [
      'with ids beyond 2^53 and linked pages',
      { pets: 230, choices: { 'id-numbering': 'beyond-2-53', 'further-pages': 'link' } },
    ],
    [
      'with random ids, the newest first, and other errors',
      {
        pets: 230,
        choices: {
          'id-numbering': 'random',
          'list-order': 'newest',
          'further-pages': 'link',
          'limit-above-100': 'clamped',
          'invalid-status-filter': 'empty-list',
          'error-code-style': 'kebab',
          'json-style': 'indented-shuffled',
        },
      },
    ],
    [
      'with pets without a status',
      {
        pets: Array.from({ length: 30 }, (_, at) => ({ id: 7 * at + 3, name: `Pet ${at}`, categoryId: at })),
      },
    ],
  ])('%s', async ([what, options]) => {
    await using staging = await startMock({ ...options, port: 0 })
    const ids = staging.pets
      .list()
      .map(({ id }) => id)
      .filter((_id, at) => at % 10 === 0)
    const before = await repliesOf(staging, [...ids, 'first', 12])
    const file = `${what.replaceAll(/\W/g, '-')}.json`
    const { code, stdout, stderr } = await clone(`${staging.baseUrl} --save ${file}`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('which are all that it lists')
    expect(await repliesOfCopy(await fileText(file), [...ids, 'first', 12])).toEqual(before)
  })
})

test('it says how many pets it added to the service, and the copy has none of them', async () => {
  await using staging = await startMock({ port: 0, pets: 20 })
  const { stdout } = await clone(`${staging.baseUrl} --save added.json`)
  const [, mark = '', count] =
    /It adds at most 60 pets, whose names begin with (\w+) [^]*\n(\d+) pets added to the service, named \1…/.exec(
      stdout,
    ) ?? []
  expect(staging.pets.size).toBe(20 + Number(count))
  const text = await fileText('added.json')
  expect(text).not.toContain(mark)
  expect(text).not.toContain(new URL(staging.baseUrl).host)
  expect(parseJson(text)).toMatchObject({ ids: { 'from-1': 21 }, pets: { length: 20 } })
  expect(stdout).toContain('not observed, so the copy has the default of the mock: ')
  const [, choices] =
    /\nsaved to added\.json: 20 pets and (\d\d) choices\. Start the copy with /.exec(stdout) ?? []
  const held = memberOf(parseJson(text), 'choices')
  expect(isObject(held) ? Object.keys(held) : []).toHaveLength(Number(choices))
})

test('--read-only adds no pet, and the same service gives the same file', async () => {
  for (const file of ['one.json', 'other.json']) {
    // What a run sees of a minute depends on where in it the run begins.
    const ahead = Date.UTC(2026, 10, 20, 10, 0, 1) - Date.now()
    const time = (): number => Date.now() + ahead
    await using staging = await startMock({ port: 0, pets: 130, choices: { ban: 'none' }, time })
    const { stdout } = await clone(`${staging.baseUrl} --read-only --save ${file}`)
    expect(stdout).toContain('It adds no pet.')
    expect(staging.pets.size).toBe(130)
  }
  expect(await fileText('one.json')).toBe(await fileText('other.json'))
})

test('--exhaust also observes what a 429 looks like', async () => {
  // At the end of a minute a run waits for the next one before it goes over the limit.
  const ahead = Date.UTC(2026, 10, 20, 10, 0, 1) - Date.now()
  const time = (): number => Date.now() + ahead
  await using staging = await startMock({ port: 0, pets: 20, choices: { 'body-of-429': 'empty' }, time })
  await clone(`${staging.baseUrl} --exhaust --save exhausted.json`, 'free-demo-key')
  expect(parseJson(await fileText('exhausted.json'))).toMatchObject({ choices: { 'body-of-429': 'empty' } })
})

test('--choices observes nothing, and sends the requests for the pets alone', async () => {
  const other = otherService({ now: Date.now })
  await using server = await serve(other.service)
  await writeFile(
    join(folder, 'other.yaml'),
    'limit-above-100: clamped\ninvalid-pet-id: other\n# ban: not observed\n',
  )
  const { stdout, code } = await clone(`${server.baseUrl} --choices other.yaml`, 'free-demo-key')
  expect(code).toBe(0)
  expect(stdout).toBe(
    [
      `40 pets of ${server.baseUrl}, which are all that it lists (1 request)`,
      'left out fields that the document does not name: herd',
      'another behaviour than the variants (other), so the copy has the default of the mock: invalid-pet-id',
      'not observed, so the copy has the default of the mock: ban',
      'saved to clone.json: 40 pets and 1 choice. Start the copy with petstore mock --world clone.json\n',
    ].join('\n'),
  )
  expect(other.requests).toEqual(['GET /v1/pets?limit=100'])
  expect(memberOf(parseJson(await fileText('clone.json')), 'choices')).toEqual({
    'limit-above-100': 'clamped',
  })
})

test('what the service breaks is said, and is not in the copy', async () => {
  const violation = violations.find(({ name }) => name === 'lists are text/html')
  const other = otherService({ now: Date.now, ...(violation && { overlay: violation.overlay }) })
  await using server = await serve(other.service)
  const { stdout } = await clone(`${server.baseUrl} --save broken.json`, 'free-demo-key')
  expect(stdout).toContain(
    'broken by the service, but not by the copy (the contract suite shows how): BASE-3\n',
  )
})

describe('ends with one line and exit code 2:', () => {
  test.for([
    ['http://127.0.0.1:1/v1', 'nothing listens there'],
    ['http://127.0.0.1:1/v1 --choices c.yaml --read-only', 'Say --choices or --read-only, not both'],
    ['http://127.0.0.1:1/v1 --choices c.yaml --exhaust', 'Say --choices or --exhaust, not both'],
    ['http://127.0.0.1:1/v1 --choices c.yaml', '--choices: c.yaml does not exist'],
    ['http://127.0.0.1:1/v1 --save .', 'is no file that a copy can be written to'],
    ['http://127.0.0.1:1/v1 --api-key-env NONE', 'NONE holds no API key'],
    ['http://127.0.0.1:1/v2', 'must end with the path segment /v1'],
    ['', "Missing required argument 'base-url'. See petstore clone --help"],
  ])('%s', async ([line, message]) => {
    const { code, stdout, stderr } = await clone(line ?? '')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).toContain(message)
  })

  test('a key that is refused, before anything is added', async () => {
    await using staging = await startMock({ port: 0, pets: 3 })
    const { code, stderr } = await clone(staging.baseUrl, 'no-such-key-here')
    expect(code).toBe(2)
    expect(stderr).toContain('refuses the API key (401)')
    expect(staging.journal.list()).toHaveLength(1)
  })
})
