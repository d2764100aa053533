import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { spawnPetstore } from '../testing/spawn-petstore.ts'

const PLACE = { cwd: tmpdir(), env: process.env }

it.each([
  ['redis://127.0.0.1:1', /^redis:\/\/127\.0\.0\.1:1 cannot be reached: is a Redis there/],
  ['http://127.0.0.1', /^store must be an address such as redis:\/\/localhost:6379/],
])('petstore mock --store %s ends with one line and exit code 2', async (address, line) => {
  await using mock = spawnPetstore(['mock', '--port', '0', '--store', address], PLACE)
  expect(await mock.exitCode).toBe(2)
  expect(mock.stderr).toMatch(line)
  expect(mock.stderr.trim().split('\n')).toHaveLength(1)
})
