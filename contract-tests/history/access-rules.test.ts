import { describe, expect, test } from 'vitest'
import { aKeyIsNotRevoked, aKeyStaysValid, onlyKeysAreLetIn } from './access.ts'
import type { History } from './history.ts'
import { historyOf } from './judge.ts'
import { story, type Scene } from './testing/story.ts'
import { found, type Row, reported } from './testing/findings.ts'

const SERVED: Scene = { ask: 'GET /pets', json: [] }
const none = (ask: string, status = 200, more: Partial<Scene> = {}): Scene => ({
  ask,
  key: '',
  status,
  json: {},
  ...more,
})

/** What is let in of requests that bring something else in the place of a key. */
function letIn(scenes: readonly Scene[], nobody: (at: number) => boolean = () => false): readonly string[] {
  const exchanges = story(...scenes).map((one, at) =>
    nobody(at) ? { ...one, probe: { ...one.probe, caller: 'nobody' } } : one,
  )
  return reported(onlyKeysAreLetIn(historyOf({ exchanges })))
}

describe('without a key each operation is refused with 401', () => {
  test.for<Row>([
    ['and is', [SERVED, none('GET /pets', 401)], []],
    [
      'not served',
      [none('GET /pets')],
      ['AUTH-2: expected 401: no key was sent; actual status 200 (#1 status 200)'],
    ],
    [
      'not found missing',
      [none('GET /pets/7', 404)],
      ['AUTH-2: expected 401: no key was sent; actual status 404 (#1 status 404)'],
    ],
    [
      'not refused with 400',
      [none('POST /pets', 400)],
      ['AUTH-2: expected 401: no key was sent; actual status 400 (#1 status 400)'],
    ],
    [
      'not with 403',
      [none('GET /pets', 403)],
      ['AUTH-2: expected 401: no key was sent; actual status 403 (#1 status 403)'],
    ],
    [
      'not with a crash',
      [none('GET /pets', 500)],
      ['AUTH-2: expected 401: no key was sent; actual status 500 (#1 status 500)'],
    ],
    [
      'not with what the operation answers to a key too',
      [{ ...SERVED, status: 500 }, none('GET /pets', 500)],
      [
        'AUTH-2 or BASE-1 or BASE-3 or LIST-1 or LIST-3 or LIST-5: expected 401: no key was sent; actual status 500 (#2 status 500)',
      ],
    ],
    [
      'not with 405, where a creation with a key is answered so',
      [{ ...SERVED, ask: 'POST /pets', status: 405 }, none('POST /pets', 405)],
      [
        'AUTH-2 or BASE-1 or BASE-3 or CREATE-1 or CREATE-3 or CREATE-4 or CREATE-5 or CREATE-7: expected 401: no key was sent; actual status 405 (#2 status 405)',
      ],
    ],
    [
      'not with 410, where a read with a key is answered so',
      [SERVED, { ask: 'GET /pets/7', status: 410 }, none('GET /pets/7', 410)],
      [
        'AUTH-2 or BASE-1 or BASE-3 or DEPRECATION-1 or GET-1 or GET-2 or GET-3: expected 401: no key was sent; actual status 410 (#3 status 410)',
      ],
    ],
    [
      'not at a second address',
      [none('GET /pets', 500, { base: 'b' })],
      ['AUTH-2 or BASE-2: expected 401: no key was sent; actual status 500 (#1 status 500)'],
    ],
    ['but over the limit of an address', [none('GET /pets', 429)], []],
    ['but with 414 by an HTTP library', [none('GET /pets', 414)], []],
    ['but by a gateway', [none('GET /pets', 503)], []],
    [
      'HEAD too, where a GET of the same is an operation',
      [none('HEAD /pets')],
      ['AUTH-2: expected 401: no key was sent; actual status 200 (#1 status 200)'],
    ],
    ['but for a HEAD that is not allowed', [none('HEAD /pets', 405)], []],
    ['but for HEAD of another path', [none('HEAD /cats')], []],
    ['but for another path', [none('GET /cats')], []],
    ['but with a key', [SERVED], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(onlyKeysAreLetIn, scenes)).toEqual(findings)
  })

  test('where errors are due to a key, those break no other clause', () => {
    const refused = (key: string): Scene => ({ ask: 'GET /pets/7', key, status: 404, json: {} })
    const reads: Scene = { ask: 'GET /pets/8', json: { id: 8, name: 'Rex', categoryId: 1 } }
    expect(letIn([SERVED, reads, refused('a-key'), refused('')])).toEqual([
      'AUTH-2: expected 401: no key was sent; actual status 404 (#4 status 404)',
    ])
    expect(letIn([SERVED, refused('a-key'), refused('')])).toEqual([
      'AUTH-2 or BASE-1 or BASE-3 or DEPRECATION-1 or GET-1 or GET-2 or GET-3: expected 401: no key was sent; actual status 404 (#3 status 404)',
    ])
  })
})

describe('what is no key is refused', () => {
  const sent = (value: string, status = 200, more: Partial<Scene> = {}): Scene => ({
    ...SERVED,
    status,
    sends: { Authorization: value },
    ...more,
  })

  test.for<Row>([
    [
      'a token that is nobody’s',
      [sent('Bearer x')],
      ['AUTH-3: expected 401: the key is not valid; actual status 200 (#1 status 200)'],
    ],
    [
      'where none is needed either',
      [none('GET /pets'), sent('Bearer x')],
      [
        'AUTH-2: expected 401: no key was sent; actual status 200 (#1 status 200)',
        'AUTH-3 or AUTH-2: expected 401: the key is not valid; actual status 200 (#2 status 200)',
      ],
    ],
    [
      'where none is refused',
      [none('GET /pets', 401), sent('Bearer x')],
      ['AUTH-3: expected 401: the key is not valid; actual status 200 (#2 status 200)'],
    ],
    [
      'where none fails in another way',
      [none('GET /pets', 500), sent('Bearer x')],
      [
        'AUTH-2: expected 401: no key was sent; actual status 500 (#1 status 500)',
        'AUTH-3: expected 401: the key is not valid; actual status 200 (#2 status 200)',
      ],
    ],
    [
      'where none is both refused and served',
      [none('GET /pets', 401), none('GET /pets'), sent('Bearer x')],
      [
        'AUTH-2: expected 401: no key was sent; actual status 200 (#2 status 200)',
        'AUTH-3 or AUTH-2: expected 401: the key is not valid; actual status 200 (#3 status 200)',
      ],
    ],
    [
      'where none is needed elsewhere',
      [none('GET /pets/1'), sent('Bearer x')],
      [
        'AUTH-2: expected 401: no key was sent; actual status 200 (#1 status 200)',
        'AUTH-3: expected 401: the key is not valid; actual status 200 (#2 status 200)',
      ],
    ],
    [
      'another scheme',
      [sent('Basic x')],
      ['AUTH-4: expected 401: the key was not sent as a bearer token; actual status 200 (#1 status 200)'],
    ],
    [
      'a key in another header',
      [none('GET /pets', 200, { sends: { 'X-API-Key': 'x' } })],
      ['AUTH-4: expected 401: the key was not sent as a bearer token; actual status 200 (#1 status 200)'],
    ],
    [
      'a token with a blank',
      [sent('Bearer x y')],
      ['AUTH-3: expected 401: what was sent is no key; actual status 200 (#1 status 200)'],
    ],
    [
      'a scheme alone, which is no key',
      [sent('Bearer')],
      ['AUTH-3 or AUTH-2: expected 401: what was sent is no key; actual status 200 (#1 status 200)'],
    ],
    ['a malformed one with 400, as RFC 6750 says', [sent('Bearer x y', 400)], []],
    ['another scheme with 403', [sent('Basic x', 403)], []],
    [
      'another scheme with a crash',
      [sent('Basic x', 500)],
      ['AUTH-4: expected 401: the key was not sent as a bearer token; actual status 500 (#1 status 500)'],
    ],
    ['a malformed one with a redirect', [sent('Bearer x y', 300)], []],
    [
      'a token with 403',
      [sent('Bearer x', 403)],
      ['AUTH-3: expected 401: the key is not valid; actual status 403 (#1 status 403)'],
    ],
    ['a token with 401', [sent('Bearer x', 401)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(letIn(scenes, (at) => at === scenes.length - 1)).toEqual(findings)
  })
})

const status = (code: number, more: Partial<Scene> = {}): Scene => ({
  ...SERVED,
  status: code,
  json: {},
  ...more,
})

describe('a key stays valid', () => {
  test.for<Row>([
    ['and does', [SERVED, SERVED], []],
    [
      'not refused in between',
      [SERVED, status(401), SERVED],
      [
        'AUTH-1: expected the key to be accepted, as in #1 and #3; actual status 401 (#1 status 200; #2 status 401; #3 status 200; #2 is wrong)',
      ],
    ],
    [
      'not refused with 403',
      [SERVED, status(403), SERVED],
      [
        'AUTH-1: expected the key to be accepted, as in #1 and #3; actual status 403 (#1 status 200; #2 status 403; #3 status 200; #2 is wrong)',
      ],
    ],
    [
      'not refused before an error that keys get',
      [SERVED, status(401), status(404)],
      [
        'AUTH-1: expected the key to be accepted, as in #1 and #3; actual status 401 (#1 status 200; #2 status 401; #3 status 404; #2 is wrong)',
      ],
    ],
    [
      'not at a second address',
      [SERVED, status(401, { base: 'b' }), SERVED],
      [
        'BASE-2 or AUTH-1: expected the key to be accepted, as in #1 and #3; actual status 401 (#1 status 200; #2 status 401; #3 status 200; #2 is wrong)',
      ],
    ],
    [
      'not refused where nothing is left',
      [{ ...SERVED, quota: [60, 0, 60] }, status(401, { quota: [60, 0, 60] }), SERVED],
      [
        'LIMIT-7 or LIMIT-12 or LIMIT-6 or AUTH-1: expected 429, nothing being left; actual status 401 (#1 status 200; #2 status 401; #3 status 200; #2 is wrong)',
      ],
    ],
    ['but after a 429, for a ban', [SERVED, status(429), status(401), SERVED], []],
    ['but after a 429 long before', [status(429), SERVED, status(401), SERVED], []],
    ['but before it was accepted', [status(401), SERVED], []],
    ['but where it was revoked', [SERVED, status(401), status(401)], []],
    [
      'but where others use it up',
      [{ ...SERVED, quota: [60, 50, 60] }, status(401, { quota: [60, 3, 60] }), SERVED],
      [],
    ],
    ['but for other reasons', [SERVED, status(500), SERVED], []],
    [
      'not refused beside others',
      [SERVED, status(401, { at: [1, 3] }), { ...SERVED, at: [2, 4] }, { ...SERVED, at: [5, 6] }],
      [
        'AUTH-1: expected the key to be accepted, as in #1 and #4; actual status 401 (#1 status 200; #2 status 401; #4 status 200; #2 is wrong)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(aKeyStaysValid, scenes)).toEqual(findings)
  })

  test('unless others use it; and one that is vouched for is accepted once', () => {
    const scenes = [SERVED, status(401), SERVED]
    expect(found(aKeyStaysValid, scenes, { sharedKeys: new Set(['key 1']) })).toEqual([])
    const given: Partial<History> = { givenKeys: new Set(['key 1']) }
    expect(found(aKeyStaysValid, [status(401), status(403)], given)).toEqual([
      'AUTH-1: expected the key to be accepted; actual status 401 (#1 status 401)',
      'AUTH-1: expected the key to be accepted; actual status 403 (#2 status 403)',
    ])
    expect(found(aKeyStaysValid, [status(401), status(429)], given)).toEqual([])
    expect(found(aKeyStaysValid, [status(401)], { givenKeys: new Set(['key 2']) })).toEqual([])
  })

  test('in lower case too, which a general standard makes the same', () => {
    const lower = (code: number): Scene => status(code, { sends: { Authorization: 'bearer a-key' } })
    expect(found(aKeyStaysValid, [SERVED, lower(401), SERVED])).toEqual([
      'AUTH-7: expected the key to be accepted, as in #1 and #3; actual status 401 (#1 status 200; #2 status 401; #3 status 200; #2 is wrong)',
    ])
    expect(found(aKeyStaysValid, [SERVED, status(401), lower(401), SERVED])).toEqual([
      'AUTH-1: expected the key to be accepted, as in #1 and #4; actual status 401 (#1 status 200; #2 status 401; #4 status 200; #2 is wrong)',
      'AUTH-7 or AUTH-1: expected the key to be accepted, as in #1 and #4; actual status 401 (#1 status 200; #3 status 401; #4 status 200; #3 is wrong)',
    ])
    expect(found(aKeyStaysValid, [SERVED, status(401, { ask: 'GET /pets/7' }), lower(401), SERVED])).toEqual([
      'AUTH-1: expected the key to be accepted, as in #1 and #4; actual status 401 (#1 status 200; #2 status 401; #4 status 200; #2 is wrong)',
      'AUTH-7: expected the key to be accepted, as in #1 and #4; actual status 401 (#1 status 200; #3 status 401; #4 status 200; #3 is wrong)',
    ])
    // That a service takes the other spelling shows nothing of the usual one.
    expect(found(aKeyStaysValid, [SERVED, status(401), lower(200)])).toEqual([])
  })
})

describe('a key that is refused for good', () => {
  test.for<Row>([
    [
      'may be revoked, as its first refusal shows',
      [SERVED, status(401), status(401)],
      ['AUTH-1: expected the key to be accepted; actual status 401 (#1 status 200; #2 status 401)'],
    ],
    ['is not where it is accepted again', [SERVED, status(401), SERVED], []],
    ['is not where it was never accepted', [status(401), status(401)], []],
    [
      'is reported once for each key',
      [SERVED, { ...SERVED, key: 'b' }, status(401, { key: 'b' }), status(403)],
      [
        'AUTH-1: expected the key to be accepted; actual status 403 (#1 status 200; #4 status 403)',
        'AUTH-1: expected the key to be accepted; actual status 401 (#2 status 200; #3 status 401)',
      ],
    ],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(aKeyIsNotRevoked, scenes)).toEqual(findings)
  })
})
