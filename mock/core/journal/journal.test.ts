import { MOST } from '../memory/bounds.ts'
import { describe, expect, test } from 'vitest'
import { memoryPets } from '../../stores/memory-pets.ts'
import { ask, NOW, testWorld } from '../testing/test-world.ts'
import { Budget, Memory } from '../memory/memory.ts'
import { Journal, type JournalEntry } from './journal.ts'
import { entryBytes } from './recorded.ts'

function exchange(id: number, change: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id,
    world: 'test',
    time: NOW,
    request: { method: 'GET', base: '/v1', path: '/pets', query: '', headers: {}, address: '127.0.0.1' },
    body: undefined,
    key: 'free',
    reply: { status: 200, headers: [], body: '[]' },
    operation: 'listPets',
    reason: { step: 'act', sentence: 'listed 0 of 0 pets' },
    ...change,
  }
}

function journalOf(count: number): Journal {
  const journal = new Journal(new Memory().journals)
  for (let id = 1; id <= count; id += 1) journal.add(exchange(id))
  return journal
}

function ids(list: readonly JournalEntry[]): readonly number[] {
  return list.map(({ id }) => id)
}

describe('Journal', () => {
  test.for([
    { added: 0, newest: undefined, oldest: undefined },
    { added: 3, newest: 3, oldest: 1 },
    { added: 1_000, newest: 1_000, oldest: 1 },
    { added: 1_001, newest: 1_001, oldest: 2 },
    { added: 2_500, newest: 2_500, oldest: 1_501 },
  ])('stores the last 1,000 of $added exchanges, newest first', ({ added, newest, oldest }) => {
    const list = ids(journalOf(added).list())
    expect(list).toHaveLength(Math.min(added, MOST.journalEntries))
    expect([list.at(0), list.at(-1)]).toEqual([newest, oldest])
    expect(list).toEqual(list.toSorted((one, other) => other - one))
  })

  test('lists the newest exchanges that pass all filters', () => {
    const journal = new Journal(new Memory().journals)
    journal.add(exchange(1))
    journal.add(exchange(2, { key: 'pro' }))
    journal.add(exchange(3, { reply: { status: 404, headers: [], body: '' } }))
    journal.add(exchange(4, { operation: 'getPet', key: undefined }))
    journal.add(exchange(5))
    expect(ids(journal.list({ key: 'free' }))).toEqual([5, 3, 1])
    expect(ids(journal.list({ status: 404 }))).toEqual([3])
    expect(ids(journal.list({ operation: 'getPet' }))).toEqual([4])
    expect(ids(journal.list({ key: 'free', status: 200, limit: 1 }))).toEqual([5])
    expect(ids(journal.list({ limit: 0 }))).toEqual([])
  })

  test('is empty after it is cleared, and can be filled again', () => {
    const journal = journalOf(1_500)
    journal.clear()
    expect(journal.list()).toEqual([])
    journal.add(exchange(7))
    expect(ids(journal.list())).toEqual([7])
  })
})

describe('journals that share a budget', () => {
  const bytes = entryBytes(exchange(1))

  test('the longest evicts its oldest exchange when the budget is full; a short one loses none', () => {
    const budget = new Budget(bytes * 10)
    const [quiet, busy] = [new Journal(budget), new Journal(budget)]
    for (let id = 1; id <= 3; id += 1) quiet.add(exchange(id))
    for (let id = 1; id <= 5_000; id += 1) busy.add(exchange(id))
    expect(ids(quiet.list())).toEqual([3, 2, 1])
    expect(ids(busy.list())).toEqual([5_000, 4_999, 4_998, 4_997, 4_996, 4_995, 4_994])
    expect(budget.allocated).toBe(bytes * 10)
  })

  test('clearing and closing free memory, and a closed one stores no more exchanges', () => {
    const budget = new Budget(bytes * 10)
    const [one, other] = [new Journal(budget), new Journal(budget)]
    for (let id = 1; id <= 5; id += 1) for (const journal of [one, other]) journal.add(exchange(id))
    one.clear()
    expect(budget.allocated).toBe(bytes * 5)
    other.close()
    other.add(exchange(6))
    expect([other.list(), budget.allocated]).toEqual([[], 0])
  })

  test('bytes count, not exchanges: long bodies leave room for fewer', () => {
    const budget = new Budget(1_000_000)
    const journal = new Journal(budget)
    for (let id = 1; id <= 1_000; id += 1) journal.add(exchange(id, { body: '€'.repeat(10_000) }))
    expect(journal.list().length).toBeLessThan(50)
    expect(budget.allocated).toBeLessThanOrEqual(1_000_000)
  })
})

test('a page contains exchanges before an id, up to a number of bytes, but at least one', () => {
  const journal = journalOf(2_500)
  const bytes = entryBytes(exchange(1))
  expect(ids(journal.list({ before: 2_000, limit: 3 }))).toEqual([1_999, 1_998, 1_997])
  expect(ids(journal.list({ before: 1_502, limit: 3 }))).toEqual([1_501])
  expect(ids(journal.list({ before: 1_501 }))).toEqual([])
  expect(ids(journal.list({ bytes: bytes * 2.5 }))).toEqual([2_500, 2_499])
  expect(ids(journal.list({ bytes: 1 }))).toEqual([2_500])
})

test('a world records each request and reply with redacted keys', async () => {
  const world = testWorld({ createPetStore: memoryPets }, { keys: [{ key: 'free-demo-key', plan: 'free' }] })
  const body = '{"name":"Rex","categoryId":1}'
  await world.answer(ask({ key: 'free-demo-key', method: 'POST', query: 'token=free-demo-key', body }))
  const [entry] = world.journal.list()
  expect(entry).toMatchObject({
    id: 1,
    target: '/v1/pets?token=free…ey',
    operation: 'createPet',
    key: 'free…ey',
    status: 201,
    reason: { step: 'act', rule: 'CREATE-1' },
    request: { body, headers: { authorization: 'Bearer free…ey' } },
    reply: { body: '{"id":1,"name":"Rex","categoryId":1,"status":"available"}' },
  })
  expect(JSON.stringify(entry)).not.toContain('free-demo-key')
})
