import { expect, test } from 'vitest'
import { asReal } from '../../lab/proof/as-real.ts'
import { PLAIN, runOn, testService } from '../../lab/proof/test-service.ts'
import { asError, asks, errors, onHeader, onJson, onReply } from '../../lab/proof/violations/mutate.ts'
import { violations } from '../../lab/proof/violations/index.ts'
import type { Overlay } from '../../lab/proof/violations/service.ts'
import type { Finding, RecordedExchange } from '../history/history.ts'
import { story } from '../history/testing/story.ts'
import { findingsOf } from '../report/model/findings.ts'
import { simplestFirst } from './simplest-first.ts'

/** The requests that a report shows first of a broken clause, in their order. */
async function shownFirst(overlay: Overlay, clause: string): Promise<readonly string[]> {
  const report = await runOn(await testService(overlay))
  return findingsOf(report, 'broken')
    .filter((finding) => finding.clause.id === clause)
    .map(({ exchange }) => `${exchange?.method} ${exchange?.path} ${exchange?.status}`)
}

test('what every error shows is shown first by the shortest request without a body', async () => {
  const lacks = onHeader(errors, 'x-ratelimit-limit', undefined)
  expect(await shownFirst(lacks, 'LIMIT-1')).toEqual(['GET /pets 401'])
})

test('a clause that is broken as a whole is shown before its sides', async () => {
  const numbers = onJson(errors, (error) => ({ ...error, code: 7 }))
  const [first, ...others] = await shownFirst(numbers, 'ERROR-1')
  expect(first).toBe('GET /pets 401')
  expect(others.length).toBeGreaterThan(0)
})

test('what every creation shows is shown first by one with a plain body', async () => {
  const report = await runOn(await testService(onReply(asks(/^POST \/pets/), asError(404))))
  const [first] = findingsOf(report, 'broken').filter(({ test: { title } }) =>
    title.endsWith('other replies'),
  )
  expect(first?.exchange?.curl).toMatch(
    /'{"name":"contract-[a-z]+","categoryId":\d+(?:,"status":"[a-z]+")?}'$/,
  )
})

test('what several exchanges show is shown first by those with the plainest requests', async () => {
  const named = violations.find(({ name }) => name === 'each Reset of what is served is a minute ahead')
  const report = await runOn(await testService(named?.overlay ?? ((healthy) => healthy)))
  const [first] = findingsOf(report, 'broken').filter(({ clause }) => clause.id === 'LIMIT-4')
  const steps = first?.test.breach?.steps ?? []
  expect(steps.length).toBeGreaterThan(1)
  const sent = report.exchanges.filter(({ id }) => steps.includes(id))
  expect(sent.map(({ method }) => method)).not.toContain('POST')
})

test('what each 404 shows is shown first by one of a pet that the run has not added since', async () => {
  const lacks = onHeader((_, { status }) => status === 404, 'x-ratelimit-limit', undefined)
  const service = await testService(lacks, { ...PLAIN, mock: { ...PLAIN.mock, pets: 100 } })
  const report = await runOn(await asReal(service, 17), { ban: false, maxWait: 0 })
  const [first] = findingsOf(report, 'broken').filter(({ clause }) => clause.id === 'LIMIT-1')
  expect(first?.exchange?.status).toBe(404)
  const added = report.exchanges.flatMap(({ status, body }) =>
    status === 201 ? [`/pets/${/"id":(\d+)/.exec(body)?.[1]}`] : [],
  )
  const asked = report.exchanges.flatMap(({ status, path }) => (status === 404 ? [path] : []))
  expect(asked).toEqual(expect.arrayContaining([expect.toSatisfy((path: string) => added.includes(path))]))
  expect(added).not.toContain(first?.exchange?.path)
})

test('what two replies show is shown first by those between which nobody waits', () => {
  const ask = 'GET /pets'
  const all = story(
    { ask, at: [0, 0.1] },
    { ask, at: [60, 60.1] },
    { ask: 'GET /pets?limit=100', at: [60.2, 60.3] },
  )
  const [early, late, next] = all
  if (!early || !late || !next) throw new Error('three exchanges')
  const of = (...exchanges: readonly RecordedExchange[]): Finding => ({
    clause: 'LIST-7',
    alternatives: [],
    expected: 'all pets',
    actual: 'not all',
    steps: exchanges.map((exchange) => ({ exchange, shows: '' })),
  })
  expect(simplestFirst([of(early, late), of(late, next)], all)[0]?.steps[0]?.exchange).toBe(late)
})
