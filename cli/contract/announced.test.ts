import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startMock } from '../../mock/index.ts'
import { contract } from '../testing/contract.ts'

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

test('a run without an address adds no more pets than all pages say', async () => {
  const { stdout } = await contract('')
  expect(Number(/^ADDED {2}(\d+) pets, /m.exec(stdout)?.[1])).toBeLessThanOrEqual(120)
  for (const page of ['README.md', 'docs/contract-suite.md'])
    expect(await readFile(page, 'utf8')).toContain(
      'never more than 60; without an address up to 120, to a mock that it discards',
    )
  const help = (await contract('--help')).stdout.replaceAll(/\s+/g, ' ')
  expect(help).toContain('with --thorough or without base-url 120')
})
