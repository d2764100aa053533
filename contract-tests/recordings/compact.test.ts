import { expect, test } from 'vitest'
import { type Bounds, type CompactEntry, Compactor, TOO_MUCH } from './compact.ts'

const rex = { id: 1, name: 'Rex', categoryId: 1 }
const max = { id: 2, name: 'Max', categoryId: 1 }

test('equal bodies, equal pets and equal headers are in memory once', () => {
  const [first, second, third] = stored([list(rex), list(rex), list(rex, max)])
  expect(second?.content).toBe(first?.content)
  expect(petsIn(third)[0]).toBe(petsIn(first)[0])
  expect(third?.request.headers).toBe(first?.request.headers)
})

test('a pet that is shown in another way is another value', () => {
  const [first, second, third] = stored([
    list(rex),
    list({ ...rex, name: 'Max' }),
    list({ ...rex, status: 'sold' }),
  ])
  expect([petsIn(first), petsIn(second), petsIn(third)]).toEqual([
    [rex],
    [{ ...rex, name: 'Max' }],
    [{ ...rex, status: 'sold' }],
  ])
})

test('a body beyond the bounds is left out, but one that is wrong is stored', () => {
  const most = { exchanges: 10, bytes: 1 }
  const entries = stored([list(rex), list(max)], { most })
  expect(entries.map(({ content }) => content.unread)).toEqual([TOO_MUCH, TOO_MUCH])
  const wrong = stored([list(rex), list(max)], {
    most,
    isWrong: ({ content: { body } }) => body.includes('Max'),
  })
  expect(wrong.map(({ content }) => content.json)).toEqual([undefined, [max]])
})

test('an exchange beyond the bounds is dropped and counted, but one that is wrong is stored', () => {
  const compactor = new Compactor(({ content: { body } }) => body.includes('Max'), {
    exchanges: 1,
    bytes: 1e6,
  })
  for (const body of [list(rex), list(rex), list(max), list(rex)]) compactor.add(entry(body))
  expect(compactor.entries.map(({ content }) => content.json)).toEqual([[rex], [max]])
  expect(compactor.dropped).toBe(2)
})

interface Given {
  readonly most?: Bounds
  readonly isWrong?: (one: CompactEntry) => boolean
}

function stored(
  bodies: readonly string[],
  { most, isWrong = () => false }: Given = {},
): readonly CompactEntry[] {
  const compactor = new Compactor(isWrong, most)
  for (const body of bodies) compactor.add(entry(body))
  return compactor.entries
}

function entry(body: string): Parameters<Compactor['add']>[0] {
  return {
    url: 'https://pets.example/v1/pets',
    request: { method: 'GET', headers: { accept: '*/*' } },
    reply: { status: 200, headers: {}, body },
    sent: 0,
    received: 1,
  }
}

function list(...pets: readonly object[]): string {
  return JSON.stringify(pets)
}

function petsIn(one: CompactEntry | undefined): readonly unknown[] {
  return Array.isArray(one?.content.json) ? one.content.json : []
}
