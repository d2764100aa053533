import { expect, test } from 'vitest'
import { runOn, settingsFor } from '../../lab/proof/test-service.ts'
import { otherService } from '../../lab/proof/other-service.ts'
import { reply, scripted, manualTime } from '../testing/scripted.ts'
import type { Overlay, Reply } from '../../lab/proof/violations/service.ts'
import type { RunReport } from '../report/model/run-report.ts'
import { create, list } from '../probes/requests.ts'
import { announcement, createdPets } from './created-pets.ts'
import { Session } from './session.ts'
import { Unreachable } from './transport.ts'

const TAG = 'contract-test'

/** The pets that a run against the other service reports as created, and those that are stored. */
async function reported(
  overlay: Overlay,
  validates = true,
): Promise<RunReport & { readonly stored: readonly string[] }> {
  const other = otherService({ pets: 0, overlay, validates: () => validates })
  const report = await runOn(other)
  return { ...report, stored: other.stored().toSorted() }
}

/** Replaces the reply to a creation; the request is processed as usual. */
const answering =
  (change: (reply: Reply) => Reply): Overlay =>
  (healthy) =>
  async (request) => {
    const answer = await healthy(request)
    return request.method === 'POST' && answer.status === 201 ? change(answer) : answer
  }

test.for<[string, Overlay]>([
  ['as it should', (healthy) => healthy],
  ['with 200', answering((answer) => ({ ...answer, status: 200 }))],
  ['with 500', answering((answer) => ({ ...answer, status: 500 }))],
  ['as if it were refused', answering((answer) => ({ ...answer, status: 400, body: '{}' }))],
  ['without a body', answering((answer) => ({ ...answer, body: '' }))],
])('every created pet is reported if the service answers %s', async ([, overlay]) => {
  const { created, perhaps, stored, mark } = await reported(overlay)
  expect(stored.length).toBeGreaterThan(0)
  const named = perhaps.join(', ')
  expect(stored.filter((id) => !created.includes(id) && !named.includes(id))).toEqual([])
  expect(mark).toBe(TAG)
})

test('invalid pets are reported too', async () => {
  const { created, stored } = await reported((healthy) => healthy, false)
  expect(created.toSorted()).toEqual(stored)
})

test.for([
  ['any name', /./, TAG],
  ['names in plain letters alone', /^[A-Z][a-z]{2,20}$/, 'Test'],
] as const)('what names begin with is reported of a service that accepts %s', async ([, pattern, start]) => {
  const overlay: Overlay = (healthy) => (request) => {
    const [, name = ''] = /"name":"([^"]*)"/.exec(request.body ?? '') ?? []
    return healthy(request.method === 'POST' && !pattern.test(name) ? { ...request, body: '{}' } : request)
  }
  const { created, mark } = await reported(overlay)
  expect([created.length > 0, mark]).toEqual([true, start])
})

test('a creation without a reply is reported, and so is one that was sent twice', async () => {
  const gone = new Unreachable('it ended the connection', false)
  const settings = settingsFor({ baseUrl: 'http://pets.test/v1', key: 'k' })
  const session = new Session(settings, scripted(gone, reply({ status: 400, tries: 2 })), manualTime())
  await session.send(create({})).catch(() => undefined)
  await session.send(create({}))
  expect(createdPets(session.exchanges, session.lost, settings)).toEqual({
    created: [],
    perhaps: ['#1, which was sent 2 times', '1 creation without a reply'],
  })
})

test('creations whose replies have the id of another pet are reported', async () => {
  const settings = settingsFor({ baseUrl: 'http://pets.test/v1', key: 'secret-key-0001', mark: TAG })
  const pet = (id: number): string => JSON.stringify({ id, name: 'Rex', categoryId: 1 })
  const replies = [`[${pet(7)}]`, ...[7, 8, 8].map(pet)]
  const session = new Session(
    settings,
    scripted(...replies.map((body, at) => reply({ status: at === 0 ? 200 : 201, body }))),
    manualTime(),
  )
  await session.send(list())
  for (const name of ['a', 'b', 'c']) await session.send(create({ name, categoryId: 1 }))
  expect(createdPets(session.exchanges, 0, settings)).toEqual({
    created: ['8'],
    perhaps: [
      '#2, which was answered 201 with 7, the id of another pet',
      '#4, which was answered 201 with 8, the id of another pet',
    ],
  })
})

test('a run creates no more pets than allowed', async () => {
  const other = otherService({ pets: 0 })
  const { created, clauses } = await runOn(other, { maxCreated: 3 })
  expect([created.length, other.stored().length]).toEqual([3, 3])
  const reasons = clauses.flatMap(({ tests }) => tests.map(({ detail }) => detail))
  expect(reasons).toContain('budget spent: --max-created allows 3')
})

test.for([
  [
    {},
    `Adds pets whose names begin with ${TAG} (or Test, if the service refuses that), at most 60 in all (--max-created).`,
  ],
  [
    { deep: true },
    `Adds pets whose names begin with ${TAG} (or Test, if the service refuses that), and with --deep some 100 more under generated names, at most 200 in all (--max-created).`,
  ],
  [
    { deep: true, maxCreated: 20 },
    `Adds pets whose names begin with ${TAG} (or Test, if the service refuses that), and with --deep some 20 more under generated names, at most 20 in all (--max-created).`,
  ],
  [{ readOnly: true }, undefined],
  [{ maxCreated: 0 }, undefined],
] as const)('a run announces the pets it will create: %j', ([options, text]) => {
  expect(announcement(settingsFor({ baseUrl: '', key: '', mark: TAG, ...options }))).toBe(text)
})

test('of many pets with its tag a run reports the first thousand, and the number of the others', async () => {
  const pets = Array.from({ length: 1501 }, (_, at) => ({ id: at + 1, name: TAG, categoryId: 1 }))
  const replies = [
    reply({ status: 201, body: JSON.stringify(pets[0]) }),
    reply({ body: JSON.stringify(pets) }),
  ]
  const settings = settingsFor({ baseUrl: 'http://pets.test/v1', key: 'secret-key-0001', mark: TAG })
  const session = new Session(settings, scripted(...replies), manualTime())
  await session.send(create({ name: TAG, categoryId: 1 }))
  await session.send(list())
  const { created, perhaps } = createdPets(session.exchanges, 0, settings)
  expect([created.length, perhaps]).toEqual([1000, ['501 more pets like those of the run']])
})
