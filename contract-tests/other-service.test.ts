import { describe, expect, test } from 'vitest'
import { choosable, type ClauseId } from '../spec/index.ts'
import type { RunReport, Verdict } from './report/run-report.ts'
import { runContract } from './run-contract.ts'
import { otherDefects, type OtherDefect } from './testing/other-defect.ts'
import { OTHER_KEY, OTHER_SECOND_KEY, type OtherOptions } from './testing/other-service.ts'
import { standOtherService } from './testing/other-stand.ts'
import { settingsFor } from './testing/settings-for.ts'

/** Runs the whole suite against the other service. */
async function check(options: OtherOptions = {}): Promise<RunReport> {
  await using stand = await standOtherService(options)
  const { baseUrl, secondBaseUrl } = stand.service
  const keys = { key: OTHER_KEY, secondKey: OTHER_SECOND_KEY }
  return await runContract(
    settingsFor({ baseUrl, secondBaseUrl, control: stand.control, ...keys }),
    () => undefined,
  )
}

function clausesThatAre(verdict: Verdict, { clauses }: RunReport): readonly ClauseId[] {
  return clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)
}

/** How the other service settles the open points; `undefined` where there is nothing to be seen. */
const itsChoices: Readonly<Record<string, string | undefined>> = {
  'invalid-limit': 'clamped',
  'invalid-status-filter': 'empty-list',
  'unknown-query-parameter': 'ignored',
  'further-pages': 'link',
  'list-order': 'newest',
  'invalid-pet-id': '404',
  'unknown-body-field': 'kept',
  'duplicate-body-field': 'last-wins',
  'default-status': 'absent',
  'null-status': 'as-omitted',
  'name-bounds': 'none',
  'name-characters': 'printable',
  'category-check': 'none',
  'id-numbering': 'beyond-2-53',
  'location-on-201': 'yes',
  'extra-response-fields': 'some',
  'json-style': 'indented-shuffled',
  'charset-parameter': 'present',
  'error-code-style': 'screaming',
  'wrong-media-type': '400',
  'method-not-allowed': '404',
  'www-authenticate': 'yes',
  'scheme-case': 'exact',
  'body-of-429': 'empty',
  'retry-after-form': 'http-date',
  ban: 'none',
  'status-while-banned': undefined,
  'window-alignment': 'first-request',
  'reported-window': 'minute',
  'unauthenticated-meter': 'uncounted',
  'do-errors-count': 'yes',
  'deprecation-headers': 'none',
  'after-sunset': 'still-served',
}

describe('a service written apart from the mock', () => {
  test('conforms, is warned of what standards ask only, and is read rightly at every open point', async () => {
    const report = await check()
    expect(clausesThatAre('broken', report)).toEqual([])
    expect(clausesThatAre('error', report)).toEqual([])
    expect(clausesThatAre('warned', report)).toEqual(['AUTH-7', 'LIMIT-13', 'DEPRECATION-2', 'DEPRECATION-4'])
    expect(clausesThatAre('not verified', report)).toEqual(['LIMIT-12'])
    expect(report.exitCode).toBe(0)
    expect(Object.fromEntries(report.choices.map(({ id, variant }) => [id, variant]))).toEqual(itsChoices)
    expect(Object.keys(itsChoices).toSorted()).toEqual(choosable.map(({ id }) => id).toSorted())
  })

  test.for([0, 1, 30, 500])('conforms with %i animals', async (animals) => {
    expect(clausesThatAre('broken', await check({ animals }))).toEqual([])
  })
})

/** The clauses that each defect breaks, no other. */
const breaks: Readonly<Record<OtherDefect, readonly ClauseId[]>> = {} as never

describe.concurrent('a service with a defect', () => {
  test.for(otherDefects)('%s', async (defect, { expect }) => {
    const report = await check({ defect })
    console.log(
      `'${defect}': [${clausesThatAre('broken', report)
        .map((x) => `'${x}'`)
        .join(
          ', ',
        )}],   // ${report.exitCode} E ${clausesThatAre('error', report).join()} NV ${clausesThatAre('not verified', report).join()}`,
    )
    for (const c of report.clauses)
      for (const t of c.tests) if (t.verdict === 'error') console.log(t.title, t.detail)
    expect(clausesThatAre('error', report)).toEqual([])
  })
})
