import { describe, expect, test } from 'vitest'
import { choosable, type ClauseId } from '../spec/index.ts'
import type { RunReport } from './report/model/run-report.ts'
import type { Verdict } from './report/model/verdict.ts'
import { runContract } from './engine/run-contract.ts'
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
  test(
    'conforms, is warned of what standards ask only, and is read rightly at every open point',
    { timeout: 60_000 },
    async () => {
      const report = await check()
      expect(clausesThatAre('broken', report)).toEqual([])
      expect(clausesThatAre('error', report)).toEqual([])
      expect(clausesThatAre('warned', report)).toEqual([
        'AUTH-7',
        'LIMIT-13',
        'DEPRECATION-2',
        'DEPRECATION-4',
      ])
      expect(clausesThatAre('not verified', report)).toEqual(['LIMIT-12'])
      expect(report.exitCode).toBe(0)
      expect(Object.fromEntries(report.choices.map(({ id, variant }) => [id, variant]))).toEqual(itsChoices)
      expect(Object.keys(itsChoices).toSorted()).toEqual(choosable.map(({ id }) => id).toSorted())
    },
  )

  test.for([0, 1, 30, 500])('conforms with %i pets', { timeout: 60_000 }, async (pets) => {
    expect(clausesThatAre('broken', await check({ pets }))).toEqual([])
  })
})

/** The clauses that each defect breaks: these, and no other. What rests on them is not verified. */
const breaks: Readonly<Record<OtherDefect, readonly ClauseId[]>> = {
  'a page holds 25 by default': ['LIST-4'],
  'the greatest limit is refused': ['LIST-3'],
  'the filter works after the page is cut': ['LIST-5'],
  'the filter is inverted': ['LIST-5'],
  'limit is ignored': ['LIST-2'],
  'a new pet is not listed': ['LIST-7'],
  'a creation is answered 200': ['CREATE-1'],
  'pets that are sold are not listed': ['LIST-6'],
  'a missing name is made up': ['PET-3', 'CREATE-3', 'CREATE-4'],
  'the status is forgotten': ['CREATE-2'],
  'a wrong type is taken': ['PET-3', 'PET-4', 'PET-5', 'CREATE-4'],
  'int64 is rounded': ['PET-4'],
  'what is refused is stored': ['PET-3', 'PET-4', 'PET-5', 'CREATE-6'],
  'ids repeat': ['PET-2'],
  'no body is a crash': ['CREATE-5'],
  'the id is a string': ['PET-1'],
  'another pet is read': ['GET-1', 'GET-2'],
  'a negative id is refused': ['GET-3'],
  'an unknown pet is an empty answer': ['GET-2'],
  'getPet is removed': ['DEPRECATION-1'],
  '401 has no Error body': ['ERROR-1'],
  'any key will do': ['AUTH-3'],
  'the key is taken from the query': ['AUTH-4'],
  'no key is needed to read': ['AUTH-2'],
  'what is unauthorized is stored': ['AUTH-5'],
  'status in the body is wrong': ['ERROR-2'],
  'errors are text': ['BASE-3', 'ERROR-1'],
  'lists are text/html': ['BASE-3'],
  '401 has no rate limit': ['LIMIT-1'],
  'Limit is a figure of no plan': ['LIMIT-2'],
  'Remaining does not fall': ['LIMIT-3'],
  'Reset is in milliseconds': ['LIMIT-4'],
  'Remaining is below zero': ['LIMIT-3'],
  'the last of the minute is refused': ['LIMIT-5'],
  'Retry-After is missing': ['LIMIT-8'],
  'Retry-After is no time': ['LIMIT-8'],
  'Retry-After is too early': ['LIMIT-9'],
  'the window is not renewed': ['LIMIT-4', 'LIMIT-9', 'LIMIT-10'],
  'nothing is refused': ['LIMIT-5', 'LIMIT-6'],
  'keys are counted together': ['LIMIT-11'],
  'the day is not counted': ['LIMIT-6'],
  'the second base address is dead': ['BASE-2'],
}

describe.concurrent('a service with a defect', () => {
  test.for(otherDefects)(
    'is told of it on the right clauses: %s',
    { timeout: 60_000 },
    async (defect, { expect }) => {
      const report = await check({ defect })
      expect(clausesThatAre('broken', report)).toEqual(breaks[defect])
      expect(clausesThatAre('error', report)).toEqual([])
      expect(report.exitCode).toBe(1)
    },
  )
})
