import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startMock } from '../../mock/index.ts'
import { check, contract } from '../testing/contract.ts'

test.for([
  ['free-demo-key', 5, 20],
  ['pro-demo-key', 45, 55],
] as const)(
  'a run with %s adds as many pets to a mock as the README says: %i to %i',
  async ([key, least, most]) => {
    // A minute of the calendar may end as soon as the run has begun, which does not stand still.
    await using mock = await startMock({ port: 0, choices: { 'window-alignment': 'first-request' } })
    mock.clock.freeze()
    const { stdout } = await contract(mock.baseUrl, { key })
    const added = Number(/^ADDED {2}(\d+) pets, /m.exec(stdout)?.[1])
    expect(added).toBeGreaterThanOrEqual(least)
    expect(added).toBeLessThanOrEqual(most)
    for (const page of ['README.md', 'docs/contract-suite.md'])
      expect(await readFile(page, 'utf8')).toContain(
        'to our mock up to 20 with a Free key, about 50 on a larger plan',
      )
  },
)

test('--ban says at once what it needs, where there is no second key', async () => {
  const notice =
    /^--ban gets no key banned without a second key \(--second-key-env\): LIMIT-12 and a\npart of LIMIT-7 are not verified\.\n\n/
  expect((await check('--only LIMIT-12 --ban --read-only')).stdout).toMatch(notice)
  // Before the first request, too.
  expect((await contract('http://127.0.0.1:9/v1 --ban')).stdout).toMatch(notice)
  const [variables, flags] = [
    { SECOND: 'free-demo-key-2' },
    '--only LIST-1 --ban --second-key-env SECOND --read-only',
  ]
  expect((await check(flags, { variables })).stdout).not.toMatch(notice)
})
