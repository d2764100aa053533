import { beforeEach, describe, expect, it } from 'vitest'
import type { Change, JournalEntry } from '../../../client/generated/wire.ts'
import type { KeyState } from '../../../client/world-state.ts'
import { spanUpTo, sum } from './history.ts'
import { allTraffic, type TrafficEvent, type Line, Traffic } from './traffic.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const SPAN = spanUpTo(NOW, 1)

function entry(id: number, step = 'act', ago = 0, rule: string | null = null): JournalEntry {
  const time = new Date(NOW - ago).toISOString()
  const reply: JournalEntry['reply'] = { headers: {}, body: '' }
  return {
    id,
    time,
    key: 'a',
    keyId: '1',
    status: step === 'meter' ? 429 : 200,
    request: { headers: {}, body: null },
    reply,
    reason: { step, rule, sentence: '' },
  } as JournalEntry
}

const at = (ago: number): number => Math.floor((NOW - ago) / 1000)

/** An exchange whose reply shows what is left; with a rule, a refusal. */
function answered(
  id: number,
  ago: number,
  remaining: number,
  reset: number,
  rule: string | null,
): JournalEntry {
  return {
    ...entry(id, rule === null ? 'act' : 'meter', ago, rule),
    reply: {
      headers: {
        'X-RateLimit-Limit': '60',
        'X-RateLimit-Remaining': String(remaining),
        'x-ratelimit-reset': String(reset),
      },
      body: '',
    },
  }
}

function happened(id: number, step?: string): TrafficEvent {
  return { kind: 'exchange', entry: entry(id, step) }
}

function changed(what: Change['what'], sentence: string = what): TrafficEvent {
  return {
    kind: 'change',
    change: { world: 'default', time: new Date(NOW).toISOString(), what, sentence },
  }
}

/** The key as a list of keys has it. */
function keyRead(remaining: number, bannedFor?: number): KeyState {
  const minute = { limit: 60, remaining, resetsAt: NOW + 20_000 }
  const bannedUntil = bannedFor && NOW + bannedFor
  return { key: 'a', keyId: '1', windows: { minute, day: minute }, bannedUntil } as KeyState
}

let traffic: Traffic
beforeEach(() => {
  traffic = new Traffic()
  traffic.keyNames.addFromList([{ key: 'a', keyId: '1' }])
})

const ids = (): string[] => traffic.lines.value.map(({ id }) => id)
const total = (name: 'admitted' | 'refused'): number => sum(traffic.history.lane('a', SPAN)[name])

describe('the traffic', () => {
  it('lists the newest first, and counts refused requests separately', () => {
    traffic.add([happened(1), happened(2, 'meter'), changed('clock')])
    expect(ids()).toEqual(['change 1', 'exchange 2', 'exchange 1'])
    expect([total('admitted'), total('refused')]).toEqual([1, 1])
    expect(traffic.history.markers(SPAN).map(({ label }) => label)).toEqual(['clock'])
  })

  it.each([401, 404, 503])('counts what is answered with %i neither as served nor as refused', (status) => {
    traffic.add([{ kind: 'exchange', entry: { ...entry(1), status } }])
    const { admitted, refused, failed } = traffic.history.lane('a', SPAN)
    expect([admitted, refused, failed].map(sum)).toEqual([0, 0, 1])
  })

  it('counts a refusal during a ban as refused, whatever its status is', () => {
    traffic.add([{ kind: 'exchange', entry: { ...entry(1, 'meter'), status: 403 } }])
    expect(total('refused')).toBe(1)
  })

  it('lists a preflight, and counts it neither as served nor as refused', () => {
    const preflight: JournalEntry = { ...entry(1), method: 'OPTIONS', key: null, keyId: null }
    traffic.add([{ kind: 'exchange', entry: preflight }, happened(2)])
    expect(ids()).toEqual(['exchange 2', 'exchange 1'])
    expect(traffic.history.activeKeys(SPAN)).toEqual(['a'])
  })

  it('has neither a line nor a marker for what is no news', () => {
    traffic.add([changed('clock'), happened(1)], ({ kind }) => kind === 'exchange')
    expect(ids()).toEqual(['exchange 1'])
    expect(traffic.history.markers(SPAN)).toEqual([])
    traffic.add([changed('reset'), happened(2)], ({ kind }) => kind === 'change')
    expect([ids(), traffic.history.activeKeys(SPAN)]).toEqual([['change 2'], []])
  })

  it('knows from the replies of a journal what was left in the minute, and when the key was banned', () => {
    traffic.recall([
      // Its headers describe the day.
      answered(5, 3000, 900, at(-80_000_000), null),
      answered(4, 12_000, 0, at(6000), 'status-while-banned'),
      answered(3, 15_000, 0, at(6000), 'ban'),
      answered(2, 18_000, 0, at(-20_000), 'LIMIT-7'),
      answered(1, 21_000, 1, at(-20_000), null),
    ])
    const { left, banned, banStarts } = traffic.history.lane('a', SPAN)
    expect(left.slice(-8)).toEqual([1, 0, 0, 0, null, 0, null, 0])
    expect(banned.slice(-8)).toEqual([false, false, true, true, true, false, false, false])
    expect(banStarts).toEqual([at(15_000)])
  })

  it('knows from the replies of a journal that all is left from the Reset of the last one on', () => {
    traffic.recall([
      answered(3, 15_000, 0, at(9000), 'LIMIT-3'),
      answered(2, 18_000, 0, at(9000), null),
      answered(1, 21_000, 1, at(9000), null),
    ])
    expect(traffic.history.lane('a', SPAN).left.slice(-8)).toEqual([1, 0, 0, null, 60, null, null, null])
  })

  it('knows from the replies of a journal that all is left at the end of a ban, not of its minute', () => {
    traffic.recall([answered(2, 18_000, 0, at(3000), 'ban'), answered(1, 21_000, 0, at(9000), 'LIMIT-3')])
    const { left, banned } = traffic.history.lane('a', SPAN)
    expect(left.slice(-8)).toEqual([0, 0, null, null, null, null, 60, null])
    expect(banned.slice(-8)).toEqual([false, true, true, true, true, true, false, false])
  })

  it('takes no reading of a key whose replies say what it has left, unless someone has changed the key', () => {
    const lane = () => traffic.history.lane('a', spanUpTo(NOW, 1))
    const isBanned = () => lane().banned.at(-1)
    const read = (ahead: number, bannedFor?: number) => {
      traffic.takeReading([keyRead(45, bannedFor)], { now: NOW + ahead, frozen: false, speed: 1 })
    }
    traffic.add([{ kind: 'exchange', entry: answered(1, 0, 40, at(-20_000), null) }])
    // A page whose clock is behind has read a ban of which it has not heard yet.
    read(0, 126_000)
    read(-3000, 126_000)
    traffic.add([changed('clock'), changed('ban', 'key … is banned'), changed('keys', 'key othe…ey changed')])
    read(0, 126_000)
    expect([lane().left.at(-1), isBanned()]).toEqual([40, false])
    traffic.add([changed('keys', 'key … banned')])
    read(0, 126_000)
    expect([lane().left.at(-1), isBanned()]).toEqual([0, true])
  })

  it('takes no reading that is older than the last reply', () => {
    traffic.add([{ kind: 'exchange', entry: answered(1, -500, 0, at(-20_000), null) }])
    traffic.takeReading([keyRead(45)], { now: NOW, frozen: false, speed: 1 })
    traffic.takeReading([keyRead(45)], { now: NOW - 2000, frozen: false, speed: 1 })
    expect(traffic.history.lane('a', SPAN).left.filter((left) => left !== null)).toEqual([0])
  })

  it('takes a reading again from the Reset of the last reply on', () => {
    traffic.add([{ kind: 'exchange', entry: answered(1, 6000, 40, at(3000), null) }])
    traffic.takeReading([keyRead(58)], { now: NOW, frozen: false, speed: 1 })
    expect(traffic.history.lane('a', SPAN).left.slice(-3)).toEqual([40, 60, 58])
  })

  it('takes a reading that comes before the journal', () => {
    traffic.takeReading([keyRead(58)], { now: NOW, frozen: false, speed: 1 })
    traffic.recall([answered(1, 6000, 40, at(3000), null)])
    expect(traffic.history.lane('a', SPAN).left.slice(-3)).toEqual([40, 60, 58])
  })

  it('stores a thousand lines', () => {
    traffic.add(Array.from({ length: 1500 }, (_, at) => happened(at + 1)))
    expect([ids().length, ids()[0]]).toEqual([1000, 'exchange 1500'])
  })

  it.each(['reset', 'restore', 'journal'] as const)('is cleared by a %s between other events', (what) => {
    traffic.add([happened(1)])
    traffic.add([happened(2), changed(what), happened(1)])
    expect([ids(), total('admitted')]).toEqual([['exchange 1', 'change 1'], 1])
  })

  it('knows that older requests may be missing where a full journal begins with one that it has not seen', () => {
    const journal = Array.from({ length: 1000 }, (_, at) => entry(2000 - at, 'act', at * 100))
    traffic.recall(journal.slice(1))
    expect(traffic.history.mayMiss(SPAN)).toBe(false)
    traffic.clear()
    traffic.recall(journal)
    expect(traffic.history.mayMiss(SPAN)).toBe(true)
    expect(traffic.history.mayMiss(spanUpTo(NOW + 600_000, 1))).toBe(false)
    traffic.add([changed('reset')])
    expect(traffic.history.mayMiss(SPAN)).toBe(false)
    const live = new Traffic()
    live.add(journal.toReversed().map((one) => ({ kind: 'exchange', entry: one })))
    live.recall(journal)
    expect(live.history.mayMiss(SPAN)).toBe(false)
  })

  it('adds unseen exchanges of a journal, and counts them at their time, as a live page did', () => {
    traffic.add([happened(3)])
    traffic.recall([entry(3), entry(2, 'act', 1000), entry(1, 'act', 200_000)])
    expect(ids()).toEqual(['exchange 3', 'exchange 2', 'exchange 1'])
    const live = new Traffic()
    live.keyNames.addFromList([{ key: 'a', keyId: '1' }])
    for (const one of [entry(1, 'act', 200_000), entry(2, 'act', 1000), entry(3)])
      live.add([{ kind: 'exchange', entry: one }])
    expect(traffic.history.lane('a', SPAN)).toEqual(live.history.lane('a', SPAN))
  })

  it('neither lists nor counts exchanges of a journal that are no news', () => {
    traffic.recall([entry(2), entry(1)], ({ id }) => id === 1)
    traffic.add([happened(2)])
    expect([ids(), total('admitted')]).toEqual([['exchange 1'], 1])
  })

  it.each([1, 2])(
    'lists and counts once an exchange that the journal had %i times before the stream',
    (times) => {
      for (let at = 0; at < times; at += 1) traffic.recall([entry(1)])
      traffic.add([happened(1), happened(2)])
      expect([ids(), total('admitted')]).toEqual([['exchange 2', 'exchange 1'], 2])
    },
  )

  it('lists exchanges after a reset that have the ids of earlier ones', () => {
    traffic.recall([entry(1)])
    traffic.add([changed('reset'), happened(1)])
    expect(ids()).toEqual(['exchange 1', 'change 1'])
  })

  it('counts nothing twice when the journal is read again', () => {
    traffic.add([happened(1)])
    traffic.prepareRecall()
    traffic.recall([entry(1)])
    expect([ids(), total('admitted')]).toEqual([['exchange 1'], 1])
  })
})

describe('keys whose redacted forms are equal', () => {
  const keys = Array.from({ length: 50 }, (_, at) => ({
    key: `front-end-${at + 1}-key`,
    keyId: `id ${at + 1}`,
  }))
  /** The n-th key is refused once, and admitted n times. */
  const askedOf = (count: number): readonly JournalEntry[] =>
    keys.slice(0, count).flatMap(({ keyId }, at) =>
      Array.from({ length: at + 2 }, (_, id) => ({
        ...entry(at * 100 + id, id === 0 ? 'meter' : 'act'),
        key: 'fron…ey',
        keyId,
      })),
    )
  const lanes = () =>
    traffic.history.activeKeys(SPAN).map((key) => {
      const { admitted, refused } = traffic.history.lane(key, SPAN)
      return [key, sum(admitted), sum(refused)]
    })
  const lanesOf = (count: number) => keys.slice(0, count).map(({ key }, at) => [key, at + 1, 1])

  it.each([2, 50])('are counted separately, %i of them, and can be filtered', (count) => {
    traffic.keyNames.addFromList(keys)
    traffic.add(askedOf(count).map((entry) => ({ kind: 'exchange', entry })))
    expect(lanes()).toEqual(lanesOf(count).toReversed())
    const { key = '', keyId } = keys[count - 1] ?? {}
    const lines = traffic.passing(traffic.lines.value, { ...allTraffic, key })
    expect(lines).toHaveLength(count + 1)
    expect(lines).toEqual(
      lines.map((line) => ({ ...line, entry: expect.objectContaining({ keyId }) as unknown })),
    )
  })

  it('are counted separately if the journal was read before the keys, and named afterwards', () => {
    traffic.recall(askedOf(50).toReversed())
    expect(lanes().map(([, admitted]) => admitted)).toEqual(
      lanesOf(50)
        .map(([, admitted]) => admitted)
        .toReversed(),
    )
    expect(traffic.keyNames.nameOf(String(lanes()[0]?.[0]))).toMatch(/^fron…ey \(\d+\)$/)
    traffic.keyNames.addFromList(keys)
    expect(lanes()).toEqual(lanesOf(50).toReversed())
  })
})

const refused = {
  id: 'exchange 1',
  kind: 'exchange',
  entry: { status: 429, key: null, keyId: null, operation: 'listPets', request: { headers: {} } },
} as Line
const change = { id: 'change 1', kind: 'change' } as Line

it.each([
  [{}, true, true],
  [{ status: '4xx' }, true, false],
  [{ status: '429' }, true, false],
  [{ status: '404' }, false, false],
  [{ key: 'no key' }, true, false],
  [{ key: 'unknown key' }, false, false],
  [{ key: 'free…ey' }, false, false],
  [{ operation: 'getPet' }, false, false],
])('%j lets a refusal pass: %s, and a change: %s', (filter, isShown, isChangeShown) => {
  const passing = traffic.passing([refused, change], { ...allTraffic, ...filter })
  expect([passing.includes(refused), passing.includes(change)]).toEqual([isShown, isChangeShown])
})
