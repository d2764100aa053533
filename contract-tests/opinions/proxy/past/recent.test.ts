import { expect, test } from 'vitest'
import { Recent } from './recent.ts'

test('what was used last stays, and all together is no more than the bound', () => {
  const recent = new Recent<number>(10)
  for (let key = 1; key <= 100; key += 1) {
    recent.set(String(key), key)
    expect(recent.get('1')).toBe(1)
  }
  expect(['100', '99', '98', '1'].map((key) => recent.get(key))).toEqual([100, 99, 98, 1])
  const all = Array.from({ length: 100 }, (_, index) => recent.get(String(index + 1)))
  expect(all.filter((value) => value !== undefined).length).toBeLessThanOrEqual(10)
})

test('what is deleted is in neither generation', () => {
  const recent = new Recent<number>(2)
  for (const key of ['a', 'b', 'a']) recent.set(key, 1)
  recent.delete('a')
  expect([recent.get('a'), recent.get('b')]).toEqual([undefined, 1])
})
