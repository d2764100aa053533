import { describe, expect, test } from 'vitest'
import { memoryPets } from '../../stores/memory-pets.ts'
import { ask, NOW, testWorld } from '../testing/test-world.ts'
import { Journal, JOURNAL_SIZE, keptBody, type JournalEntry } from './journal.ts'

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
  const journal = new Journal()
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
  ])('of $added exchanges it remembers the last 1,000, the newest first', ({ added, newest, oldest }) => {
    const list = ids(journalOf(added).list())
    expect(list).toHaveLength(Math.min(added, JOURNAL_SIZE))
    expect([list.at(0), list.at(-1)]).toEqual([newest, oldest])
    expect(list).toEqual(list.toSorted((one, other) => other - one))
  })

  test('lists what passes all filters, the newest of it', () => {
    const journal = new Journal()
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

  test('is empty when it was cleared, and fills again', () => {
    const journal = journalOf(1_500)
    journal.clear()
    expect(journal.list()).toEqual([])
    journal.add(exchange(7))
    expect(ids(journal.list())).toEqual([7])
  })
})

test('a body that is too long is kept as its size', () => {
  expect(keptBody('x'.repeat(16_384))).toHaveLength(16_384)
  expect(keptBody('x'.repeat(16_385))).toBe('(16385 characters, not kept)')
})

test('a world keeps what was asked and answered, the key cut', async () => {
  const world = testWorld({ createPetStore: memoryPets }, { keys: [{ key: 'free-demo-key', plan: 'free' }] })
  const body = '{"name":"Rex","categoryId":1}'
  await world.answer(ask({ key: 'free-demo-key', method: 'POST', query: 'token=free-demo-key', body }))
  const [kept] = world.journal.list()
  expect(kept).toMatchObject({
    id: 1,
    target: '/v1/pets?token=free…ey',
    operation: 'createPet',
    key: 'free…ey',
    status: 201,
    reason: { step: 'act', rule: 'CREATE-1' },
    request: { body, headers: { authorization: 'Bearer free…ey' } },
    reply: { body: '{"id":1,"name":"Rex","categoryId":1,"status":"available"}' },
  })
  expect(JSON.stringify(kept)).not.toContain('free-demo-key')
})
