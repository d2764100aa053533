import { describe, expect, test } from 'vitest'
import { memoryPets } from '../../stores/memory-pets.ts'
import { ask, headerOf, testWorld } from '../testing/test-world.ts'
import { BoundedMap } from './bounded-map.ts'

function mapOf(bound: number, ...ids: readonly string[]): BoundedMap<string> {
  const map = new BoundedMap<string>(bound)
  for (const id of ids) map.set(id, id.toUpperCase())
  return map
}

describe('BoundedMap', () => {
  test('evicts the entry that was set first when it is full', () => {
    const map = mapOf(2, 'a', 'b', 'c')
    expect([map.size, ...map.values()]).toEqual([2, 'B', 'C'])
    expect(map.get('a')).toBeUndefined()
  })

  test('retains recently used entries', () => {
    const map = mapOf(3, 'a', 'b', 'c')
    map.use('a')
    map.use('a')
    map.set('d', 'D')
    expect([...map.values()]).toEqual(['A', 'C', 'D'])
  })

  test('iterates in insertion order, whatever is used', () => {
    const map = mapOf(3, 'a', 'b', 'c')
    for (const id of ['a', 'c', 'a', 'b']) map.use(id)
    expect([...map.keys()]).toEqual(['a', 'b', 'c'])
  })

  test('evicts in order of use after deletions too', () => {
    const map = mapOf(4, 'a', 'b', 'c', 'd')
    for (const id of ['a', 'c', 'b']) map.use(id)
    map.delete('a')
    map.delete('b')
    for (const id of ['e', 'f', 'g']) map.set(id, id)
    expect([...map.keys()]).toEqual(['c', 'e', 'f', 'g'])
    map.set('h', 'h')
    expect([...map.keys()]).toEqual(['e', 'f', 'g', 'h'])
    map.clear()
    map.set('i', 'i')
    expect([...map.keys()]).toEqual(['i'])
  })

  test('does not count a look at an entry as its use', () => {
    const map = mapOf(2, 'a', 'b')
    expect(map.get('a')).toBe('A')
    map.set('c', 'C')
    expect([...map.values()]).toEqual(['B', 'C'])
  })

  test('replaces an entry without an eviction', () => {
    const map = mapOf(2, 'a', 'b')
    map.set('a', 'other')
    expect([...map.values()]).toEqual(['B', 'other'])
  })

  test('has room after a removal', () => {
    const map = mapOf(2, 'a', 'b')
    expect([map.delete('b'), map.delete('b')]).toEqual([true, false])
    map.set('c', 'C')
    expect([...map.values()]).toEqual(['A', 'C'])
  })

  test('can hold a single entry', () => {
    const map = mapOf(1, 'a', 'b')
    expect([map.use('a'), map.use('b'), map.size]).toEqual([undefined, 'B', 1])
  })

  test('finds an entry that was removed and set again', () => {
    const map = mapOf(2, 'a', 'b')
    map.delete('b')
    map.set('b', 'again')
    expect(map.use('b')).toBe('again')
  })
})

describe('a world', () => {
  test('evicts the least recently used address when there are 10,000 others', async () => {
    const world = testWorld({ createPetStore: memoryPets })
    const left = async (address: string): Promise<string> =>
      headerOf(await world.answer(ask({ address })), 'X-RateLimit-Remaining')
    await left('idle')
    await left('busy')
    for (let other = 0; other < 9_999; other += 1) {
      await left(`other ${other}`)
      if (other === 5_000) await left('busy')
    }
    expect([await left('busy'), await left('idle')]).toEqual(['57', '59'])
  })

  test('evicts the least recently used key when there are 10,000 others', async () => {
    const world = testWorld({ createPetStore: memoryPets }, { keys: [] })
    const status = async (key: string): Promise<number> => (await world.answer(ask({ key }))).status
    for (let at = 0; at < 10_000; at += 1) world.keys.add({ key: `key-${at}`, plan: 'free' })
    await status('key-0')
    world.keys.add({ key: 'one-more', plan: 'free' })
    expect(world.keys.list()).toHaveLength(10_000)
    expect([await status('key-0'), await status('key-1'), await status('one-more')]).toEqual([200, 401, 200])
  })
})
