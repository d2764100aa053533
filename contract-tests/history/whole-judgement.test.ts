import { describe, expect, test } from 'vitest'
import type { ClauseId } from '../../spec/clauses.ts'
import type { History } from './history.ts'
import { contradictionsIn, faultsOfReplies, historyOf, judge, judgementOf, judgeWhole } from './judge.ts'
import { ODD_CATEGORY } from './odd-pets.ts'
import { story, type Scene } from './testing/story.ts'
import { reported } from './testing/findings.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
const QUOTA = { quota: [60, 9, 60], headers: { 'Content-Type': 'application/json' } } as const
const LIST: Scene = { ask: 'GET /pets', json: [], key: '', ...QUOTA }

/** A request with a key, and its reply. */
function scene(ask: string, more: Partial<Scene> = {}): Scene {
  return { ...LIST, ask, key: 'a-key', ...more }
}

const error = (status: number): unknown => ({ code: 'a', message: 'b', status })
const blamed = (findings: readonly { readonly clause: ClauseId; readonly steps: readonly unknown[] }[]) =>
  findings.map(({ clause }) => clause)

/** Replies in which every figure is right: of each one fewer is left. */
function figured(...scenes: readonly Scene[]): readonly Scene[] {
  return scenes.map((one, at) => ({ ...one, quota: [60, 59 - at, 60] as const }))
}

function wholeOf(scenes: readonly Scene[], established?: ReadonlySet<ClauseId>): readonly string[] {
  return reported(judgeWhole(historyOf({ exchanges: story(...figured(...scenes)) }), established))
}

describe('a reply that is wrong', () => {
  test.for<[what: string, scenes: readonly Scene[], findings: readonly string[]]>([
    [
      'in its body alone is reported',
      [scene('GET /pets', { json: [{ ...rex, name: 7 }] })],
      [
        'PET-3: expected a valid `name` in each pet; actual invalid: [0].name must be a string, not 7 (#1 invalid: [0].name must be a string, not 7)',
      ],
    ],
    [
      'in a header alone is reported',
      [scene('GET /pets', { headers: {} })],
      [
        'BASE-3: expected Content-Type: application/json, in UTF-8, and a body that is JSON; actual Content-Type none (#1 Content-Type none)',
      ],
    ],
    [
      'in its status is reported, and that its body is no Error',
      [scene('GET /pets'), scene('GET /pets/7', { status: 500, json: {} })],
      [
        'GET-2: expected 404, or the pet 7; actual status 500 (#2 status 500)',
        'ERROR-1: expected an Error body; actual invalid: code is missing (#2 invalid: code is missing)',
      ],
    ],
    [
      'in its status owes an Error still',
      [scene('GET /pets'), scene('GET /pets', { status: 500, json: { ...rex, code: 7 } })],
      [
        'LIST-1: expected 200 with a list of pets; actual status 500 (#2 status 500)',
        'ERROR-1: expected an Error body; actual invalid: message is missing (#2 invalid: message is missing)',
      ],
    ],
    [
      'in its body says nothing of the pets in it',
      [scene('GET /pets', { json: [rex, rex] }), scene('GET /pets', { json: [] })],
      ['LIST-2 or PET-2: expected each id once; actual 7 twice (#1 7 twice)'],
    ],
    [
      'in the id of another pet says nothing of the pets either',
      [scene('GET /pets', { json: [rex, { ...rex, name: 'Max' }] }), scene('GET /pets', { json: [] })],
      ['PET-2: expected each id once; actual 7 twice (#1 7 twice)'],
    ],
    [
      'in a header says all of the pets in it',
      [scene('GET /pets', { json: [rex], headers: {} }), scene('GET /pets', { json: [] })],
      [
        'BASE-3: expected Content-Type: application/json, in UTF-8, and a body that is JSON; actual Content-Type none (#1 Content-Type none)',
        'LIST-4 or LIST-7 or PET-2: expected 20 pets, or all there are if fewer: pet 7 was there before; actual 0 pets, without pet 7 (#1 pet 7, sold; #2 0 pets, without pet 7)',
      ],
    ],
    [
      'in its answer is not held against others',
      [scene('GET /pets'), scene('POST /pets', { body: {}, status: 201, json: rex }), scene('GET /pets')],
      ['CREATE-3: expected 400: the body has no name; actual status 201 (#2 status 201)'],
    ],
    [
      'of an invalid pet that an earlier run has left is reported of no one',
      [scene('GET /pets', { json: [{ id: 7, categoryId: ODD_CATEGORY }] })],
      [],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(wholeOf(scenes)).toEqual(findings)
  })

  test('is not reported once more where its clause is established', () => {
    const scenes = [scene('GET /pets', { headers: {} })]
    expect(wholeOf(scenes, new Set(['BASE-3']))).toEqual([])
    expect(wholeOf(scenes, new Set(['LIMIT-1']))).toHaveLength(1)
  })

  test('to an invalid body is blamed for no pet in it', () => {
    const exchanges = story(scene('POST /pets', { body: {}, status: 201, json: { id: 7 } })).map((one) => ({
      ...one,
      probe: { ...one.probe, isInvalid: true as const },
    }))
    expect(faultsOfReplies(exchanges, new Set())).toEqual([])
    const valid = story(scene('POST /pets', { body: {}, status: 201, json: { id: 7 } }))
    expect(blamed(faultsOfReplies(valid, new Set()))).toEqual(['PET-3', 'PET-4'])
    expect(faultsOfReplies(valid, new Set([1]))).toEqual([])
    expect(reported(faultsOfReplies(valid, new Set()).slice(0, 1))).toEqual([
      'PET-3: expected a valid `name` in each pet; actual invalid: name is missing (#1 invalid: name is missing)',
    ])
  })
})

test('an error without any body breaks the clause that promises one; errors of several kinds break that on all', () => {
  const blamedFor = (...scenes: readonly Scene[]): readonly string[] => {
    const exchanges = story(...figured(...scenes)).map((one) => ({ ...one, body: '', json: undefined }))
    return judgeWhole(historyOf({ exchanges })).map(({ clause }) => clause)
  }
  const challenge = { headers: { 'WWW-Authenticate': 'Bearer' }, status: 401 } as const
  const keyless = scene('GET /pets', { ...challenge, key: '' })
  const invalid = scene('GET /pets', { ...challenge, sends: { Authorization: 'Bearer' } })
  const unknown = scene('GET /pets/7', { status: 404 })
  expect(
    [[keyless], [invalid], [unknown], [scene('GET /pets', { status: 400 })]].map((one) => blamedFor(...one)),
  ).toEqual([['AUTH-2'], ['AUTH-3'], ['GET-2'], ['ERROR-1']])
  expect(blamedFor(keyless, unknown)).toEqual(['ERROR-1', 'ERROR-1'])
})

describe('what does not hold for another reason', () => {
  const excusedIn = (...scenes: readonly Scene[]): readonly string[] =>
    judgementOf(historyOf({ exchanges: story(...figured(...scenes)) })).excused.map(
      ({ clause, aspect, cause }) => `${clause}${aspect} by ${cause}`,
    )

  test('is excused by the clause that the same reply breaks', () => {
    expect(
      excusedIn(
        scene('GET /pets'),
        scene('GET /pets/7', { status: 500, json: { status: 7, code: '', message: 'b' } }),
      ),
    ).toEqual(['ERROR-2 by GET-2', 'ERROR-3 by GET-2'])
    expect(
      excusedIn(
        scene('GET /pets'),
        scene('GET /pets/7', { status: 404, json: { status: 7, code: '', message: 'b' } }),
      ),
    ).toEqual([])
  })

  test('is excused, of an odd pet, by the invalid body that was taken', () => {
    const taken = scene('POST /pets', {
      body: { categoryId: ODD_CATEGORY },
      status: 201,
      json: { id: 7, categoryId: ODD_CATEGORY },
    })
    const shown = scene('GET /pets', { json: [{ id: 7, categoryId: ODD_CATEGORY }] })
    expect(excusedIn(taken, shown)).toEqual(['PET-3 by CREATE-3'])
    expect(excusedIn(scene('GET /pets'), shown)).toEqual([])
  })
})

describe('what others may have done', () => {
  const gone = scene('GET /pets/7', { status: 404, json: error(404) })

  test('to pets is not sure', () => {
    const scenes = figured(scene('GET /pets', { json: [rex] }), gone, scene('GET /pets'))
    const { findings, unsure } = judgementOf(historyOf({ exchanges: story(...scenes) }))
    expect(findings).toEqual([])
    const reason = 'precondition missing: pets that nobody else changes or removes meanwhile'
    const rows = unsure.map((one) => [
      one.finding.clause,
      one.finding.steps.map(({ exchange }) => exchange.id),
      one.reason,
    ])
    expect(rows).toEqual([
      ['LIST-7', [1, 2], reason],
      ['LIST-7', [1, 3], reason],
    ])
  })

  test('to a key is not sure either, and not reported where it is unknown who had which', () => {
    const refused = scene('GET /pets', {
      status: 401,
      json: error(401),
      headers: { ...QUOTA.headers, 'WWW-Authenticate': 'Bearer' },
    })
    const exchanges = story(...figured(scene('GET /pets'), refused, refused))
    const unsureIn = (more: Partial<History>): readonly string[] =>
      judgementOf({ ...historyOf({ exchanges }), ...more }).unsure.map(
        ({ finding, reason }) => `${finding.clause} ${reason}`,
      )
    expect(unsureIn({})).toEqual(['AUTH-1 precondition missing: a key that nobody revokes meanwhile'])
    expect(unsureIn({ lacksKeys: true })).toEqual([])
  })
})

describe('a list of pets of which one has no valid category', () => {
  const odd = { ...rex, id: 9, categoryId: 'none' }
  const listOf = (query: string, ...json: readonly object[]): Scene => scene(`GET /pets${query}`, { json })

  test('shows all the same which pets it lacks', () => {
    const exchanges = story(...figured(listOf('', rex), listOf('?limit=9', odd)))
    const { findings } = judgementOf(historyOf({ exchanges }))
    expect(findings.map(({ clause, actual }) => `${clause}: ${actual}`)).toEqual([
      'PET-4: invalid: [0].categoryId must be an integer from -2^63 to 2^63 - 1',
      'LIST-2: 1 pet, without pet 7',
    ])
  })

  test('is as long as it is', () => {
    const all = Array.from({ length: 3 }, (_, at) => ({ ...odd, id: 10 + at }))
    const exchanges = story(
      ...figured(listOf('?limit=9', ...all), listOf('?limit=3', odd, { ...odd, id: 13 })),
    )
    const { findings } = judgementOf(historyOf({ exchanges }))
    expect(findings.map(({ clause }) => clause)).toContain('LIST-2')
  })

  test('leaves open what it would show if its ids were none either', () => {
    const exchanges = story(...figured(listOf('', rex), listOf('?limit=9', { ...odd, id: 'none' })))
    const { findings, unsure } = judgementOf(historyOf({ exchanges }))
    expect(findings.map(({ clause }) => clause)).not.toContain('LIST-2')
    expect(unsure.map(({ finding, reason }) => [finding.clause, reason])).toEqual([
      ['LIST-2', 'depends on: PET-1'],
    ])
  })
})

describe('without keys', () => {
  const scenes = [
    scene('GET /pets/7', { json: rex }),
    scene('GET /pets/7', { json: { ...rex, name: 'Tom' } }),
    scene('GET /pets', { status: 500, json: {} }),
  ]

  test('what one pet is shown as is judged, and no answer', () => {
    const history = historyOf({ exchanges: story(...scenes) })
    const clauses = (more: Partial<History>): readonly ClauseId[] =>
      blamed(contradictionsIn({ ...history, ...more }))
    expect(clauses({})).toContain('LIST-1')
    expect(clauses({ lacksKeys: true })).toEqual(['GET-1'])
    expect(clauses({ lacksKeys: true, discredited: new Set([2]) })).toEqual([])
  })
})

test('a finding about a part of an exchange is none', () => {
  const exchanges = story(
    scene('GET /pets/7', { json: rex }),
    scene('GET /pets/7', { json: { ...rex, name: 'Tom' } }),
  )
  const partial = exchanges.map((one) => (one.id === 2 ? { ...one, isPart: true as const } : one))
  expect([blamed(judge({ exchanges })), blamed(judge({ exchanges: partial }))]).toEqual([['GET-1'], []])
})

test('whoever uses one of the keys that were given may use the others', () => {
  const shares = story(
    { ...LIST, key: 'a', quota: [60, 50, 60] },
    { ...LIST, key: 'a', quota: [60, 40, 60] },
    { ...LIST, key: 'b' },
  )
  const sharedWith = (givenKeys: ReadonlySet<string>): readonly string[] =>
    [...historyOf({ exchanges: shares, givenKeys }).sharedKeys].toSorted()
  expect(sharedWith(new Set())).toEqual(['key 1'])
  expect(sharedWith(new Set(['key 2']))).toEqual(['key 1'])
  expect(sharedWith(new Set(['key 1', 'key 2', 'key 3']))).toEqual(['key 1', 'key 2', 'key 3'])
  const named = historyOf({ exchanges: shares, sharedKeys: new Set(['key 9']) })
  expect([[...named.sharedKeys], [...named.acceptedKeys]]).toEqual([
    ['key 9', 'key 1'],
    ['key 1', 'key 2'],
  ])
})

describe('a filtered list without a pet of the same client', () => {
  const created = scene('POST /pets', { status: 201, body: rex, json: rex })
  const filtered = scene('GET /pets?status=sold&limit=50')
  const read = (status: number): Scene =>
    scene('GET /pets/7', { status, json: status === 200 ? rex : error(status) })

  test.for<[what: string, scenes: readonly Scene[], clauses: readonly ClauseId[]]>([
    ['which getPet does not return', [created, filtered, read(404)], ['LIST-7', 'GET-1']],
    ['which getPet has returned once', [created, filtered, read(200), read(404)], ['LIST-7', 'GET-1']],
    ['which getPet returns', [created, filtered, read(200)], ['DEPRECATION-3']],
  ])('%s', ([_what, scenes, clauses]) => {
    const findings = judgeWhole(historyOf({ exchanges: story(...figured(...scenes)) }))
    expect(blamed(findings)).toEqual(clauses)
  })
})
