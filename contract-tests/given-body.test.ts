import { expect, test } from 'vitest'
import { runOn, testService } from '../lab/proof/test-service.ts'
import { onReply } from '../lab/proof/violations/mutate.ts'
import { isObject } from './history/values.ts'
import type { Overlay } from '../lab/proof/violations/service.ts'
import { parseJson, stringifyJson } from '../spec/exact-json/json.ts'
import { SettingsError, settingsOf, type ContractSettings } from './engine/settings.ts'
import type { RunReport } from './report/model/run-report.ts'

/** Refuses every pet but those of its categories and with such a name, as a service may. */
const strict: Overlay = (healthy) => async (request) => {
  const body = request.method === 'POST' && request.body ? bodyOf(request.body) : undefined
  const fits =
    body === undefined ||
    (Number(body['categoryId']) === 9001 && /^Pet [a-z]+ Jr$/.test(String(body['name'])))
  if (fits) return healthy(request)
  // Refused, and counted and with the headers of a refusal.
  const refused = await healthy({ ...request, body: '{}' })
  if (refused.status !== 400) return refused
  return {
    ...refused,
    body: stringifyJson({ code: 'invalid', message: 'categoryId is unknown', status: 400 }),
  }
}

function bodyOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json = parseJson(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

async function check(settings: Partial<ContractSettings>): Promise<RunReport> {
  return runOn(await testService(strict, { mock: { pets: 0 } }), { ban: false, exhaust: false, ...settings })
}

function verdictsOf({ clauses }: RunReport, ...ids: readonly string[]): readonly string[] {
  return clauses.filter(({ id }) => ids.includes(id)).map(({ verdict }) => verdict)
}

test('an empty store that knows its categories is verified with a category and a name that it accepts', async () => {
  const without = await check({})
  expect(verdictsOf(without, 'CREATE-1', 'CREATE-7', 'LIST-7')).toEqual([
    'not verified',
    'not verified',
    'not verified',
  ])
  const [{ detail } = {}] = without.clauses.find(({ id }) => id === 'CREATE-1')?.tests ?? []
  expect(detail).toMatch(/--category and --name-pattern say which.*: categoryId is unknown$/)

  const { clauses, ...report } = await check({ category: 9001, namePattern: 'Pet * Jr', mark: 'abcd' })
  expect(clauses.filter(({ verdict }) => verdict === 'broken' || verdict === 'error')).toEqual([])
  expect(verdictsOf({ clauses, ...report }, 'CREATE-1', 'CREATE-7', 'LIST-7')).toEqual([
    'held',
    'held',
    'held',
  ])
  expect(report.created.length).toBeGreaterThan(0)
})

test('where what was given is refused, the reason shows a body with it, and which flags give another', async () => {
  const { clauses } = await check({ category: 77, namePattern: 'rex-*1', mark: 'abcd' })
  const details = clauses.flatMap(({ tests }) => tests.map(({ detail = '' }) => detail))
  const [reason] = details.filter((detail) => detail.includes('--'))
  expect(reason).toMatch(
    /a body that the service accepts \(another --category or --name-pattern may give one\); it refuses \{"name":"rex-\w+1","categoryId":77\}: /,
  )
})

test('a pattern of names has one place for letters', () => {
  const { mark } = settingsOf({ baseUrl: '', key: '', namePattern: 'Rex*' })
  expect(mark).toMatch(/^Rex[a-p]{4}$/)
  for (const namePattern of ['Rex', '*Rex*'])
    expect(() => settingsOf({ baseUrl: '', key: '', namePattern })).toThrow(SettingsError)
})

/** The reasons of what was not verified by tests with a title. */
function reasonsOf({ clauses }: RunReport, title: string): readonly (string | undefined)[] {
  return clauses.flatMap(({ tests }) =>
    tests.flatMap((one) => (one.verdict === 'not verified' && one.title.includes(title) ? [one.detail] : [])),
  )
}

const TWO_KEYS = { ban: false, secondKey: 'free-demo-key-2' }

test('where only some categories are accepted, two pets are added at once in one of them', async () => {
  const mock = { pets: 40, choices: { 'category-check': 'some' } } as const
  const report = await runOn(await testService((healthy) => healthy, { mock }), TWO_KEYS)
  expect(reasonsOf(report, 'a new pet is listed')).toEqual([])
  expect(verdictsOf(report, 'LIST-7')).toEqual(['held'])
})

test('where it accepts none, that is the reason, in its own words', async () => {
  const report = await runOn(await testService(strict, { mock: { pets: 0 } }), TWO_KEYS)
  const [reason, ...others] = new Set(reasonsOf(report, 'a new pet is listed'))
  expect(reason).toMatch(/a body that the service accepts .*: categoryId is unknown$/)
  expect(others).toEqual([])
})

test('a refused category is named with the message of the Error, and not with a part of its JSON', async () => {
  const mock = { pets: 40, choices: { 'category-check': 'known-only' } } as const
  const report = await runOn(await testService((healthy) => healthy, { mock }), TWO_KEYS)
  expect(reasonsOf(report, 'a categoryId beyond 2^53')).toContainEqual(
    expect.stringMatching(/which the service refuses: [^{]*$/),
  )
})

test('a body that is refused for an unknown field is named, with what the service says', async () => {
  const mock = { pets: 40, choices: { 'unknown-body-field': '400' } } as const
  const report = await runOn(await testService((healthy) => healthy, { mock }), TWO_KEYS)
  expect(reasonsOf(report, 'a status beside a member')).toEqual([
    expect.stringMatching(/: a pet with a member “colour”, .*, which the service refuses: .*colour/),
  ])
})

test('that others have added pets is not said where the first page showed only some', async () => {
  const mock = { pets: 130, choices: { 'further-pages': 'link' } } as const
  const report = await runOn(await testService((healthy) => healthy, { mock }), TWO_KEYS)
  expect(reasonsOf(report, 'each creation adds one pet')).toEqual([
    'precondition missing: the whole list: it shows with fewer than 100 pets',
  ])
})

test('a HEAD whose key is refused is asked again', async () => {
  const headIs401 = (most: number): Overlay => {
    let refused = 0
    return onReply(
      ({ method }) => method === 'HEAD' && refused < most,
      (reply) => {
        refused += 1
        return { ...reply, status: 401 }
      },
    )
  }
  const verdict = async (most: number): Promise<readonly string[]> => {
    const report = await runOn(await testService(headIs401(most)), { only: ['BASE-5'], exhaust: false })
    return verdictsOf(report, 'BASE-5')
  }
  expect([await verdict(1), await verdict(2)]).toEqual([['held'], ['warned']])
})
