import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { startMock } from '../../mock/index.ts'
import { platformAfter } from '../../spec/after.ts'
import { filesFrom, watchEvery } from '../environment/environment.ts'
import { memoryFiles, runInProcess, type InProcess } from '../testing/manual-environment.ts'

interface Line {
  readonly event: string
  readonly [name: string]: unknown
}

const shell = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).status === 0
// With persistent connections, a mock that stops would wait a moment for more requests.
const Connection = 'close'
const headers = { Authorization: 'Bearer free-demo-key', Connection }
let running: InProcess | undefined

async function start(line: string, contents = new Map<string, string | Error>()): Promise<string> {
  running = runInProcess(`mock --port 0 --log json ${line}`, { files: memoryFiles(contents) })
  return await running.stdout.sees(/"baseUrl":"([^"]+)"/)
}

function lines(): readonly Line[] {
  const text = running?.stdout.text ?? ''
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

async function save(
  contents: Map<string, string | Error>,
  name: string,
  text: string,
): Promise<Line | undefined> {
  contents.set(name, text)
  const { stdout, timers, watch } = running ?? expect.fail('nothing runs')
  await watch.begun
  watch.change()
  timers.pass(100)
  await stdout.sees(/"notice".*\n/)
  return lines().at(-1)
}

afterEach(async () => {
  running?.end('SIGTERM')
  expect(await (running?.exitCode ?? 0)).toBe(0)
  running = undefined
})

describe('the log', () => {
  it('contains the start, each exchange with its reason, and each change', async () => {
    const baseUrl = await start('--pets 3')
    await fetch(`${baseUrl}/pets?limit=2`, { headers })
    await fetch(`${baseUrl}/pets`, { headers: { Connection } })
    running?.timers.pass(50)
    expect(lines()).toMatchObject([
      { event: 'started', pets: 3 },
      { event: 'exchange', status: 200, reason: { sentence: 'listed 2 of 3 pets' } },
      { event: 'exchange', status: 401, key: null },
    ])
  })

  it('contains no exchanges with --quiet', async () => {
    const baseUrl = await start('--quiet --choice ban=after-1-strikes-for-5-seconds --key few:enterprise:1:1')
    for (let times = 0; times < 2; times += 1) {
      await fetch(`${baseUrl}/pets`, { headers: { Authorization: 'Bearer few', Connection } })
    }
    running?.timers.pass(50)
    expect(lines()).toMatchObject([{ event: 'started' }, { event: 'change', what: 'ban' }])
  })
})

describe('a log that cannot be written', () => {
  it.for([
    {
      what: 'the disk is full',
      error: Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }),
    },
    { what: 'its reader has gone', error: Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) },
  ])('does not stop the mock, and is reported once on stderr, when $what', async ({ error }) => {
    const baseUrl = await start('')
    running?.silence(error)
    for (let times = 0; times < 3; times += 1) {
      expect((await fetch(`${baseUrl}/pets`, { headers })).status).toBe(200)
      running?.timers.pass(50)
    }
    expect(running?.stderr.text).toBe(`The log cannot be written (${error.message}); the mock goes on\n`)
  })
})

describe('starts with', () => {
  it('a given token for the control API, which the log does not show', async () => {
    const variables = { PETSTORE_CONTROL_TOKEN: 'a-token-of-my-own' }
    running = runInProcess('mock --port 0 --host 0.0.0.0 --log json', { variables })
    const origin = await running.stdout.sees(/"origin":"([^"]+)"/)
    expect(running.stdout.text).not.toContain('a-token-of-my-own')
    expect(lines()[0]).toMatchObject({ controlToken: '$PETSTORE_CONTROL_TOKEN' })
    const through = (token: string) =>
      fetch(`${origin}/_mock/worlds`, {
        headers: { 'X-Forwarded-For': '10.1.2.3', Authorization: `Bearer ${token}`, Connection },
      })
    expect((await through('a-token-of-my-own')).status).toBe(200)
    expect((await through('another')).status).toBe(401)
  })

  it.for(['short', 'with blanks within the token', ''])(
    'no token that is easy to guess: "%s"',
    async (token) => {
      const { stderr, exitCode } = runInProcess('mock --port 0', {
        variables: { PETSTORE_CONTROL_TOKEN: token },
      })
      expect(await exitCode).toBe(2)
      expect(stderr.text).toMatch(/^[^\n]*PETSTORE_CONTROL_TOKEN must be 16 [^\n]*\n$/)
    },
  )

  it('choices on top of a varied mix', async () => {
    await start('--vary 7 --choice limit-above-100=clamped')
    expect(lines()[0]?.['choices']).toMatchObject({ 'limit-above-100': 'clamped' })
    expect(Object.keys(lines()[0]?.['choices'] as object).length).toBeGreaterThan(5)
  })

  it('choices of a service, and says in one line where the file settles nothing and what it does there', async () => {
    const saved = [
      "limit-below-1: 'clamped'",
      "invalid-pet-id: 'other' # status 422 for GET /pets/first",
      '# ban: not observed (unsafe here: it would get a key banned (--ban))',
      "# wrong-media-type: '415' # by text/plain alone",
      '# list-order: not observed (the list is empty)',
      '# limit-above-100: 400 is what the front end wants',
    ]
    await start(
      '--choices staging.yaml --choice list-order=newest',
      new Map([['staging.yaml', saved.join('\n')]]),
    )
    expect(lines()[0]?.['choices']).toEqual({ 'limit-below-1': 'clamped', 'list-order': 'newest' })
    expect(lines().slice(1)).toEqual([
      expect.objectContaining({
        level: 'warning',
        sentence:
          'the file of choices does not settle 3 open points; this mock uses invalid-pet-id=400 (the service shows none of the variants); wrong-media-type=415, ban=after-10-strikes-for-120-seconds (not observed, or only in part)',
      }),
    ])
  })

  it('a config file in the working folder', async () => {
    await start('', new Map([['petstore.config.yaml', 'pets: 4\nlimits: off']]))
    expect(lines()[0]).toMatchObject({ pets: 4, limits: false, files: ['petstore.config.yaml'] })
  })

  it('no watched file if there is none', async () => {
    await start('')
    expect(running?.watch.watched).toEqual([])
  })

  it('no watched file where one is a pipe, which can be read once only', async () => {
    const files = { ...memoryFiles(new Map([['pipe', '[]']])), isPlain: () => false }
    running = runInProcess('mock --port 0 --log json --data pipe', { files })
    await running.stdout.sees(/"baseUrl"/)
    expect(lines()[0]).toMatchObject({ pets: 0, files: [] })
    expect(running.watch.watched).toEqual([])
  })
})

describe('a changed file', () => {
  it('is applied to every world, and reported in one line', async () => {
    const contents = new Map<string, string | Error>([['petstore.config.yaml', 'pets: 4']])
    const baseUrl = await start('', contents)
    const line = await save(contents, 'petstore.config.yaml', 'pets: 2')
    expect(line).toMatchObject({
      event: 'notice',
      level: 'info',
      sentence: 'petstore.config.yaml reloaded: all worlds start again, with 2 pets',
    })
    expect(lines()).toHaveLength(2)
    for (const base of [baseUrl, baseUrl.replace('/v1', '/staging/v1')]) {
      expect(await (await fetch(`${base}/pets`, { headers })).json()).toHaveLength(2)
    }
  })

  it('is not applied when it is bad', async () => {
    const contents = new Map<string, string | Error>([['p.json', '[{"name":"Rex","categoryId":1}]']])
    const baseUrl = await start('--data p.json', contents)
    expect(await save(contents, 'p.json', '[{"name":"Rex"')).toMatchObject({
      level: 'warning',
      sentence: 'p.json is not JSON: it ends too early, at line 1, column 15. The old settings still apply',
    })
    expect(await (await fetch(`${baseUrl}/pets`, { headers })).json()).toHaveLength(1)
  })

  it('is reported with what needs a restart', async () => {
    const contents = new Map<string, string | Error>([['petstore.config.yaml', '']])
    await start('', contents)
    expect(await save(contents, 'petstore.config.yaml', 'host: localhost\nquiet: true')).toMatchObject({
      sentence:
        'petstore.config.yaml reloaded: all worlds start again, with 100 pets; restart for the new host, quiet',
    })
  })
})

describe('the end', () => {
  it('is reported in one line, and closes the watch', async () => {
    await start('', new Map([['petstore.config.yaml', '']]))
    running?.end('SIGINT')
    await running?.exitCode
    expect(lines().at(-1)).toMatchObject({
      event: 'notice',
      sentence: 'SIGINT: no new requests are accepted; running requests have 5 s to finish',
    })
    expect(running?.watch.isClosed).toBe(true)
  })

  it('writes the queued lines', async () => {
    const baseUrl = await start('')
    await fetch(`${baseUrl}/pets`, { headers })
    expect(lines()).toHaveLength(1)
    running?.end('SIGTERM')
    await running?.exitCode
    expect(lines().map(({ event }) => event)).toEqual(['started', 'exchange', 'notice'])
  })
})

describe('with real files and commands', () => {
  it.skipIf(!hasCurl)('it prints commands that work when pasted', async () => {
    running = runInProcess('mock --port 0')
    await running.stdout.sees(/Ctrl-C stops\./)
    const commands = running.stdout.text.match(/^ {2}curl .*$/gm) ?? []
    const statuses: (string | undefined)[] = []
    for (const command of commands) {
      const { stdout } = await shell('sh', ['-c', `${command} -s -w '\n%{http_code}'`])
      statuses.push(stdout.split(/\s+/).at(-1))
    }
    expect(statuses).toEqual(['200', '201', '200', '429', '200'])
  })

  /** Starts a mock in a folder that `put` has filled. `pets` lists its pets. */
  async function startIn(put: (folder: string) => Promise<void>) {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-mock-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await put(folder)
    const files = filesFrom(folder)
    running = runInProcess('mock --port 0', { files, watch: watchEvery(10), after: platformAfter })
    const { stdout } = running
    const baseUrl = await stdout.sees(/(http:\S+:\d+\/v1)\b/)
    const pets = async (): Promise<unknown> => (await fetch(`${baseUrl}/pets`, { headers })).json()
    return { folder, config: join(folder, 'petstore.config.yaml'), stdout, pets }
  }

  it('a changed config file is applied, unless it is bad', async () => {
    const { config, stdout, pets } = await startIn((folder) =>
      writeFile(join(folder, 'petstore.config.yaml'), 'pets: 1'),
    )
    // As editors save: to a new file, which replaces the old one.
    await writeFile(`${config}.new`, 'pets: 2')
    await rename(`${config}.new`, config)
    await stdout.sees(/petstore\.config\.yaml reloaded: .* 2 pets/)
    expect(await pets()).toHaveLength(2)
    await writeFile(config, 'pets: many')
    await stdout.sees(/petstore\.config\.yaml: pets must be an integer\. The old settings still apply/)
    await rm(config)
    await stdout.sees(/petstore\.config\.yaml does not exist\. The old settings still apply/)
    await mkdir(config)
    await stdout.sees(/petstore\.config\.yaml is a folder, not a file\. The old settings still apply/)
    expect(await pets()).toHaveLength(2)
    await rmdir(config)
    await writeFile(config, 'pets: 3')
    await stdout.sees(/petstore\.config\.yaml reloaded: .* 3 pets/)
    expect(await pets()).toHaveLength(3)
  })

  it('a folder in the place of a config file is reported', async () => {
    const { config, stdout } = await startIn((folder) =>
      writeFile(join(folder, 'petstore.config.yaml'), 'pets: 1'),
    )
    await mkdir(`${config}.new`)
    await rm(config)
    await rename(`${config}.new`, config)
    await stdout.sees(/petstore\.config\.yaml is a folder, not a file\. The old settings still apply/)
  })

  it('a mounted config that Kubernetes swaps is applied, whether or not the old one still exists', async () => {
    /** As the kubelet does: creates a folder and a link to it, and renames the link over the old one. */
    const swap = async (folder: string, version: number): Promise<void> => {
      await mkdir(join(folder, `..v${version}`))
      await writeFile(join(folder, `..v${version}`, 'petstore.config.yaml'), `pets: ${version}`)
      await symlink(`..v${version}`, join(folder, '..data_tmp'))
      await rename(join(folder, '..data_tmp'), join(folder, '..data'))
    }
    const { folder, stdout } = await startIn(async (folder) => {
      await swap(folder, 1)
      await symlink(join('..data', 'petstore.config.yaml'), join(folder, 'petstore.config.yaml'))
    })
    await swap(folder, 2)
    await stdout.sees(/petstore\.config\.yaml reloaded: .* 2 pets/)
    await swap(folder, 3)
    await rm(join(folder, '..v2'), { recursive: true })
    await stdout.sees(/petstore\.config\.yaml reloaded: .* 3 pets/)
  })
})

it('a port in use is reported in one line, with exit code 2', async () => {
  await using other = await startMock({ port: 0 })
  const { exitCode, stdout, stderr } = runInProcess(`mock --port ${other.port}`)
  expect(await exitCode).toBe(2)
  expect(stderr.text).toBe(
    `Port ${other.port} is in use: stop the program that uses it, or choose another with petstore mock --port ${other.port + 1}\n`,
  )
  expect(stdout.text).toBe('')
})

it('ends with 1 and says so when the last save cannot be written', async () => {
  const file = join(process.execPath, 'world.json')
  const { stdout, exitCode, end } = runInProcess(`mock --port 0 --log json --save ${file}`)
  await stdout.sees(/"baseUrl":"([^"]+)"/)
  end('SIGTERM')
  expect(await exitCode).toBe(1)
  expect(stdout.text).toContain('The file lacks what has changed since the last save')
})
