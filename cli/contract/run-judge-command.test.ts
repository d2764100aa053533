import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesFrom } from '../environment/environment.ts'
import { memoryFiles, runInProcess } from '../testing/manual-environment.ts'

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

test('no earlier report stays while a recording is judged, which may be that report itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-judge-'))
  const file = join(folder, 'traffic.har')
  await writeFile(file, await recorded().files.read('/project/traffic.har'))
  const left: boolean[] = []
  const stdout = {
    write: () => {
      left.push(existsSync(file))
      return true
    },
    once: () => undefined,
  }
  const running = runInProcess(`judge ${file} --report json=${file}`, { files: filesFrom('/'), stdout })
  expect(await running.exitCode).toBe(1)
  expect(left).toEqual([false, false, true])
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
