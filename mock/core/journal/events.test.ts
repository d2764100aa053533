import { expect, test } from 'vitest'
import { type Change, Events, type WorldEvent, worldOf } from './events.ts'
import type { JournalEntry } from './journal.ts'

function changeIn(world: string): WorldEvent {
  const change: Change = { world, time: 0, what: 'pets', sentence: 'a pet was added' }
  return { kind: 'change', change }
}

test('an event happened in the world of its change or of its exchange', () => {
  const exchange: JournalEntry = {
    id: 1,
    world: 'b',
    time: 0,
    request: { method: 'GET', base: '/v1', path: '/pets', query: '', headers: {}, address: '::1' },
    body: undefined,
    key: undefined,
    reply: { status: 200, headers: [], body: '' },
    operation: 'listPets',
    reason: { step: 'act', sentence: 'listed' },
  }
  expect([worldOf(changeIn('a')), worldOf({ kind: 'exchange', exchange })]).toEqual(['a', 'b'])
})

test('listeners get each event at once and in order, until they leave', () => {
  const events = new Events()
  const heard: string[] = []
  const [leave, leaveToo] = ['one', 'two'].map((name) =>
    events.subscribe((event) => heard.push(`${name} ${worldOf(event)}`)),
  )
  expect(events.listened).toBe(true)
  events.emit(changeIn('a'))
  leave?.()
  events.emit(changeIn('b'))
  leaveToo?.()
  events.emit(changeIn('c'))
  expect(heard).toEqual(['one a', 'two a', 'two b'])
  expect(events.listened).toBe(false)
})

test('a follower takes the events from now on, until it stops', async () => {
  const events = new Events()
  events.emit(changeIn('a'))
  const follow = await events.fromNow()
  const taken: string[] = []
  const none = (): void => {
    taken.push('something else')
  }
  const stop = follow({ take: (event) => taken.push(worldOf(event)), miss: none, end: none })
  events.emit(changeIn('b'))
  stop()
  events.emit(changeIn('c'))
  expect(taken).toEqual(['b'])
})
