import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check, contract, refused } from '../testing/contract.ts'
import { startMock } from '../../mock/index.ts'
import { serve } from '../../lab/proof/http-server.ts'
import { otherService } from '../../lab/proof/other-service.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-contract-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a running mock is tested like any other service', async () => {
  await using mock = await startMock({ port: 0, pets: 20 })
  const { code, stdout } = await contract(mock.baseUrl, { key: 'pro-demo-key' })
  expect(code).toBe(0)
  expect(stdout).toContain('conformant as far as verified')
})

test('JSON with the type HTML is a breach, and does not stop the run', async () => {
  const { code, stdout } = await check('--only BASE-3,LIST-4', { violation: 'lists are text/html' })
  expect(stdout).toMatch(/^✗ BASE-3 +every response body is application\/json$/m)
  expect(stdout).toMatch(/^✓ LIST-4/m)
  expect(code).toBe(1)
})

test('the report begins with the name of the pets to be added, and ends with those that were added', async () => {
  const { stdout } = await check('--only CREATE-3 --max-created 2')
  const [, prefix] =
    /^Adds pets whose names begin with (contract[a-p]{4}) \(or [A-P][a-p]{3}, if the service refuses\nthat\), at most 2 in all/.exec(
      stdout,
    ) ?? []
  expect(stdout).toMatch(new RegExp(`^ADDED {2}2 pets, named ${prefix}… \\(other than`, 'm'))
  expect((await check('--only LIST-4 --read-only')).stdout).toMatch(/^✓ LIST-4/)
})

test('--read-only adds no pet', async () => {
  await using mock = await startMock({ port: 0, pets: 20 })
  expect((await contract(`${mock.baseUrl} --read-only`, { key: 'pro-demo-key' })).code).toBe(0)
  expect(mock.world.pets.size).toBe(20)
  expect(mock.journal.list().filter(({ method, key }) => method === 'POST' && key !== null)).toEqual([])
})

test('a run without --exhaust fits into a minute of the Free plan', async () => {
  const { code, stdout, requests } = await check('')
  expect(code).toBe(0)
  expect(stdout).toContain('conformant as far as verified')
  expect(requests.filter((request) => !request.endsWith('as nobody')).length).toBeLessThanOrEqual(60)
  const [, sent] = /(\d+) requests in/.exec(stdout) ?? []
  expect(requests).toHaveLength(Number(sent))
})

test.for([
  ['FREE_DEMO_KEY', 'BASE-3', 'lists are text/html'],
  ['FREE_DEMO_KEY_2', 'LIMIT-11', 'the second key is charged in its headers for the first'],
] as const)('the commands in a report read $%s, which a flag names', async ([name, only, violation]) => {
  const variables = { FREE_DEMO_KEY: 'free-demo-key', FREE_DEMO_KEY_2: 'free-demo-key-2' }
  const line = `--only ${only} --api-key-env FREE_DEMO_KEY --second-key-env FREE_DEMO_KEY_2`
  const { stdout } = await check(line, { violation, variables })
  expect(stdout).toMatch(new RegExp(`^ +repeat +curl .*"Authorization: Bearer \\$${name}"`, 'm'))
  expect(stdout).not.toContain('API_KEY')
})

test('a run shows how long it waits, and until when, once a wait', async () => {
  const { stdout } = await check('--exhaust --only LIMIT-4 --second-key-env FREE_DEMO_KEY_2', {
    variables: { FREE_DEMO_KEY_2: 'free-demo-key-2' },
  })
  const lines = stdout.split('\n').filter((line) => line.includes('waiting'))
  // At the end of a minute it waits for the next one first.
  const until = '(?:the quota of the key is renewed|a new minute begins)'
  expect(lines[0]).toMatch(new RegExp(`^… waiting \\d+ s until ${until} \\(--max-wait bounds it\\)$`))
  expect(lines.join('\n')).not.toMatch(/waiting 0 s/)
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
  body = '<h1>It works</h1>',
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers).end(body)
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

test('a run that verified too little does not pass, and says why and what to do', async () => {
  const left = {
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '1',
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000)),
  }
  await using service = await serving(429, { ...refusing, ...left }, '{}')
  const { code, stdout } = await contract(service.baseUrl)
  expect(code).toBe(2)
  expect(stdout).toMatch(/\ntoo little verified: \d of \d+ clauses held/)
  const text = stdout.replaceAll('\n', ' ')
  expect(text).toContain('and --min-verified asks for 50 %')
  expect(text).toContain('the service refuses with 429 still”. Wait until the key has requests left')
  const lenient = await contract(`${service.baseUrl} --min-verified 0`)
  expect(lenient.code).toBe(0)
})

describe('exits with one line and code 2:', () => {
  test.for([
    [
      'a second key that is the first',
      'http://127.0.0.1:1/v1 --second-key-env PETSTORE_API_KEY',
      'PETSTORE_API_KEY holds the first key once more',
    ],
    [
      'a ban of a key that is not there',
      'http://127.0.0.1:1/v1 --ban',
      'Say --second-key-env with --ban: it is the second key that gets banned',
    ],
    [
      'the plan of a key that is not there',
      'http://127.0.0.1:1/v1 --second-plan pro',
      'Say --second-key-env with --second-plan: it is the plan of that key',
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
    ['a clause of clients', '--only limit-14', 'LIMIT-14 binds clients, and no reply of a service shows it'],
    [
      'a clause of which no reply speaks',
      '--only BASE-4',
      'BASE-4 cannot be verified: it takes a reply that no service gives',
    ],
    [
      'clauses that other flags show',
      'http://127.0.0.1:4999/v1 --only limit-8,LIMIT-12,LIMIT-16',
      'LIMIT-8, LIMIT-16 cannot be verified: it takes requests over the limit (--exhaust); LIMIT-12 cannot be verified: it takes a second key (--second-key-env NAME), and a key that gets banned (--ban)',
    ],
    [
      'clauses that a flag forbids',
      'http://127.0.0.1:4999/v1 --only CREATE-1 --read-only',
      'CREATE-1 cannot be verified: it takes a new pet, which --read-only forbids',
    ],
    ['an unknown flag', '--raed-only', 'Did you mean --read-only?'],
    ['no time to answer in', '--timeout 0', 'It must be a whole number from 1 to 3600.'],
    ['a pattern without a place', '--name-pattern Rex', '--name-pattern Rex: It must have one *, such as'],
    ['a missing file', '--known no-such.yaml', '--known: no-such.yaml does not exist'],
  ] as const)('%s', async ([, line, says]) => {
    expect(await refused(line)).toContain(says)
  })

  test('a key in place of the name of its variable, which is not repeated', async () => {
    for (const flag of ['--api-key-env', '--second-key-env'])
      for (const key of ['sk_live_0123abcd', 'qwertyuiopasdfkey'])
        expect(await refused(`http://127.0.0.1:4999/v1 ${flag} ${key}`)).toBe(
          `The environment variable that ${flag} names holds no API key: set it, or name another with ${flag}\n`,
        )
  })

  test('a key with a character that no bearer key has, which is said before the service refuses it', async () => {
    await using service = await serving(401, { 'Content-Type': 'application/json' })
    const { code, stderr } = await contract(service.baseUrl, { key: 'my clë-key' })
    expect(code).toBe(2)
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/^The API key in the environment variable PETSTORE_API_KEY has a blank in it, /),
      expect.stringContaining('refuses the API key (401)'),
    ])
  })

  test.for(['K2', 'KEY_2', 'PETSTORE_KEY2', 'api_key', 'apiKey', 'staging_api_token_2'])(
    'an empty variable of the second key, named: %s',
    async (name) => {
      expect(await refused(`http://127.0.0.1:4999/v1 --second-key-env ${name}`)).toBe(
        `The environment variable ${name} holds no API key: set it, or name another with --second-key-env\n`,
      )
    },
  )

  test('no key in the environment', async () => {
    expect(await refused('http://127.0.0.1:4999/v1', { key: '' })).toContain('PETSTORE_API_KEY')
  })

  test.for([
    ['a wrong key', 401, 'application/json', 'refuses the API key'],
    ['an HTML page', 200, 'text/html', 'HTML page'],
    ['a redirect', 302, 'application/json', 'redirects'],
  ] as const)('%s', async ([, status, type, says]) => {
    await using service = await serving(status, { 'Content-Type': type })
    expect(await refused(service.baseUrl)).toContain(says)
  })

  test.for([
    ['Go', 'text/plain', 'Client sent an HTTP request to an HTTPS server.\n'],
    ['nginx', 'text/html', '<title>400 The plain HTTP request was sent to HTTPS port</title>'],
    ['Apache', 'text/html', "Reason: You're speaking plain HTTP to an SSL-enabled server port."],
  ])('a server that wants TLS, as %s says it', async ([, type = '', body]) => {
    await using service = await serving(400, { 'Content-Type': type }, body)
    expect(await refused(service.baseUrl)).toBe(
      `${service.baseUrl} speaks TLS: did you mean ${service.baseUrl.replace('http', 'https')}?\n`,
    )
  })

  test('an HTML page, which a JUnit report says too', async () => {
    await using service = await serving(200, { 'Content-Type': 'text/html' })
    const file = join(folder, 'no-run.xml')
    const line = await refused(`${service.baseUrl} --report junit=${file}`)
    const xml = await readFile(file, 'utf8')
    expect(xml).toContain(
      '<testsuites name="petstore contract" tests="1" failures="0" errors="1" skipped="0">',
    )
    expect(xml).toContain(`<error type="could not be run" message="${line.trim()}">`)
  })

  test('a redirect to another service, with the base address to use', async () => {
    await using service = await serve(otherService({ now: Date.now }).service)
    await using moved = await serving(308, { Location: `${service.baseUrl}/pets?limit=1` })
    const line = await refused(moved.baseUrl)
    const [, hint = ''] = /: give (\S+)$/m.exec(line) ?? []
    expect(hint).toBe(service.baseUrl)
    expect((await contract(`${hint} --only LIST-1 --min-verified 0`)).code).toBe(0)
  })

  test('a redirect to something else than a list, or in a circle', async () => {
    for (const Location of ['/login', '/v1/pets/', 'https://sso.example.com/']) {
      await using moved = await serving(302, { Location })
      expect(await refused(moved.baseUrl)).toContain(
        `redirects to ${Location}: no Pet Store service answers at that address itself`,
      )
    }
  })
})

describe('the selection of tests', () => {
  test('--only runs only the given area and clause', async () => {
    const { code, stdout } = await check('--only list-4,ERROR')
    // A second test of LIST-4 does not fit into the minute, because ERROR needs all requests of the suite.
    expect(stdout.match(/^✓ (\S+)/gm)).toEqual(['✓ LIST-4', '✓ ERROR-1', '✓ ERROR-2', '✓ ERROR-3'])
    expect(code).toBe(0)
  })

  test('--bail does not stop at warnings', async () => {
    const { code, stdout } = await check('--bail')
    expect(code).toBe(0)
    expect(stdout).toContain('! AUTH-7')
    expect(stdout).not.toContain('--bail')
  })

  test('--bail stops at the first breach', async () => {
    const { code, stdout, requests } = await check('--bail', { violation: 'a page holds one too many' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/not conformant: 1 of \d+ clauses broken; 1 held, \d+ not verified \(\d % of/)
    expect(requests.length).toBeLessThan(10)
    expect(stdout.match(/^.*not run:.*$/gm)).toEqual([
      '  – not run: the run ended at the first breach (--bail)',
      expect.stringMatching(/^\? \d{3} tests: not run: the run ended at the first breach \(--bail\)$/),
    ])
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /not asked \d+ classes[^:]+: the run ended at the first breach \(--bail\)/,
    )
  })

  test('--bail sends nothing more after a breach with --only either, and shows all of its exchanges', async () => {
    const { code, stdout, requests } = await check('--only LIST,ERROR --bail', {
      violation: 'a page holds one too many',
    })
    expect(code).toBe(1)
    expect(requests.length).toBeLessThan(10)
    expect(stdout).toContain(` ${requests.length} requests in `)
    expect(stdout).not.toContain('not in this report')
  })

  test('--list shows the cost and the needs of every test, and sends no request', async () => {
    const { code, stdout, requests } = await check('--list')
    expect(code).toBe(0)
    expect(requests).toEqual([])
    expect(stdout).toContain(
      '  LIST-4 (must) Without `limit`, a page has 20 pets, or all pets if there are fewer.\n',
    )
    expect(stdout).toContain('    - the smallest page (2 requests)\n')
    expect(stdout).toMatch(/^ {2}PET-1 .+\n {4}- the clause itself \(uses requests of other tests\)$/m)
    expect(stdout).toContain('(1 request; only where earlier replies give reason to ask; extra test)')
    expect(stdout).toContain('1 request; needs second key, a ban, a clock')
    expect(stdout).toMatch(
      /In all: \d+ requests,\sand \d+ requests more for extra tests, .* or with --thorough\.\n$/,
    )
  })

  test('--list with --only says where a clause costs the whole suite', async () => {
    const cost = /a run sends the whole suite and adds its pets\. (In all: .*\n)$/
    const [, ofAll] = cost.exec((await check('--list --only ERROR-1')).stdout) ?? []
    expect((await check('--list')).stdout.endsWith(` ${ofAll}`)).toBe(true)
    expect((await check('--list --only LIST-4')).stdout).not.toContain('In all')
    const { stdout } = await check('--list --only ERROR-1 --read-only')
    expect(stdout).toContain('so a run sends the whole suite, but adds no pet. In all: ')
  })
})

test('the base address can follow --report', async () => {
  await using service = await serve(otherService({ now: Date.now }).service)
  const file = join(folder, 'out.xml')
  const { code, stdout } = await contract(`--only LIST-4 --report junit=${file} ${service.baseUrl}`)
  expect(code).toBe(0)
  expect(stdout.endsWith(`\n\nsaved to ${file}: the junit report\n`)).toBe(true)
  expect(await readFile(file, 'utf8')).toMatch(/<testcase name="LIST-4 [^>]+ time="\d\.\d{3}"/)
})
