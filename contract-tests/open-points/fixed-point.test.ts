import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseSavedChoices, type SavedChoices } from '../../spec/choices.ts'
import type { MockOptions } from '../../mock/options.ts'
import { runOn, settingsFor, testService } from '../../lab/proof/test-service.ts'
import { choicesFile } from '../report/model/choices.ts'
import type { RunReport } from '../report/model/run-report.ts'
import { runSuite } from '../suite.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { ofSeries } from '../../lab/testing/series.ts'

const BEGINS = Date.parse('2026-11-20T10:00:30.437Z')
const MOST_ROUNDS = 5

/** Observes the choices of a mock without its control API. Its time passes between whole seconds. */
async function readReal(mock: MockOptions): Promise<RunReport> {
  let now = BEGINS
  const { transport } = await testService(
    (healthy) => (request) => {
      now += 7
      return healthy(request)
    },
    { mock: { pets: 30, ...mock, time: () => now } },
  )
  const clock = {
    now: () => now,
    sleep: (milliseconds: number) => {
      now += milliseconds
      return Promise.resolve()
    },
  }
  const addresses = { baseUrl: 'http://pets.test/v1', secondBaseUrl: 'http://pets.test/staging/v1' }
  const keys = { key: 'free-demo-key', secondKey: 'free-demo-key-2' }
  return runSuite(settingsFor({ ...addresses, ...keys, maxWait: 100_000 }), { transport, clock })
}

/**
 * What is saved when nothing changes any more from one round to the next: each starts alike, so that all later ones would
 * save the same.
 */
async function settled(
  first: SavedChoices,
  readAgain: (choices: SavedChoices['choices']) => Promise<RunReport>,
): Promise<SavedChoices> {
  let last = first
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const next = saved(await readAgain(last.choices))
    if (isDeepStrictEqual(next, last)) return last
    last = next
  }
  throw new Error(`after ${MOST_ROUNDS} rounds it changes still`)
}

function saved({ choices }: RunReport): SavedChoices {
  return parseSavedChoices(parse(choicesFile(choices, '')) as Record<string, unknown>)
}

const someChoices = [
  { name: 'a ban of 121 seconds', choices: { ban: 'after-10-strikes-for-121-seconds' } },
  { name: 'a ban of 77 seconds', choices: { ban: 'after-3-strikes-for-77-seconds' } },
  {
    name: 'a ban that ends with the window',
    choices: { ban: 'after-3-strikes-for-5-seconds', 'status-while-banned': '403' },
  },
  { name: 'http-date', choices: { 'retry-after-form': 'http-date', ban: 'after-3-strikes-for-90-seconds' } },
  { name: 'iso-date', choices: { 'retry-after-form': 'iso-date' } },
  { name: 'unix-time', choices: { 'retry-after-form': 'unix-time' } },
  { name: 'milliseconds', choices: { 'retry-after-form': 'milliseconds' } },
  { name: 'with-unit', choices: { 'retry-after-form': 'with-unit' } },
  {
    name: 'names of 3 to 41 characters',
    choices: { 'shortest-name': 'at-least-3', 'longest-name': 'at-most-41' },
  },
] as const

test.for(ofSeries(someChoices))(
  'a mock with the saved choices shows the same choices again: $name',
  async ({ choices }) => {
    const first = saved(await readReal({ choices }))
    const last = await settled(first, (again) => readReal({ choices: again }))
    expect(last).toEqual(first)
    expect(last.others).toEqual([])
  },
)

test.for(ofSeries([1, 2, 3, 4, 5, 6]))('so does one with a random mix: %i', async (seed) => {
  const first = saved(await readReal({ vary: seed }))
  const last = await settled(first, (again) => readReal({ choices: again }))
  // At open points that were not observed at first, the mock uses its default.
  expect(last.choices).toMatchObject(first.choices)
})

test('so does a service without code of the mock, except where it shows none of the variants', async () => {
  const first = saved(await runOn(otherService()))
  const last = await settled(first, async (choices) =>
    runOn(await testService((healthy) => healthy, { mock: { choices } })),
  )
  expect(first.others).toEqual(['limit-not-a-number'])
  expect(last.choices).toMatchObject(first.choices)
})
