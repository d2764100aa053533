import { describe, expect, test } from 'vitest'
import { changedPetsIn, changesIn, likelyOf, perhapsChangedIn } from './changed-pets.ts'
import { story, type Scene } from './testing/story.ts'

const rex = { id: 1, name: 'Rex', categoryId: 1, status: 'available' }
const mia = { id: 2, name: 'Mia', categoryId: 1, status: 'sold' }
const sold = { ...rex, status: 'sold' }
const tom = { ...rex, name: 'Tom' }

const list = (...json: readonly unknown[]): Scene => ({ ask: 'GET /pets?limit=50', json })
const available = (...json: readonly unknown[]): Scene => ({
  ask: 'GET /pets?limit=50&status=available',
  json,
})
const page = (...json: readonly unknown[]): Scene => ({ ask: 'GET /pets?limit=1', json })
const read = (json: typeof rex): Scene => ({ ask: `GET /pets/${json.id}`, json })
const created = (json: typeof rex): Scene => ({ ask: 'POST /pets', status: 201, body: json, json })
const gone = (id = 1): Scene => ({ ask: `GET /pets/${id}`, status: 404, json: {} })

/** Each change: the pet, whether reads and lists agree, whether others are likely to have made it, and what shows it. */
function changes(scenes: readonly Scene[]): readonly string[] {
  return changesIn({ exchanges: story(...scenes) }).map(({ pet, isAgreed, isLikely, shownBy }) => {
    const ids = shownBy.map((exchange) => `#${exchange.id}`).join(' ')
    return [pet, isAgreed ? 'agreed' : 'not agreed', isLikely ? 'likely' : 'unlikely', ids].join(', ')
  })
}

describe('what has become of a pet', () => {
  test.for<[what: string, scenes: readonly Scene[], found: readonly unknown[]]>([
    ['nothing, where it stays as it was', [list(rex), read(rex), list(rex)], []],
    [
      'a read and a list agree that it is sold',
      [list(rex), read(sold), list(sold)],
      ['1, agreed, likely, #1 #2 #3'],
    ],
    ['a read alone shows it sold', [list(rex), read(sold)], ['1, not agreed, likely, #1 #2']],
    ['reads alone show it in two ways', [read(rex), read(sold)], ['1, not agreed, likely, #1 #2']],
    ['lists alone show it in two ways', [list(rex), list(sold)], ['1, not agreed, likely, #1 #2']],
    [
      'it is shown again as it was',
      [list(rex), read(sold), list(rex)],
      ['1, not agreed, unlikely, #1 #2 #3'],
    ],
    ['it is shown in a third way', [list(rex), read(sold), list(tom)], ['1, not agreed, likely, #1 #2 #3']],
    [
      'its name has changed, as both show',
      [read(rex), list(tom), read(tom)],
      ['1, agreed, likely, #1 #3 #2'],
    ],
    [
      'its category has changed, as both show',
      [read(rex), list({ ...rex, categoryId: 2 }), read({ ...rex, categoryId: 2 })],
      ['1, agreed, likely, #1 #3 #2'],
    ],
    [
      'it is gone, as a read and a list show',
      [list(rex, mia), list(mia), gone()],
      ['1, agreed, likely, #1 #3 #2'],
    ],
    ['it is gone, as a read shows', [list(rex, mia), gone()], ['1, not agreed, likely, #1 #2']],
    ['it is gone, as a read shows that has shown it', [read(rex), gone()], ['1, not agreed, likely, #1 #2']],
    ['it is gone, as a list shows', [list(rex, mia), list(mia)], ['1, not agreed, likely, #1 #2']],
    [
      'it is gone, as a list of its status shows',
      [available(rex), available()],
      ['1, not agreed, likely, #1 #2'],
    ],
    [
      'it is gone, as that and a read show',
      [available(rex), available(), gone()],
      ['1, agreed, likely, #1 #3 #2'],
    ],
    [
      'a list of its status before lacks it, and a read shows it otherwise',
      [available(rex), available(), read(sold)],
      ['1, agreed, likely, #1 #3 #2'],
    ],
    ['a full page lacks it, which says nothing', [list(rex), page(mia)], []],
    ['nothing, where it was not found once, and shown again', [list(rex), gone(), list(rex)], []],
    ['nothing, where it was not found before', [gone(), list(rex)], []],
    [
      'nothing, where another key lacks it',
      [list(rex), { ...list(), key: 'b' }, { ...gone(), key: 'b' }],
      [],
    ],
    [
      'its status is another than it was created with',
      [created(rex), list(sold), read(sold)],
      ['1, agreed, likely, #1 #3 #2'],
    ],
    [
      'the same, and a list of that status lacks it later',
      [created(sold), list(rex), { ...available(), ask: 'GET /pets?limit=50&status=available' }],
      ['1, not agreed, likely, #1 #2 #3'],
    ],
    ['nothing, where what was created has another name', [created(rex), list(tom), read(tom)], []],
    [
      'what was created, and is gone',
      [created(rex), list(sold), read(sold), list()],
      ['1, agreed, likely, #1 #3 #2'],
    ],
    [
      'each of two',
      [list(rex, mia), gone(), gone(2), list()],
      ['1, agreed, likely, #1 #2 #4', '2, agreed, likely, #1 #3 #4'],
    ],
    [
      'one at a second address',
      [
        { ...list(rex), base: 'b' },
        { ...gone(), base: 'b' },
        { ...list(), base: 'b' },
      ],
      ['b 1, agreed, likely, #1 #2 #3'],
    ],
  ])('%s', ([_what, scenes, found]) => {
    expect(changes(scenes)).toEqual(found)
  })

  test('what is wrong by itself, or a part, shows nothing of what it lacks', () => {
    const exchanges = story(list(rex), list(), gone())
    const found = (more: object): number =>
      changesIn({ exchanges: exchanges.map((one) => (one.id > 1 ? { ...one, ...more } : one)) }).length
    expect([found({}), found({ isPart: true })]).toEqual([1, 0])
    expect(changesIn({ exchanges, discredited: new Set([2, 3]) })).toEqual([])
  })
})

describe('others have changed', () => {
  const agreed = [list(rex, mia), gone(), list(mia)]
  const names = (scenes: readonly Scene[]): readonly string[] => [
    ...changedPetsIn({ exchanges: story(...scenes) }).keys(),
  ]

  test('no pet, as long as reads and lists agree on none', () => {
    expect(names([list(rex, mia), gone()])).toEqual([])
  })

  test('the pets on which they agree, and what they likely have where they do such a thing', () => {
    expect(names(agreed)).toEqual(['1'])
    expect(
      names([list(rex, mia, { ...mia, id: 3 }), gone(), read({ ...mia, id: 3, name: 'Tim' }), list(mia)]),
    ).toEqual(['1', '3'])
    // Lists alone show it.
    expect(names([...agreed, list(mia, { ...mia, id: 3 }), gone(3)])).toEqual(['1', '3'])
    const likely = likelyOf(changesIn({ exchanges: story(list(rex, mia), read(sold), gone(2), list(rex)) }))
    expect([...likely].map(([pet, shownBy]) => [pet, shownBy.map(({ id }) => id)])).toEqual([
      ['2', [1, 3, 4]],
    ])
  })

  test('the status of those that were created, where they change that of others', () => {
    const own = { ...rex, id: 3 }
    const scenes = [created(own), list(own, rex), list({ ...own, status: 'pending' }, sold)]
    expect(names([...scenes, read(sold)])).toEqual(['3', '1'])
    // Where others only remove pets.
    expect(names([...scenes.slice(0, 2), list({ ...own, status: 'pending' }), gone()])).toEqual(['1'])
    expect(names([created(own), list(own), list({ ...own, status: 'pending' })])).toEqual([])
  })

  test('perhaps any that is shown otherwise, the last one first, at the first address', () => {
    const exchanges = story(
      list(rex, mia),
      gone(2),
      read(sold),
      { ...list(rex), base: 'b' },
      { ...list(), base: 'b' },
    )
    expect(perhapsChangedIn({ exchanges })).toEqual(['1', '2'])
    expect(perhapsChangedIn({ exchanges: story(list(rex, mia), read(sold), gone(2)) })).toEqual(['2', '1'])
  })
})
