import { describe, expect, test } from 'vitest'
import { keyIdentifier } from './key-id.ts'

/** The bytes 0, 1, 2 … as text. */
function counting(bytes: number): string {
  return String.fromCharCode(...Array.from({ length: bytes }, (_, at) => at))
}

describe('the id of a key', () => {
  // vectors_hsip64 of the reference implementation.
  test.for([
    [0, '218d1f59b9b83cc8'],
    [1, 'be552412f8387315'],
    [2, '064f39ef7c50eb57'],
    [3, 'ce0f1a45f7060679'],
    [4, 'd5e78a175be52ea1'],
    [5, 'cb9d7c3f2f3db580'],
  ] as const)('is HalfSipHash-2-4: of %i bytes %s', ([bytes, id]) => {
    expect(keyIdentifier(() => '0001020304050607')(counting(bytes))).toBe(id)
  })

  test('depends on the key and the secret only, and differs if either differs', () => {
    const [one, same, other] = ['0123456789abcdef', '0123456789abcdef', '1123456789abcdef'].map((secret) =>
      keyIdentifier(() => secret),
    )
    const keys = Array.from({ length: 10_000 }, (_, at) => `front-end-${at}-key`)
    const ids = keys.map((key) => one?.(key))
    expect(keys.map((key) => same?.(key))).toEqual(ids)
    expect(new Set([...ids, ...keys.map((key) => other?.(key))]).size).toBe(20_000)
  })

  test('reads its secret once, for the first key', () => {
    let asked = 0
    const idOf = keyIdentifier(() => {
      asked += 1
      return '0123456789abcdef'
    })
    expect(asked).toBe(0)
    for (const key of ['a', 'b']) idOf(key)
    expect(asked).toBe(1)
  })
})
