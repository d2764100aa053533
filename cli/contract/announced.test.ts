import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startMock } from '../../mock/index.ts'
import { check, contract } from '../testing/contract.ts'

test.for([
  ['free-demo-key', 7],
  ['pro-demo-key', 48],
] as const)('a run with %s adds as many pets to a mock as the README says: %i', async ([key, pets]) => {
  await using mock = await startMock({ port: 0 })
  mock.clock.freeze()
  const { stdout } = await contract(mock.baseUrl, { key })
  expect(stdout).toMatch(new RegExp(`^ADDED {2}${pets} pets, `, 'm'))
  for (const page of ['README.md', 'docs/contract-suite.md'])
    expect(await readFile(page, 'utf8')).toContain('7 to our mock with a Free key, 48 on a larger plan')
})

test('--ban says at once what it needs, where there is no second key', async () => {
  const notice =
    /^--ban gets no key banned without a second key \(--second-key-env\): LIMIT-12 .+ not verified\.\n\n/
  expect((await check('--only LIMIT-12 --ban --read-only')).stdout).toMatch(notice)
  const [variables, flags] = [
    { SECOND: 'free-demo-key-2' },
    '--only LIST-1 --ban --second-key-env SECOND --read-only',
  ]
  expect((await check(flags, { variables })).stdout).not.toMatch(notice)
})
