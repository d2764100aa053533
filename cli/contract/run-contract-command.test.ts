import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInProcess } from '../testing/manual-environment.ts'
import { parseYaml } from '../environment/yaml-file.ts'
import { parseChoices } from '../../spec/index.ts'
import { serve } from '../../contract-tests/proof/http-server.ts'
import { violations } from '../../contract-tests/proof/violations/index.ts'
import { otherService, type OtherOptions } from '../../contract-tests/testing/other-service.ts'

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

/** Runs `petstore contract` with the key of the other service; files stand in memory. */
async function contract(line: string, files: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const command = runInProcess(`contract ${line}`, new Map(Object.entries(files)), {
    PETSTORE_API_KEY: 'free-demo-key',
  })
  return { code: await command.exitCode, stdout: command.stdout.text, stderr: command.stderr.text }
}

/** The same against the other service, with a violation where one is named. */
async function check(
  flags: string,
  { violation, files }: { violation?: string; files?: Readonly<Record<string, string>> } = {},
): Promise<Ended & { readonly requests: readonly string[] }> {
  const other = otherService({ now: Date.now, ...overlayNamed(violation) })
  await using server = await serve(other.service)
  return { ...(await contract(`${server.baseUrl} ${flags}`, files)), requests: other.requests }
}

function overlayNamed(violation: string | undefined): Pick<OtherOptions, 'overlay'> {
  if (violation === undefined) return {}
  const found = violations.find(({ name }) => name === violation)
  if (!found) throw new Error(`no violation "${violation}"`)
  return { overlay: found.overlay }
}

const HALF_A_MINUTE = { timeout: 30_000 }

test('a run that is not asked to go over the limit fits into a Free minute', HALF_A_MINUTE, async () => {
  const { code, stdout, requests } = await check('')
  expect(code).toBe(0)
  expect(stdout).toContain('conformant as far as verified')
  expect(requests.filter((request) => !request.endsWith('as nobody')).length).toBeLessThanOrEqual(60)
  const [, sent] = /(\d+) requests in/.exec(stdout) ?? []
  // The look at the address before it is one more.
  expect(requests).toHaveLength(Number(sent) + 1)
})

test('a run that verified nothing does not pass', HALF_A_MINUTE, async () => {
  const { code, stdout } = await check('--max-requests 0')
  expect(stdout).toContain('nothing verified: 0 of')
  expect(code).toBe(2)
})

test.for([
  [
    'http://127.0.0.1:1/v1 --second-key-env PETSTORE_API_KEY',
    'PETSTORE_API_KEY holds the first key once more',
  ],
  ['http://:secret@127.0.0.1:1/v1', 'must have no user name, password, query or fragment'],
  ['--plan pro', '--plan goes with a base address'],
] as const)('contract %s is refused in one line', async ([flags, says]) => {
  const { code, stderr } = await contract(flags)
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1])
  expect(stderr).toContain(says)
})

describe('breaches that are known', () => {
  const violation = 'the default page holds 21'
  const known = (until: string): Readonly<Record<string, string>> => ({
    'known.yaml': `- clause: LIST-4\n  reason: pages of 25 since the migration\n  until: ${until}\n`,
  })

  test('are accepted until their day', HALF_A_MINUTE, async () => {
    const { code, stdout } = await check('--known known.yaml', { violation, files: known('2999-12-31') })
    expect(stdout).toContain('conformant but for known breaches')
    expect(code).toBe(0)
  })

  test('fail the run when their day has passed', HALF_A_MINUTE, async () => {
    const { code, stdout } = await check('--known known.yaml', { violation, files: known('2020-01-31') })
    expect(stdout).toContain('2020-01-31')
    expect(code).toBe(1)
  })

  test('fail the run when they no longer happen', HALF_A_MINUTE, async () => {
    const { code, stdout } = await check('--known known.yaml', { files: known('2999-12-31') })
    expect(stdout).toContain('known breaches out of date')
    expect(code).toBe(1)
  })

  test.for([
    ['- clause: LIST-44\n  reason: none\n  until: 2999-12-31\n', 'Did you mean LIST-4?'],
    ['- clause: LIST-4\n  reason: none\n', 'until is required'],
    ['- clause: LIST-4\n  reason: none\n  until: soon\n', 'until'],
    ['{', 'known.yaml'],
  ] as const)('are refused in a file such as %s', async ([text, says]) => {
    const { code, stderr } = await check('--known known.yaml', { files: { 'known.yaml': text } })
    expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1])
    expect(stderr).toContain(says)
  })
})

describe('choices', () => {
  test('that have changed since are pointed out, and fail nothing', HALF_A_MINUTE, async () => {
    const files = { 'before.yaml': 'list-order: oldest\ninvalid-limit: clamped\n' }
    const { code, stdout } = await check('--expect-choices before.yaml', { files })
    expect(stdout).toMatch(/list-order +newest.*oldest/)
    expect(stdout).not.toMatch(/invalid-limit +clamped.*before/)
    expect(code).toBe(0)
  })

  test('that are not lawful are no expectation', async () => {
    const { code, stderr } = await check('--expect-choices before.yaml', {
      files: { 'before.yaml': 'list-order: up\n' },
    })
    expect([code, stderr]).toEqual([2, expect.stringContaining('"up" is no lawful variant of list-order')])
  })

  test('are saved as the mock reads them', HALF_A_MINUTE, async () => {
    const file = join(folder, 'choices.yaml')
    expect((await check(`--save-choices ${file}`)).code).toBe(0)
    const saved = await readFile(file, 'utf8')
    const choices = parseChoices((await parseYaml(saved, file)) as Record<string, unknown>)
    expect(choices).toMatchObject({ 'list-order': 'newest', 'id-numbering': 'beyond-2-53' })
    expect(saved).toContain('# retry-after-form: not observed (unsafe here')
  })
})

describe('which tests', () => {
  test('--only runs an area and a clause, and nothing else', HALF_A_MINUTE, async () => {
    const { code, stdout } = await check('--only list-4,ERROR')
    expect(stdout.match(/^✓ (\S+)/gm)).toEqual(['✓ LIST-4'])
    expect(stdout).toMatch(/^\? ERROR-1 /m)
    expect(code).toBe(0)
  })

  test('--bail stops at the first breach', HALF_A_MINUTE, async () => {
    const { code, stdout, requests } = await check('--bail', { violation: 'limit is ignored' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/not conformant: 1 of \d+ clauses broken; 1 held, \d+ not verified \(\d % of/)
    expect(requests.length).toBeLessThan(10)
  })

  test(
    '--list tells of every test what it costs and needs, and asks nothing of the service',
    HALF_A_MINUTE,
    async () => {
      const { code, stdout, requests } = await check('--list')
      expect(code).toBe(0)
      expect(requests).toEqual([])
      expect(stdout).toContain('  LIST-4 (must) Without `limit`, a page holds at most 20 pets.\n')
      expect(stdout).toContain('    - the smallest page (2 requests)\n')
      expect(stdout).toContain('1 request; needs second key, a ban, a clock')
      expect(stdout).toMatch(/In all: \d+ requests\.\n$/)
    },
  )
})

test('a base address may stand behind --report', HALF_A_MINUTE, async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  const file = join(folder, 'out.xml')
  const { code } = await contract(`--only LIST-4 --report junit=${file} ${service.baseUrl}`)
  expect(code).toBe(0)
  expect(await readFile(file, 'utf8')).toMatch(/<testcase name="LIST-4 [^>]+ time="\d\.\d{3}"/)
})

test('a service that stops answering ends the run, with exit code 2', HALF_A_MINUTE, async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  let asked = 0
  const gate = createServer((request, response) => {
    asked += 1
    if (asked > 4) {
      request.socket.destroy()
      return
    }
    void fetch(service.origin + (request.url ?? ''), {
      headers: { authorization: `Bearer free-demo-key` },
    }).then(async (reply) => {
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
    })
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const { port } = gate.address() as AddressInfo
  const { code, stdout } = await contract(`http://127.0.0.1:${port}/v1`)
  gate.close()
  expect(code).toBe(2)
  expect(stdout).toContain('not finished: the service does not answer any more')
  expect(asked).toBeLessThanOrEqual(4 + 9)
})
