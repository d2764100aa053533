import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { exampleReport } from '../../contract-tests/report/testing/example-report.ts'
import { removeReports, reportFiles, writeReports } from '../../contract-tests/report/write-reports.ts'
import { filesFrom } from '../environment/environment.ts'
import { errorWithCode, memoryFiles, runInProcess } from '../testing/manual-environment.ts'

test.for<[what: string, text: string, message: string]>([
  ['no JSON', '{"log": {\n "entries": [', 'traffic.har is no JSON from line 2, column 14 on'],
  [
    'no archive',
    '{"log": {"entries": [{}]}}',
    'traffic.har is no HAR: log.entries[0].startedDateTime is required',
  ],
  ['an empty archive', '{"log": {"entries": []}}', 'traffic.har holds no exchange. Give an HTTP archive'],
])('%s: one line reports it, with exit code 2', async ([_what, text, message]) => {
  const running = runInProcess('judge traffic.har', { files: memoryFiles(new Map([['traffic.har', text]])) })
  expect(await running.exitCode).toBe(2)
  expect(running.stderr.text).toContain(message)
})

test('a breach in a recording causes exit code 1', async () => {
  const running = runInProcess('judge traffic.har', recorded())
  expect(await running.exitCode).toBe(1)
  expect(running.stdout.text).toContain('LIMIT-1')
  expect(running.stdout.text).not.toContain('look through them')
})

test('--show-bodies has reports show whole replies, and warn of that', async () => {
  const running = runInProcess('judge traffic.har --show-bodies', recorded())
  expect(await running.exitCode).toBe(1)
  expect(running.stdout.text).toContain('look through them before you publish them')
})

test('--min-verified fails where a recording shows too little', async () => {
  const running = runInProcess(
    'judge traffic.har --min-verified 90',
    recorded(
      { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1795168860' },
      '[]',
    ),
  )
  expect(await running.exitCode).toBe(2)
  const text = running.stdout.text.replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/\(\d+ %, and --min-verified asks for 90 %\)/)
  expect(text).toContain('nor the same traffic once more: run petstore contract, or let --min-verified')
  expect(text).toMatch(/\(\d+ % of \d+ clauses in all verified\)/)
  expect(text).not.toMatch(/flags allow|another run/)
  expect(running.stdout.text).toContain('too little verified: ')
})

test('a recording stays until its report is whole, while no earlier report of others does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-judge-'))
  const [file, other] = [join(folder, 'traffic.har'), join(folder, 'x.html')]
  const text = await recorded().files.read('/project/traffic.har')
  await writeFile(file, text)
  await writeFile(other, 'earlier')
  const left: [isRecording: boolean, hasOther: boolean][] = []
  const stdout = {
    write: () => {
      left.push([readFileSync(file, 'utf8') === text, existsSync(other)])
      return true
    },
    once: () => undefined,
  }
  const line = `judge ${file} --report json=${relative('.', file)} --report html=${other}`
  const running = runInProcess(line, { files: filesFrom('/'), stdout })
  expect(await running.exitCode).toBe(1)
  expect(left).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ])
  await rm(folder, { recursive: true })
})

test('a recording stays where its report cannot be written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-judge-'))
  const file = join(folder, 'traffic.har')
  const text = await recorded().files.read('/project/traffic.har')
  await writeFile(file, text)
  const files = reportFiles({}, file)
  const specs = await removeReports([{ kind: 'json', path: file }], files)
  const full = (): Promise<never> => Promise.reject(errorWithCode('ENOSPC'))
  const writing = writeReports(exampleReport(), specs, { ...files, write: full })
  await expect(writing).rejects.toThrow('the disk is full')
  expect(await readFile(file, 'utf8')).toBe(text)
  await rm(folder, { recursive: true })
})

function recorded(more = {}, body = '{}'): { readonly files: ReturnType<typeof memoryFiles> } {
  const request = {
    method: 'GET',
    url: 'http://pets.test/v1/pets',
    headers: [{ name: 'Authorization', value: 'Bearer a-key' }],
  }
  const response = {
    status: 200,
    headers: Object.entries({ 'Content-Type': 'application/json', ...more }).map(([name, value]) => ({
      name,
      value,
    })),
    content: { text: body },
  }
  const entry = { startedDateTime: '2026-11-20T10:00:00Z', time: 5, request, response }
  const text = JSON.stringify({ log: { entries: [entry] } })
  return { files: memoryFiles(new Map([['traffic.har', text]])) }
}

test('a service that is not in the recording is answered with those that are', async () => {
  const request = { method: 'GET', url: 'http://pets.test/v1/pets' }
  const text = JSON.stringify({ log: { entries: [{ request }] } })
  const running = runInProcess('judge traffic.har --base-url http://other.test/v1', {
    files: memoryFiles(new Map([['traffic.har', text]])),
  })
  expect(await running.exitCode).toBe(2)
  expect(running.stderr.text).toBe(
    'traffic.har holds no answered request below http://other.test/v1, in 1 entry. It holds requests to http://pets.test/v1: give --base-url\n',
  )
})
