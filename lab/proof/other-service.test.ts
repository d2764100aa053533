import { isInt64, parseInt64 } from '../../spec/exact-json/int64.ts'
import { describe, expect, test } from 'vitest'
import { choosable } from '../../spec/choices.ts'
import { petStatuses } from '../../spec/operations.ts'
import { itsWarnings } from './detect-elsewhere.ts'
import { gateway } from './lawful.ts'
import { settingsOf } from '../../contract-tests/engine/settings.ts'
import { runOn } from './test-service.ts'
import { clausesThatAre } from './read-report.ts'
import { violations } from './violations/index.ts'
import { onHeader, replies } from './violations/mutate.ts'
import type { Overlay } from './violations/service.ts'
import { otherService } from './other-service.ts'

/** How the other service settles the open points; `undefined` where there is nothing to be seen. */
const itsChoices: Readonly<Record<string, string | undefined>> = {
  'limit-below-1': 'clamped',
  'limit-above-100': 'clamped',
  'limit-not-a-number': 'other',
  'invalid-status-filter': 'empty-list',
  'empty-status-filter': 'empty-list',
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
  'nul-in-name': '400',
  'lone-surrogate-in-name': 'kept',
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

describe('a service that shares no code with the mock', () => {
  test('conforms, but for warnings about standards, and each of its open points is read correctly', async () => {
    const report = await runOn(otherService())
    expect(clausesThatAre('broken', report)).toEqual([])
    expect(clausesThatAre('error', report)).toEqual([])
    expect(clausesThatAre('warned', report)).toEqual(itsWarnings)
    expect(clausesThatAre('not verified', report)).toEqual(['BASE-4', 'BASE-6', 'LIMIT-12'])
    expect(report.exitCode).toBe(0)
    expect(Object.fromEntries(report.choices.map(({ id, variant }) => [id, variant]))).toEqual(itsChoices)
    expect(Object.keys(itsChoices).toSorted()).toEqual(choosable.map(({ id }) => id).toSorted())
  })

  test('is not blamed for what a gateway in front of it answers to requests outside of the document', async () => {
    const report = await runOn(otherService({ overlay: gateway }))
    expect(clausesThatAre('broken', report)).toEqual([])
    expect(clausesThatAre('warned', report)).toEqual(['BASE-5', ...itsWarnings])
  })

  test('that does not validate new pets is not blamed for stored ones, in this run or a later one', async () => {
    let isMended = false
    const careless = otherService({ validates: () => isMended })
    // A status of null may be accepted; a pet whose status is null is no Pet.
    const blamed = ['PET-5', 'CREATE-3', 'CREATE-4', 'CREATE-5']
    expect(clausesThatAre('broken', await runOn(careless))).toEqual(blamed)
    const deep = otherService({ validates: () => false })
    expect(clausesThatAre('broken', await runOn(deep, { deep: true }))).toEqual(blamed)
    const later = await runOn(careless, { readOnly: true, mark: 'contract-later' })
    expect(clausesThatAre('broken', later)).toEqual([])
    // Nor once it validates new pets, and the run tag is used again.
    isMended = true
    await careless.control[0].clock.advance({ seconds: 60 })
    expect(clausesThatAre('broken', await runOn(careless))).toEqual([])
    expect(clausesThatAre('held', later)).toEqual(expect.arrayContaining(['PET-1', 'PET-3', 'PET-5']))
  })

  test('is not blamed if it accepts only names of letters, and a refused name is not read as its longest name', async () => {
    const ofLetters: Overlay = (healthy) => async (request) => {
      const name = request.method === 'POST' ? /"name":"([^"]*)/.exec(request.body ?? '')?.[1] : undefined
      if (name === undefined || /^[a-z]*$/i.test(name)) return healthy(request)
      return healthy({ ...request, body: '{}' })
    }
    const { mark } = settingsOf({ baseUrl: 'http://pets.test/v1', key: 'free-demo-key' })
    const report = await runOn(otherService({ overlay: ofLetters }), { mark })
    expect(clausesThatAre('broken', report)).toEqual([])
    const points = Object.fromEntries(report.choices.map(({ id, variant }) => [id, variant]))
    expect(points).toMatchObject({ 'longest-name': 'any', 'name-characters': 'other' })
  })

  test('gets every exchange reported that breaks a clause', async () => {
    const report = await runOn(
      otherService({ overlay: onHeader(replies(400, 401), 'content-type', 'text/plain') }),
    )
    const [test] =
      report.clauses.find(({ id }) => id === 'BASE-3')?.tests.filter(({ breach }) => breach) ?? []
    const shapes = test?.breach?.shapes ?? []
    const wrong = report.exchanges.filter(({ headers }) => headers['content-type'] === 'text/plain')
    // The document says nothing of a body of another media type, or of one in another spelling, nor of what is no int64.
    const owed = wrong.filter(({ method, path, curl }) => {
      if (method === 'HEAD') return false
      const [, id] = /^\/pets\/([^?]+)/.exec(path) ?? []
      if (id !== undefined) return isInt64(parseInt64(id)) && String(parseInt64(id)) === id
      return method !== 'POST' || curl.includes("Content-Type: application/json'")
    })
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
      ).toHaveLength(50)
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
