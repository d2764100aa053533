// What the suite says of a service that conforms, `judge` says of the report, or less, whatever the run asked.
import { expect, test } from 'vitest'
import { asReal } from '../../lab/proof/as-real.ts'
import { FREE_KEYS, freeService } from '../../lab/proof/free/free-service.ts'
import { mixes, nameOf } from '../../lab/proof/free/freedoms.ts'
import { clausesThatAre } from '../../lab/proof/read-report.ts'
import { PLAIN, runOn, testService } from '../../lab/proof/test-service.ts'
import { onRequest, withHeaders } from '../../lab/proof/violations/mutate.ts'
import { ofSeries } from '../../lab/testing/series.ts'
import { vary } from '../../mock/core/settings/random.ts'
import type { RunReport } from '../report/model/run-report.ts'
import { judgeRecording } from './judge-recording.ts'
import { recordingIn } from './testing/recording-in.ts'

/** What is broken or warned of in the report of a run and, once more, in the recording that it is. */
async function verdictsOn(
  run: RunReport,
): Promise<{ readonly run: readonly string[]; readonly again: readonly string[] }> {
  const report = judgeRecording(await recordingIn(run), { keysAreShared: false })
  const of = (one: RunReport): readonly string[] =>
    (['broken', 'warned'] as const).flatMap((verdict) =>
      clausesThatAre(verdict, one).map((clause) => `${clause} is ${verdict}`),
    )
  return { run: of(run), again: of(report) }
}

/** In the middle of a minute. A report of a service whose clock nobody moves leaves out what may not be harmless. */
const BEGINS = 17

async function isSaidAgain(run: RunReport): Promise<void> {
  const { run: first, again } = await verdictsOn(run)
  expect(first.filter((one) => one.endsWith('broken'))).toEqual([])
  expect(first).toEqual(expect.arrayContaining([...again]))
}

test.for(ofSeries(mixes().map((mix) => [nameOf(mix), mix] as const)))(
  'a thorough run on a service that uses freedoms: %s',
  async ([, mix]) => {
    const keys = { ...FREE_KEYS, secondBaseUrl: undefined }
    const service = await asReal(freeService(mix), BEGINS)
    await isSaidAgain(await runOn(service, { ...keys, thorough: true, maxWait: 600 }))
  },
)

const SEEDS = Array.from({ length: 28 }, (_, seed) => seed + 1)

test.for(ofSeries(SEEDS))('a thorough run on the variant %i of the mock', async (seed) => {
  const service = await testService((healthy) => healthy, {
    ...PLAIN,
    mock: { ...PLAIN.mock, choices: vary(seed) },
  })
  await isSaidAgain(await runOn(await asReal(service, BEGINS), { thorough: true, maxWait: 600 }))
})

test.for(['415', '400'] as const)(
  'a service that takes one spelling of its media type, with a charset or not, and answers %s to all others',
  async (status) => {
    const exact = onRequest(
      ({ headers }) => !/^application\/json(?:; charset=utf-8)?$/.test(headers['content-type'] ?? ''),
      (request) => withHeaders(request, { 'content-type': 'text/plain' }),
    )
    const service = await testService(exact, {
      ...PLAIN,
      mock: { ...PLAIN.mock, choices: { 'wrong-media-type': status } },
    })
    await isSaidAgain(await runOn(await asReal(service, BEGINS), { thorough: true, maxWait: 600 }))
  },
)

test.for(['trimmed', 'composed', 'trimmed-composed'] as const)(
  'a run on a service whose names come back %s',
  async (spelling) => {
    const choices = { 'name-spelling': spelling }
    const service = await testService((healthy) => healthy, { ...PLAIN, mock: { ...PLAIN.mock, choices } })
    const key = { key: 'pro-demo-key', plan: 'pro', exhaust: false, ban: false } as const
    await isSaidAgain(await runOn(await asReal(service, BEGINS), key))
  },
)
