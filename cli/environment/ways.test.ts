import { expect, test } from 'vitest'
import { CONTRACT_DEFAULTS } from '../../contract-tests/engine/settings.ts'
import { atOnce, MemorySink } from '../testing/manual-environment.ts'
import { progressOf, waysOf } from './ways.ts'

const SETTINGS = { ...CONTRACT_DEFAULTS, baseUrl: 'http://pets.test/v1' }

test.for([
  [
    80,
    '\r… 3 of 9 tests asked\r\u001b[K… waiting 2 s until the service admits more requests (--max-wait bounds it)\n',
  ],
  [undefined, '… waiting 2 s until the service admits more requests (--max-wait bounds it)\n'],
] as const)(
  'a wait has a line of its own, also after the count of a terminal (columns: %s)',
  async ([columns, text]) => {
    const stdout = new MemorySink()
    const environment = { after: atOnce, colours: false, stdout, columns, variables: {} }
    progressOf(environment)?.({ asked: 3, of: 9 })
    await waysOf(environment, SETTINGS, stdout).clock.sleep(2000)
    expect(stdout.text).toBe(text)
  },
)

test('a wait for a minute names it, and no wait after it does', async () => {
  const stdout = new MemorySink()
  const environment = { after: atOnce, colours: false, stdout, columns: undefined, variables: {} }
  const { clock, waiting } = waysOf(environment, SETTINGS, stdout)
  waiting({ minute: 2, of: 5 })
  await clock.sleep(2000)
  waiting({ minute: 3, of: undefined })
  await clock.sleep(60_000)
  await clock.sleep(1000)
  expect(stdout.text.split('\n')).toEqual([
    '… waiting 2 s until the service admits more requests, minute 2 of about 5 (--max-wait bounds it)',
    '… waiting 60 s until the service admits more requests, minute 3',
    '… waiting 1 s until the service admits more requests',
    '',
  ])
})

test('a wait is reported once, though it has parts, and none of less than a second', async () => {
  const stdout = new MemorySink()
  const environment = { after: atOnce, colours: false, stdout, columns: undefined, variables: {} }
  const { clock } = waysOf(environment, SETTINGS, stdout)
  const until = 'the quota of the key is renewed'
  await clock.sleep(999, { until })
  await clock.sleep(24_000, { until, total: 60_000 })
  await clock.sleep(24_000, { until, total: 0 })
  await clock.sleep(12_000, { until, total: 0 })
  expect(stdout.text).toBe(`… waiting 60 s until ${until} (--max-wait bounds it)\n`)
})
