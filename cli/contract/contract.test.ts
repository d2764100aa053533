import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMock } from '../../mock/index.ts'

const CLI = join(import.meta.dirname, '../index.ts')

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `petstore contract`, which must end within half a minute. */
function contract(args: readonly string[], key?: string): Promise<Ended> {
  const env = { PATH: process.env['PATH'], ...(key !== undefined && { PETSTORE_API_KEY: key }) }
  return new Promise((resolve) => {
    execFile('node', [CLI, 'contract', ...args], { env, timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

test(
  'a conforming service ends with exit code 0, and its key is shown nowhere',
  { timeout: 60_000 },
  async () => {
    await using mock = await startMock({ port: 0, pets: 20 })
    const { code, stdout } = await contract([mock.baseUrl], 'pro-demo-key')
    expect(code).toBe(0)
    expect(stdout).toContain('conformant as far as verified')
    expect(stdout).not.toContain('pro-demo-key')
  },
)

test('--read-only adds no pet', { timeout: 60_000 }, async () => {
  await using mock = await startMock({ port: 0, pets: 20 })
  expect((await contract([mock.baseUrl, '--read-only'], 'pro-demo-key')).code).toBe(0)
  expect(mock.world.petCount).toBe(20)
  expect(mock.journal.list().filter(({ method, key }) => method === 'POST' && key !== null)).toEqual([])
})

test.for([
  { fault: 'no key in the environment', args: ['http://127.0.0.1:4999/v1'], says: 'PETSTORE_API_KEY' },
  {
    fault: 'an address without /v1',
    args: ['http://127.0.0.1:4999'],
    key: 'k',
    says: 'must end with the path segment /v1',
  },
  { fault: 'no address at all', args: ['staging'], key: 'k', says: 'must be an http:// or https:// URL' },
  { fault: 'an unknown host', args: ['http://no-such-host.invalid/v1'], key: 'k', says: 'cannot be reached' },
  { fault: 'an unknown clause', args: ['--only', 'AUHT'], says: 'Did you mean AUTH?' },
  { fault: 'an unknown flag', args: ['--raed-only'], says: 'Did you mean --read-only?' },
  { fault: 'a missing file', args: ['--known', 'no-such.yaml'], says: 'does not exist' },
])('$fault ends with one line and exit code 2', { timeout: 60_000 }, async ({ args, key, says }) => {
  const { code, stderr } = await contract(args, key)
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1])
  expect(stderr).toContain(says)
})

test.for([
  { fault: 'a wrong key', status: 401, type: 'application/json', says: 'does not take the API key' },
  { fault: 'an HTML page', status: 200, type: 'text/html', says: 'HTML page' },
  { fault: 'a redirect', status: 302, type: 'application/json', says: 'redirects' },
])('$fault ends with one line and exit code 2', { timeout: 60_000 }, async ({ status, type, says }) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': type }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await contract([`http://127.0.0.1:${port}/v1`], 'some-secret-key')
  server.close()
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1])
  expect(stderr).toContain(says)
  expect(stderr).not.toContain('some-secret-key')
})
