import { describe, expect, test } from 'vitest'
import { runOn, settingsFor, testService } from '../../lab/proof/test-service.ts'
import { lists, onHeader, onPets, reads } from '../../lab/proof/violations/mutate.ts'
import type { Json, When } from '../../lab/proof/violations/mutate.ts'
import type { Overlay } from '../../lab/proof/violations/service.ts'
import { isCheck } from '../engine/check.ts'
import type { RunReport } from '../report/model/run-report.ts'
import { suiteFor } from '../suite.ts'
import { judge } from './judge.ts'
import { story, type Scene } from './testing/story.ts'

const rex = { id: 1, name: 'Rex', categoryId: 1, status: 'available' }
const mia = { id: 2, name: 'Mia', categoryId: 1, status: 'sold' }
const soldRex = { ...rex, status: 'sold' }

const tom = { id: 3, name: 'Tom', categoryId: 1, status: 'available' }
const soldTom = { ...tom, status: 'sold' }
const tim = { ...tom, name: 'Tim' }

function list(...json: readonly unknown[]): Scene {
  return { ask: 'GET /pets?limit=100', json }
}

function sold(...json: readonly unknown[]): Scene {
  return { ask: 'GET /pets?status=sold&limit=100', json }
}

function read(json: typeof rex): Scene {
  return { ask: `GET /pets/${json.id}`, json }
}

const GONE: Scene = { ask: 'GET /pets/1', status: 404, json: { code: 'a', message: 'b', status: 404 } }
const NOT_MIA: Scene = { ...GONE, ask: 'GET /pets/2' }
const own: Scene = { ask: 'POST /pets', status: 201, body: tom, json: tom }
const created: Scene = { ask: 'POST /pets', status: 201, body: rex, json: rex }

describe('what others have done to a pet is no breach', () => {
  test.for<[what: string, scenes: readonly Scene[]]>([
    ['a read and a list show its new status', [list(rex, mia), read(soldRex), list(soldRex, mia)]],
    ['a list lacks it, and it is not found', [list(rex, mia), list(mia), GONE]],
    ['a shorter page than before', [list(rex, mia), GONE, { ...list(mia), ask: 'GET /pets?limit=2' }]],
    ['another one that only lists show', [list(rex, mia), GONE, list(mia), list()]],
    [
      'another one that only lists have shown, and a read does not find',
      [list(rex, mia), GONE, list(mia), NOT_MIA],
    ],
    [
      'one that only another key has seen, which shares the pets',
      [own, { ...list(rex, mia, tom), key: 'b' }, list(mia, tom), GONE, NOT_MIA],
    ],
    [
      'another one had another status for a while',
      [list(rex, mia), read(soldRex), sold(soldRex), list(soldRex, mia), sold(soldRex, mia)],
    ],
    [
      'nor to the status of one that was added, where others change that of more',
      [list(rex), own, read(soldRex), list(soldRex, { ...tom, status: 'pending' }), sold(soldRex)],
    ],
    ['nor that one which was added is gone, where others remove more', [own, list(rex, tom), GONE, list()]],
    [
      'nor that the status of one that was added moves on, as reads and lists agree',
      [created, list(rex), list(soldRex), read(soldRex), sold(soldRex)],
    ],
  ])('%s', ([_what, scenes]) => {
    expect(judge({ exchanges: story(...scenes) })).toEqual([])
  })
})

describe('what no one can have done is a breach', () => {
  test.for<[what: string, scenes: readonly Scene[]]>([
    ['the one shows it otherwise than the other', [list(rex), read(soldRex)]],
    ['reads show it otherwise than lists', [list(rex), read(soldRex), list(rex), read(soldRex)]],
    ['lists lack it, and reads find it', [list(rex, mia), list(mia), read(rex)]],
    ['it comes back', [list(rex, mia), GONE, list(mia), read(rex)]],
    ['it was added by the same client', [created, list(rex, mia), GONE, list(mia)]],
    ['the same, and others have removed another, but it was never shown', [own, list(rex), GONE, list()]],
    [
      'the same, and others have removed another, but it is shown again',
      [own, list(rex, tom), GONE, list(), list(tom)],
    ],
    ['the same, and others change the status of more', [own, list(rex, tom), read(soldRex), list(soldRex)]],
    ['its status is another, which no one changes', [own, list(rex, soldTom), list(rex, tom)]],
    ['its name is another, and others change more', [own, read(rex), read(soldRex), list(soldRex, tim)]],
    ['it comes back, and others have removed another', [list(rex, mia), GONE, list(), list(mia)]],
    ['a filtered list shows it as it never was', [list(rex), list(soldRex), list(rex), read(rex)]],
  ])('%s', ([_what, scenes]) => {
    expect(judge({ exchanges: story(...scenes) })).not.toEqual([])
  })
})

/** A service in which somebody gives a pet another name, after some replies. */
async function renamedIn(when: When, more: Overlay = (service) => service): Promise<RunReport> {
  let replies = 0
  const isLater: When = (request, reply) => (replies += 1) > 40 && when(request, reply)
  const rename = (pet: Json): Json => (String(pet['id']) === '3' ? { ...pet, name: 'Somebody else' } : pet)
  const renamed = onPets(isLater, rename)
  return await runOn(await testService((healthy) => more(renamed(healthy))))
}

describe('a run during which a pet of others is renamed', () => {
  test('says so, and what rests on it is not verified', async () => {
    const report = await renamedIn((request, reply) => lists(request, reply) || reads(request, reply))
    const broken = report.clauses.filter(({ verdict }) => verdict === 'broken')
    expect(broken.map(({ id }) => id)).toEqual([])
    const contradicted = report.assumptions?.filter(({ contradictedBy }) => contradictedBy.length > 0)
    expect(contradicted?.map(({ text }) => text)).toEqual(['No one removed or changed pets.'])
    const details = report.clauses.flatMap(({ tests }) => tests.map(({ detail }) => detail))
    expect(details).toContain('precondition missing: pets that nobody else changes or removes meanwhile')
  })

  test('says so too where the same replies break something else', async () => {
    const report = await renamedIn(
      (request, reply) => lists(request, reply) || reads(request, reply),
      onHeader(
        (request, reply) => lists(request, reply) || reads(request, reply),
        'content-type',
        'text/plain',
      ),
    )
    expect(report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual([
      'BASE-3',
    ])
    const contradicted = report.assumptions?.filter(({ contradictedBy }) => contradictedBy.length > 0)
    expect(contradicted?.map(({ text }) => text)).toEqual(['No one removed or changed pets.'])
  })

  test('blames the service where only lists show it', async () => {
    const report = await renamedIn(lists)
    expect(report.clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual([
      'LIST-7',
    ])
  })
})

test('a run asks for such pets while it has requests left, and at its end', () => {
  const items = suiteFor(settingsFor({ baseUrl: 'http://pets.test/v1', key: 'free-demo-key' })).filter(
    isCheck,
  )
  const asked = items.flatMap(({ aspect = '' }, at) => (aspect.includes('shown in two ways') ? [at] : []))
  const overTheLimit = items.findIndex(({ id }) => id === 'LIMIT-7')
  expect(asked.map((at) => at > overTheLimit)).toEqual([false, true])
})

describe('where more pets are there than a page holds', () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ ...rex, id: at + 3 }))

  test.for<[what: string, scenes: readonly Scene[]]>([
    ['a list of its status lacks a pet, and it is not found', [sold(soldRex, mia), GONE, sold(mia)]],
    [
      'a list of its status before lacks it, and a read shows another',
      [sold(soldRex, mia), sold(mia), read(rex)],
    ],
    ['another one has gone that no read shows', [list(...many), sold(soldRex, mia), GONE, sold()]],
  ])('%s', ([_what, scenes]) => {
    expect(judge({ exchanges: story(...scenes) })).toEqual([])
  })
})

test.for<[what: string, scenes: readonly Scene[]]>([
  ['another one than it was created with', [created, list(soldRex), read(soldRex), sold(soldRex)]],
  ['one that lists alone show', [created, list(rex), read(rex), list(soldRex), sold(soldRex)]],
])('a status of a pet that was added is wrong: %s', ([_what, scenes]) => {
  expect(judge({ exchanges: story(...scenes) })).not.toEqual([])
})
