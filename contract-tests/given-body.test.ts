import { expect, test } from 'vitest'
import { runOn, testService } from '../lab/proof/test-service.ts'
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

test('a pattern of names has one place for letters', () => {
  const { mark } = settingsOf({ baseUrl: '', key: '', namePattern: 'Rex*' })
  expect(mark).toMatch(/^Rex[a-p]{4}$/)
  for (const namePattern of ['Rex', '*Rex*'])
    expect(() => settingsOf({ baseUrl: '', key: '', namePattern })).toThrow(SettingsError)
})
