import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { serve } from '../../lab/proof/http-server.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { violations } from '../../lab/proof/violations/index.ts'
import { atOnce, memoryFiles, runInProcess } from '../testing/manual-environment.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-interrupted-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Interrupted {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** By the ending of its file. */
  readonly reports: Readonly<Record<string, string>>
}

const FORMS = { junit: 'xml', json: 'json', html: 'html', markdown: 'md', annotations: 'txt' }

/** A run that gets a signal while a request is under way, which is never answered. */
async function interruptedAt(
  request: number,
  flags = '',
  {
    violation,
    known = '',
    isSilent = false,
  }: { readonly violation?: string; readonly known?: string; readonly isSilent?: boolean } = {},
): Promise<Interrupted> {
  const overlay = violations.find(({ name }) => name === violation)?.overlay
  const { service } = otherService({ now: Date.now, ...(overlay && { overlay }) })
  let sent = 0
  let interrupt = (): void => undefined
  await using server = await serve((asked) => {
    sent += 1
    if (sent < request) return service(asked)
    interrupt()
    return new Promise(() => undefined)
  })
  const reports = Object.entries(FORMS).map(([form, ending]) => `--report ${form}=${join(folder, ending)}`)
  const command = runInProcess(`contract ${server.baseUrl} ${reports.join(' ')} ${flags}`, {
    variables: { PETSTORE_API_KEY: 'free-demo-key' },
    files: memoryFiles(new Map([['known.yaml', known]])),
    after: atOnce,
  })
  interrupt = () => {
    if (isSilent) command.silence(new Error('no space'))
    command.end('SIGTERM')
  }
  const code = await command.exitCode
  const texts = Object.values(FORMS).map(async (ending) => [
    ending,
    await readFile(join(folder, ending), 'utf8'),
  ])
  return {
    code,
    stdout: command.stdout.text,
    stderr: command.stderr.text,
    reports: Object.fromEntries(await Promise.all(texts)) as Record<string, string>,
  }
}

test('an interrupted run writes its reports with the breaches that it has found until then', async () => {
  const { code, stdout, stderr, reports } = await interruptedAt(30, '', { violation: 'lists are text/html' })
  expect(code).toBe(143)
  expect(stderr).toMatch(/^The run was interrupted \(SIGTERM\); it has added [^\n]+\n$/)
  expect(stdout).toMatch(/^BROKEN {2}1 clause\n✗ BASE-3 /m)
  expect(stdout).toMatch(/\nnot conformant, and interrupted: \d+ of \d+ clauses broken; /)
  expect(reports['xml']).toMatch(/<failure type="broken" message="[^"]*application\/json/)
  expect(reports['xml']).toContain('<failure type="not conformant, and interrupted"')
  expect(reports['html']).toContain('<span class="word">not conformant, and interrupted</span>')
  expect(reports['md']).toMatch(/^## ❌ Pet Store contract: not conformant, and interrupted\n/)
  expect(reports['txt']).toMatch(/^::error title=not conformant%2C and interrupted::The run was interrupted/m)
  const { interruptedBy, exitCode, clauses } = JSON.parse(reports['json'] ?? '') as RunReport
  expect({ interruptedBy, exitCode }).toEqual({ interruptedBy: 'SIGTERM', exitCode: 1 })
  expect(clauses.find(({ id }) => id === 'BASE-3')?.verdict).toBe('broken')
})

test.for([2, 20, 45])(
  'interrupted at request %i, a run that found no breach is no success',
  async (request) => {
    const { code, stdout, reports } = await interruptedAt(request)
    expect(code).toBe(143)
    expect(stdout).toMatch(/\ninterrupted: \d+ of \d+ clauses held/)
    expect(stdout).toContain('not run: the run was interrupted (SIGTERM)')
    expect(reports['xml']).toContain('<failure type="interrupted" message="The run was interrupted (SIGTERM)')
    const { exitCode, clauses, exchanges } = JSON.parse(reports['json'] ?? '') as RunReport
    expect(exitCode).toBe(2)
    expect(exchanges).toHaveLength(request - 1)
    expect(clauses.filter(({ verdict }) => verdict === 'broken' || verdict === 'error')).toEqual([])
  },
)

test('a run that waits for the first minute reports too when it is interrupted', async () => {
  const body = JSON.stringify({ code: 'rate_limited', message: 'Too many requests' })
  const headers = { 'Content-Type': 'application/json', 'Retry-After': '41' }
  await using server = await serve(() => Promise.resolve({ status: 429, headers, body }))
  const file = join(folder, 'waiting.json')
  const command = runInProcess(`contract ${server.baseUrl} --report json=${file}`, {
    variables: { PETSTORE_API_KEY: 'free-demo-key' },
  })
  await command.stdout.sees(/waiting/)
  command.end('SIGINT')
  expect(await command.exitCode).toBe(130)
  expect(command.stderr.text).toBe('The run was interrupted (SIGINT); it has added no pet\n')
  expect(command.stdout.text).not.toContain('Adds pets')
  const { interruptedBy, exchanges } = JSON.parse(await readFile(file, 'utf8')) as RunReport
  expect({ interruptedBy, statuses: exchanges.map(({ status }) => status) }).toEqual({
    interruptedBy: 'SIGINT',
    statuses: [429],
  })
})

test('an interrupted run names a creation that may have been stored, and saves no choices', async () => {
  const choices = join(folder, 'choices.yaml')
  const { stderr } = await interruptedAt(4, `--only CREATE-1 --save-choices ${choices}`)
  expect(stderr).toMatch(/perhaps more: 1 creation without a reply/)
  await expect(readFile(choices)).rejects.toThrow('ENOENT')
})

test.for([
  ['a report cannot be written', false],
  ['nothing that it prints can be written', true],
] as const)(
  'an interrupted run names its pets, and has the exit code of the signal, where %s',
  async ([, isSilent]) => {
    const { code, stderr } = await interruptedAt(4, '--only CREATE-1 --report json=/dev/full', { isSilent })
    const [interruption, ...others] = stderr.split('\n').filter(Boolean)
    expect(code).toBe(143)
    expect(interruption).toMatch(/^The run was interrupted \(SIGTERM\); it has added /)
    expect(others).toEqual([
      'the json report cannot be written to /dev/full: the disk is full. Name another file.',
      ...(isSilent ? ['What it prints cannot be written: no space'] : []),
    ])
  },
)

test('a known breach is not gone because a run was interrupted', async () => {
  const known = '- { clause: LIST-1, reason: because, until: 2999-01-01 }\n'
  const { reports } = await interruptedAt(45, '--known known.yaml', { known })
  expect((JSON.parse(reports['json'] ?? '') as RunReport).known.map(({ state }) => state)).toEqual([
    'not verified',
  ])
})
