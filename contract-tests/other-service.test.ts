import { describe, expect, test } from 'vitest'
import { choosable, clauses, petStatuses, type ClauseId } from '../spec/index.ts'
import type { RunReport } from './report/model/run-report.ts'
import { gateway } from './proof/lawful.ts'
import { runOn } from './proof/test-service.ts'
import { clausesThatAre, faultsOf } from './proof/read-report.ts'
import { violations } from './proof/violations/index.ts'
import { onHeader, replies } from './proof/violations/mutate.ts'
import type { Overlay, Violation } from './proof/violations/service.ts'
import { otherService } from './testing/other-service.ts'

/** How the other service settles the open points; `undefined` where there is nothing to be seen. */
const itsChoices: Readonly<Record<string, string | undefined>> = {
  'limit-below-1': 'clamped',
  'limit-above-100': 'clamped',
  'limit-not-a-number': 'other',
  'invalid-status-filter': 'empty-list',
  'unknown-query-parameter': 'ignored',
  'further-pages': 'link',
  'list-order': 'newest',
  'invalid-pet-id': '404',
  'unknown-body-field': 'kept',
  'duplicate-body-field': 'last-wins',
  'default-status': 'absent',
  'null-status': 'as-omitted',
  'shortest-name': 'empty',
  'longest-name': 'any',
  'name-characters': 'printable',
  'name-spelling': 'as-sent',
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

/** What standards ask for and it does not do. */
const itsWarnings: readonly ClauseId[] = ['AUTH-7', 'LIMIT-13', 'DEPRECATION-2', 'DEPRECATION-4']

describe('a service written apart from the mock', () => {
  test('conforms, is warned of what standards ask only, and is read rightly at every open point', async () => {
    const report = await runOn(otherService())
    expect(clausesThatAre('broken', report)).toEqual([])
    expect(clausesThatAre('error', report)).toEqual([])
    expect(clausesThatAre('warned', report)).toEqual(itsWarnings)
    expect(clausesThatAre('not verified', report)).toEqual(['BASE-4', 'BASE-6', 'LIMIT-12'])
    expect(report.exitCode).toBe(0)
    expect(Object.fromEntries(report.choices.map(({ id, variant }) => [id, variant]))).toEqual(itsChoices)
    expect(Object.keys(itsChoices).toSorted()).toEqual(choosable.map(({ id }) => id).toSorted())
  })

  test('is not blamed for what a gateway in front of it answers to what the document lacks', async () => {
    const report = await runOn(otherService({ overlay: gateway }))
    expect(clausesThatAre('broken', report)).toEqual([])
    expect(clausesThatAre('warned', report)).toEqual(['BASE-5', ...itsWarnings])
  })

  test('is not blamed for its pets where it only fails to look at new ones, in this run or a later one', async () => {
    let isMended = false
    const careless = otherService({ validates: () => isMended })
    const blamed = ['CREATE-3', 'CREATE-4', 'CREATE-5']
    expect(clausesThatAre('broken', await runOn(careless))).toEqual(blamed)
    const deep = otherService({ validates: () => false })
    expect(clausesThatAre('broken', await runOn(deep, { deep: true }))).toEqual(blamed)
    const later = await runOn(careless, { readOnly: true, mark: 'contract-later' })
    expect(clausesThatAre('broken', later)).toEqual([])
    // Nor is it when it has mended its ways, and the same mark is used again.
    isMended = true
    await careless.control[0].clock.advance({ seconds: 60 })
    expect(clausesThatAre('broken', await runOn(careless))).toEqual([])
    expect(clausesThatAre('held', later)).toEqual(expect.arrayContaining(['PET-1', 'PET-3', 'PET-5']))
  })

  test('has every exchange named that breaks a clause', async () => {
    const report = await runOn(
      otherService({ overlay: onHeader(replies(400, 401), 'content-type', 'text/plain') }),
    )
    const [test] =
      report.clauses.find(({ id }) => id === 'BASE-3')?.tests.filter(({ breach }) => breach) ?? []
    const shapes = test?.breach?.shapes ?? []
    const wrong = report.exchanges.filter(({ headers }) => headers['content-type'] === 'text/plain')
    // The document says nothing of a body of another media type.
    const owed = wrong.filter(({ curl }) => !/Content-Type: (?!application\/json)/.test(curl))
    expect(shapes.flatMap(({ exchanges }) => exchanges).toSorted((one, other) => one - other)).toEqual(
      owed.map(({ id }) => id),
    )
    expect(shapes.length).toBeLessThan(owed.length / 4)
  })

  test.for(['a creation is answered 200', 'a creation is answered 202'])(
    '%s: nothing else is left open',
    async (name) => {
      const overlay =
        violations.find((violation) => violation.name === name)?.overlay ?? ((healthy) => healthy)
      const report = await runOn(otherService({ overlay }))
      expect(clausesThatAre('broken', report)).toEqual(['CREATE-1'])
      expect(clausesThatAre('not verified', report)).toEqual(
        clausesThatAre('not verified', await runOn(otherService())),
      )
      expect(
        report.clauses
          .find(({ id }) => id === 'CREATE-1')
          ?.tests[0]?.breach?.shapes?.flatMap(({ exchanges }) => exchanges),
      ).toHaveLength(4)
    },
  )

  test.for([
    [0, 1],
    [0, 2],
    [40, 1],
    [97, 3],
  ] as const)(
    'is not blamed where somebody else adds pets meanwhile: %i pets, one more each %i',
    async ([pets, each]) => {
      const others: Overlay = (healthy) => {
        let asked = 0
        return async (request) => {
          asked += 1
          const headers = { authorization: 'Bearer enterprise-demo-key', 'content-type': 'application/json' }
          const body = `{"name":"theirs","categoryId":1,"status":"${petStatuses[asked % petStatuses.length]}"}`
          const creation = {
            ...request,
            method: 'POST',
            path: '/pets',
            headers,
            body,
            operation: 'createPet',
          } as const
          if (asked % each === 0) await healthy(creation)
          return healthy(request)
        }
      }
      expect(clausesThatAre('broken', await runOn(otherService({ pets, overlay: others })))).toEqual([])
    },
  )

  test.for([0, 1, 30, 500])('conforms with %i pets', async (pets) => {
    expect(clausesThatAre('broken', await runOn(otherService({ pets })))).toEqual([])
  })
})

/**
 * Violations that do on this service something else than on the mock, with the clauses that are to be reported for that:
 * it never bans and knows no 405, its ids lie beyond 2^53 and grow, the newest pets stand first, a 429 has a date and no
 * body, and 40 pets make no page that is longer than its limit.
 */
const otherwise: Readonly<Record<string, readonly ClauseId[]>> = {
  'bodies of application/json are not taken': ['CREATE-1'],
  'the id of every tenth pet of a list has a fraction': ['PET-2'],
  'ids are rounded in lists': ['PET-2'],
  'an unknown pet is the first one': ['DEPRECATION-1'],
  'an id of more than 15 digits is refused': ['GET-1', 'GET-3', 'DEPRECATION-1'],
  'an id beyond int32 is a crash': ['GET-1', 'GET-3', 'DEPRECATION-1'],
  'ids are cut to 32 bits': ['DEPRECATION-1'],
  'the newest pet is listed only when the next one is there': ['LIST-2', 'LIST-7'],
  'every third new pet is not listed': ['LIST-2', 'LIST-7'],
  'of two creations at once only one is kept': ['LIST-2', 'LIST-7'],
  'a status of null is refused and stored': [],
  'Reset is a wait': ['LIMIT-4', 'LIMIT-10'],
  'the last of the day is refused': [],
  'Retry-After is ten seconds too short': ['LIMIT-8'],
  'a ban never ends': [],
  'after a ban, the key is answered 403': [],
  'a ban begins anew when it ends': [],
  'a 405 names no methods': [],
}

/** The clauses that a report names, warnings only where the violation is of a standard. */
function named(report: RunReport, { breaks }: Violation): readonly ClauseId[] {
  const isOfStandard = clauses.some(({ id, level }) => id === breaks[0] && level === 'should')
  const warned = clausesThatAre('warned', report).filter(
    (id) => !itsWarnings.includes(id) || breaks.includes(id),
  )
  return [...clausesThatAre('broken', report), ...(isOfStandard ? warned : [])].toSorted()
}

describe('the same service with a violation', () => {
  test.for(violations.map((violation) => ({ violation, name: violation.name, breaks: violation.breaks })))(
    '$name: $breaks',
    async ({ violation, name, breaks }) => {
      const { overlay, needs, mock } = violation
      const pets = typeof mock?.pets === 'number' ? { pets: mock.pets } : {}
      const report = await runOn(otherService({ overlay, ...pets }), {
        deep: needs === 'deep',
        // Its names of many lengths take the room that extra checks have on the mock.
        thorough: true,
      })
      expect(faultsOf(report)).toEqual([])
      expect(named(report, violation)).toEqual((otherwise[name] ?? breaks).toSorted())
    },
  )
})
