import { expect, it } from 'vitest'
import type { KeyState } from '../../../client/world-state.ts'
import { KeyReplies, type Replied } from './key-replies.ts'

const NOON = Date.UTC(2026, 2, 1, 12)

/** A key as a list has it, which is late: it has seen 20 of its requests. */
const READ = {
  key: 'a',
  windows: {
    minute: { limit: 60, remaining: 40, resetsAt: NOON + 60_500 },
    day: { limit: 1000, remaining: 900, resetsAt: NOON + 3_600_000 },
  },
  bannedUntil: undefined,
  report: { requests: 20, refused: 0 },
} as KeyState

/** What a reply 10 seconds after noon has said. */
function reply(more: Partial<Replied> = {}): Replied {
  const minute = { limit: 60, left: 12, until: NOON + 61_000 }
  return { since: NOON + 10_000, until: minute.until, isBanned: false, isLive: true, minute, ...more }
}

/** The key as the page shows it after replies of `key`, read at a time after noon. */
function shown(replied: readonly Replied[], { key = 'a', read = 9000, times = 48, refused = 0 } = {}) {
  const replies = new KeyReplies()
  for (let at = 0; at < times; at += 1) replies.count(key, at < refused)
  for (const one of replied) replies.record(key, one)
  const { windows, bannedUntil, report } = replies.join(READ, NOON + read)
  return {
    minute: windows.minute.remaining,
    resetsAt: (windows.minute.resetsAt ?? NaN) - NOON,
    day: windows.day.remaining,
    banned: bannedUntil && bannedUntil - NOON,
    tallies: [report.requests, report.refused],
  }
}

const AS_READ = { minute: 40, resetsAt: 60_500, day: 900, banned: undefined, tallies: [20, 0] }
const counted = { ...AS_READ, tallies: [48, 0] }

it.each([
  ['has left what its last reply says, in both windows', [reply()], {}, { ...counted, minute: 12, day: 872 }],
  ['without replies is as it was read', [], { times: 0 }, AS_READ],
  ['is as it was read where another has replies', [reply()], { key: 'b' }, AS_READ],
  ['is as it was read after the Reset of its last reply', [reply()], { read: 61_000 }, counted],
  ['is as it was read after the clock was set back', [reply()], { read: -60_000 }, counted],
  [
    'is as it was read where only the journal has its reply',
    [reply({ isLive: false })],
    { times: 0 },
    AS_READ,
  ],
  [
    'is in a new minute when its reply is',
    [reply({ minute: { limit: 60, left: 59, until: NOON + 121_000 }, until: NOON + 121_000 })],
    {},
    { ...counted, minute: 59, resetsAt: 121_000, day: 899 },
  ],
  [
    'is banned when its reply is',
    [
      reply({
        isBanned: true,
        until: NOON + 130_000,
        minute: { limit: 60, left: 0, until: NOON + 61_000 },
      }),
    ],
    { refused: 10 },
    { ...counted, minute: 0, day: 860, banned: 130_000, tallies: [48, 10] },
  ],
  [
    'has the day that was read after the minute before its ban',
    [
      reply({
        isBanned: true,
        until: NOON + 130_000,
        minute: { limit: 60, left: 0, until: NOON + 61_000 },
      }),
    ],
    { read: 70_000 },
    { ...counted, banned: 130_000 },
  ],
  [
    'has the minute that was read where no reply says it before a ban',
    [
      reply({
        isBanned: true,
        until: NOON + 130_000,
        minute: { limit: 60, left: undefined, until: NOON + 130_000 },
      }),
    ],
    {},
    { ...counted, banned: 130_000 },
  ],
  ['has had more requests than the page has seen', [], { times: 5 }, AS_READ],
])('a key %s', (_fact, replied, seen, expected) => {
  expect(shown(replied, seen)).toEqual(expected)
})

it('a key that somebody has changed is as it is read, and under its own name when a list has named it', () => {
  const replies = new KeyReplies()
  replies.count('#1', true)
  replies.record('#1', reply())
  replies.rename('#1', 'a')
  expect(replies.join(READ, NOON)).toMatchObject({
    windows: { minute: { remaining: 12 } },
    report: { refused: 1 },
  })
  replies.forget((key) => key === 'a')
  expect(replies.join(READ, NOON)).toBe(READ)
})

it('of a key that turns out to be another one counts what both were answered', () => {
  const replies = new KeyReplies()
  for (const key of ['#1', ...Array<string>(30).fill('a')]) replies.count(key, key === '#1')
  replies.rename('#1', 'a')
  expect(replies.join(READ, NOON).report).toMatchObject({ requests: 31, refused: 1 })
})
