import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryFiles, runInProcess } from '../testing/manual-environment.ts'
import type { After } from '../environment/environment.ts'
import { parseChoicesFile } from '../environment/yaml-file.ts'
import { startMock } from '../../mock/index.ts'
import { serve } from '../../contract-tests/proof/http-server.ts'
import { violations } from '../../contract-tests/proof/violations/index.ts'
import { otherService, type OtherOptions } from '../../contract-tests/testing/other-service.ts'

/** The key that the other service knows. */
const KEY = 'free-demo-key'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-contract-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** For pauses that a test need not wait for. */
const atOnce: After = (_milliseconds, run) => {
  const pause = setImmediate(run)
  return () => {
    clearImmediate(pause)
  }
}

interface Given {
  readonly key?: string | undefined
  /** In memory. */
  readonly files?: Readonly<Record<string, string>> | undefined
}

/** Runs `petstore contract`, by default with the key of the other service, and sees to it that the key is shown nowhere. */
async function contract(line: string, { key = KEY, files = {} }: Given = {}): Promise<Ended> {
  const command = runInProcess(`contract ${line}`, {
    variables: { PETSTORE_API_KEY: key },
    files: memoryFiles(new Map(Object.entries(files))),
    after: atOnce,
  })
  const code = await command.exitCode
  const [stdout, stderr] = [command.stdout.text, command.stderr.text]
  if (key !== '') expect(stdout + stderr).not.toContain(key)
  return { code, stdout, stderr }
}

/** The same against the other service, with a violation where one is named. */
async function check(
  flags: string,
  { violation, files }: { violation?: string } & Pick<Given, 'files'> = {},
): Promise<Ended & { readonly requests: readonly string[] }> {
  const other = otherService({ now: Date.now, ...overlayNamed(violation) })
  await using server = await serve(other.service)
  return { ...(await contract(`${server.baseUrl} ${flags}`, { files })), requests: other.requests }
}

function overlayNamed(violation: string | undefined): Pick<OtherOptions, 'overlay'> {
  if (violation === undefined) return {}
  const found = violations.find(({ name }) => name === violation)
  if (!found) throw new Error(`no violation "${violation}"`)
  return { overlay: found.overlay }
}

/** Runs a command that cannot be carried out, which it says in one line. */
async function refused(line: string, given: Given = {}): Promise<string> {
  const { code, stdout, stderr } = await contract(line, given)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  return stderr
}

test('a mock that runs is a service like any other', async () => {
  await using mock = await startMock({ port: 0, pets: 20 })
  const { code, stdout } = await contract(mock.baseUrl, { key: 'pro-demo-key' })
  expect(code).toBe(0)
  expect(stdout).toContain('conformant as far as verified')
})

test('--read-only adds no pet', async () => {
  await using mock = await startMock({ port: 0, pets: 20 })
  expect((await contract(`${mock.baseUrl} --read-only`, { key: 'pro-demo-key' })).code).toBe(0)
  expect(mock.world.pets.size).toBe(20)
  expect(mock.journal.list().filter(({ method, key }) => method === 'POST' && key !== null)).toEqual([])
})

test('a run that is not asked to go over the limit fits into a Free minute', async () => {
  const { code, stdout, requests } = await check('')
  expect(code).toBe(0)
  expect(stdout).toContain('conformant as far as verified')
  expect(requests.filter((request) => !request.endsWith('as nobody')).length).toBeLessThanOrEqual(60)
  const [, sent] = /(\d+) requests in/.exec(stdout) ?? []
  // The look at the address before it is one more.
  expect(requests).toHaveLength(Number(sent) + 1)
})

test('a run that verified nothing does not pass', async () => {
  const { code, stdout } = await check('--max-requests 0')
  expect(stdout).toContain('nothing verified: 0 of')
  expect(code).toBe(2)
})

/** A server that gives the same reply to everything. */
async function serving(
  status: number,
  headers: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

const refusing = { 'Content-Type': 'application/json', 'Retry-After': '0', 'Cache-Control': 'no-store' }

test('a run that saw next to nothing does not pass, and says why and what to do', async () => {
  await using service = await serving(429, {
    ...refusing,
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '1',
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000)),
  })
  const { code, stdout } = await contract(service.baseUrl)
  expect(code).toBe(2)
  expect(stdout).toMatch(/\ntoo little verified: \d of \d+ clauses held/)
  const told = stdout.replaceAll('\n', ' ')
  expect(told).toContain('and --min-verified asks for 50 %')
  expect(told).toContain('the service refuses with 429 still: wait until the key has requests left')
  const lenient = await contract(`${service.baseUrl} --min-verified 0`)
  expect(lenient.code).toBe(0)
})

describe('with one line and exit code 2 ends', () => {
  test.for([
    [
      'a second key that is the first',
      'http://127.0.0.1:1/v1 --second-key-env PETSTORE_API_KEY',
      'PETSTORE_API_KEY holds the first key once more',
    ],
    [
      'a password in the address',
      'http://:secret@127.0.0.1:1/v1',
      'must have no user name, password, query or fragment',
    ],
    ['an address without /v1', 'http://127.0.0.1:4999', 'must end with the path segment /v1'],
    ['no address at all', 'staging', 'must be an http:// or https:// URL'],
    ['an unknown host', 'http://no-such-host.invalid/v1', 'cannot be reached'],
    ['a plan of our own mock', '--plan pro', '--plan goes with a base address'],
    ['an unknown clause', '--only AUHT', 'Did you mean AUTH?'],
    ['an unknown flag', '--raed-only', 'Did you mean --read-only?'],
    ['a missing file', '--known no-such.yaml', 'does not exist'],
  ] as const)('%s', async ([, line, says]) => {
    expect(await refused(line)).toContain(says)
  })

  test('no key in the environment', async () => {
    expect(await refused('http://127.0.0.1:4999/v1', { key: '' })).toContain('PETSTORE_API_KEY')
  })

  test.for([
    ['a wrong key', 401, 'application/json', 'does not take the API key'],
    ['an HTML page', 200, 'text/html', 'HTML page'],
    ['a redirect', 302, 'application/json', 'redirects'],
  ] as const)('%s', async ([, status, type, says]) => {
    await using service = await serving(status, { 'Content-Type': type })
    expect(await refused(service.baseUrl)).toContain(says)
  })
})

describe('breaches that are known', () => {
  const violation = 'the default page holds 21'
  const known = (until: string): Readonly<Record<string, string>> => ({
    'known.yaml': `- clause: LIST-4\n  reason: pages of 25 since the migration\n  until: ${until}\n`,
  })

  test('are accepted until their day', async () => {
    const { code, stdout } = await check('--only LIST-4 --known known.yaml', {
      violation,
      files: known('2999-12-31'),
    })
    expect(stdout).toContain('conformant but for known breaches')
    expect(code).toBe(0)
  })

  test('fail the run when their day has passed', async () => {
    const { code, stdout } = await check('--only LIST-4 --known known.yaml', {
      violation,
      files: known('2020-01-31'),
    })
    expect(stdout).toContain('2020-01-31')
    expect(code).toBe(1)
  })

  test('fail the run when they no longer happen', async () => {
    const { code, stdout } = await check('--only LIST-4 --known known.yaml', { files: known('2999-12-31') })
    expect(stdout).toContain('known breaches out of date')
    expect(code).toBe(1)
  })

  test.for([
    ['- clause: LIST-44\n  reason: none\n  until: 2999-12-31\n', 'Did you mean LIST-4?'],
    ['- clause: LIST-4\n  reason: none\n', 'until is required'],
    ['- clause: LIST-4\n  reason: none\n  until: soon\n', 'until'],
    ['{', 'known.yaml'],
  ] as const)('are refused in a file such as %s', async ([text, says]) => {
    const files = { 'known.yaml': text }
    expect(await refused('http://127.0.0.1:1/v1 --known known.yaml', { files })).toContain(says)
  })
})

describe('choices', () => {
  test('are saved as the mock reads them; those that have changed are pointed out, and fail nothing', async () => {
    const file = join(folder, 'choices.yaml')
    const { code, stdout } = await check(`--save-choices ${file} --expect-choices before.yaml`, {
      files: { 'before.yaml': 'list-order: oldest\nlimit-above-100: clamped\n' },
    })
    expect(code).toBe(0)
    expect(stdout).toMatch(/list-order +newest.*oldest/)
    expect(stdout).not.toMatch(/limit-above-100 +clamped.*before/)
    const saved = await readFile(file, 'utf8')
    expect(await parseChoicesFile(saved, file)).toMatchObject({
      choices: { 'list-order': 'newest', 'id-numbering': 'beyond-2-53' },
      others: ['limit-not-a-number'],
    })
    expect(saved).toContain('# retry-after-form: not observed (unsafe here')
    expect(saved).toContain("limit-not-a-number: 'other' # limit=abc: a page of 1\n")
    expect(stdout).toMatch(/limit-not-a-number +other: limit=abc: a page of 1/)
  })

  test.for([
    [
      'list-order: oldest',
      '--fail-on-changed-choices',
      1,
      /^not as before: .* 1 open point changed since before; /m,
    ],
    ['list-order: oldest', '', 0, /^conformant as far as verified: .* 1 open point changed since before; /m],
    ['list-order: other', '--fail-on-changed-choices', 1, / 1 open point changed since before; /m],
    [
      'list-order: newest\nlimit-not-a-number: other',
      '--fail-on-changed-choices',
      0,
      /of the document verified\); \d+ requests/,
    ],
  ] as const)('where the file says %s: %s', async ([before, flag, exitCode, says]) => {
    const files = { 'before.yaml': before }
    const { code, stdout } = await check(`--expect-choices before.yaml ${flag}`, { files })
    expect(stdout).toMatch(says)
    expect(code).toBe(exitCode)
  })

  test('cannot have changed since nothing', async () => {
    const line = await refused('http://127.0.0.1:1/v1 --fail-on-changed-choices')
    expect(line).toContain('--fail-on-changed-choices goes with --expect-choices')
  })

  test('of an earlier version are refused with what stands in their place', async () => {
    const files = { 'before.yaml': 'name-bounds: 1-to-80\n' }
    const line = await refused('http://127.0.0.1:1/v1 --expect-choices before.yaml', { files })
    expect(line).toContain(
      'before.yaml: The open point "name-bounds" is several now: choose shortest-name, longest-name instead',
    )
  })

  test('that are not lawful are no expectation', async () => {
    const files = { 'before.yaml': 'list-order: up\n' }
    const line = await refused('http://127.0.0.1:1/v1 --expect-choices before.yaml', { files })
    expect(line).toContain('"up" is no lawful variant of list-order')
  })
})

describe('which tests', () => {
  test('--only runs an area and a clause, and nothing else', async () => {
    const { code, stdout } = await check('--only list-4,ERROR')
    expect(stdout.match(/^✓ (\S+)/gm)).toEqual([
      '✓ LIST-4',
      '✓ LIST-4',
      '✓ LIST-4',
      '✓ ERROR-1',
      '✓ ERROR-2',
      '✓ ERROR-3',
    ])
    expect(code).toBe(0)
  })

  test('--bail stops at the first breach', async () => {
    const { code, stdout, requests } = await check('--bail', { violation: 'limit is ignored' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/not conformant: 1 of \d+ clauses broken; 1 held, \d+ not verified \(\d % of/)
    expect(requests.length).toBeLessThan(10)
  })

  test('--list tells of every test what it costs and needs, and asks nothing of the service', async () => {
    const { code, stdout, requests } = await check('--list')
    expect(code).toBe(0)
    expect(requests).toEqual([])
    expect(stdout).toContain(
      '  LIST-4 (must) Without `limit`, a page holds 20 pets, or all there are if they are fewer.\n',
    )
    expect(stdout).toContain('    - the smallest page (2 requests)\n')
    expect(stdout).toMatch(/^ {2}PET-1 .+\n {4}- as it stands \(shared requests only\)$/m)
    expect(stdout).toContain('1 request; needs second key, a ban, a clock')
    expect(stdout).toMatch(/In all: \d+ requests\.\n$/)
  })
})

test('a base address may stand behind --report', async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  const file = join(folder, 'out.xml')
  const { code } = await contract(`--only LIST-4 --report junit=${file} ${service.baseUrl}`)
  expect(code).toBe(0)
  expect(await readFile(file, 'utf8')).toMatch(/<testcase name="LIST-4 [^>]+ time="\d\.\d{3}"/)
})

test('a service that stops answering ends the run, with exit code 2', async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  let asked = 0
  const gate = createServer((request, response) => {
    asked += 1
    if (asked > 4) {
      request.socket.destroy()
      return
    }
    void fetch(service.origin + (request.url ?? ''), {
      headers: { authorization: `Bearer ${KEY}` },
    }).then(async (reply) => {
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
    })
  })
  await once(gate.listen(0, '127.0.0.1'), 'listening')
  const { port } = gate.address() as AddressInfo
  const { code, stdout } = await contract(`http://127.0.0.1:${port}/v1`)
  gate.close()
  expect(code).toBe(2)
  expect(stdout).toContain('not finished: the service does not answer any more')
  expect(asked).toBeLessThanOrEqual(4 + 9)
})
