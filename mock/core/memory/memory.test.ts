import { describe, expect, test } from 'vitest'
import { Budget, Memory, truncate, textBytes, type Share } from './memory.ts'

describe('Budget', () => {
  test('shares together allocate at most the budget, and one can allocate what another frees', () => {
    const budget = new Budget(100)
    const [one, other] = [budget.open(), budget.open()]
    expect([one.allocate(60), other.allocate(50), other.allocate(40), one.allocate(1)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    one.free(20)
    expect([other.allocate(20), budget.allocated, one.held, other.held]).toEqual([true, 100, 40, 60])
  })

  test('a guaranteed share stays reserved, whatever is freed', () => {
    const budget = new Budget(100)
    const [one, other] = [budget.open(), budget.open()]
    one.allocate(60)
    one.guarantee()
    one.free(50)
    expect([other.allocate(41), one.allocate(10), budget.allocated]).toEqual([false, true, 60])
    one.freeAll()
    expect([other.allocate(40), one.allocate(60), one.allocate(1), budget.allocated]).toEqual([
      true,
      true,
      false,
      100,
    ])
    one.end()
    expect([one.held, budget.allocated]).toEqual([0, 40])
  })

  test('an ended share allocates nothing', () => {
    const budget = new Budget(100)
    const [one, other] = [budget.open(), budget.open()]
    one.allocate(60)
    one.end()
    one.end()
    expect([one.allocate(1_000), one.held, other.allocate(100), budget.allocated]).toEqual([
      true,
      0,
      true,
      100,
    ])
  })
})

/** Shares of a budget whose `evict` frees ten bytes. */
function yielding(budget: Budget, count: number): readonly Share[] {
  return Array.from({ length: count }, () => {
    const share: Share = budget.open(() => {
      share.free(10)
    })
    return share
  })
}

describe('a budget whose shares can be evicted', () => {
  test('always has room: the largest share is evicted, the oldest of equals first', () => {
    const budget = new Budget(100)
    const [one, two, three] = yielding(budget, 3) as [Share, Share, Share]
    one.allocate(40)
    two.allocate(40)
    three.allocate(20)
    expect(three.allocate(10)).toBe(true)
    expect([one.held, two.held, three.held]).toEqual([30, 40, 30])
    expect(three.allocate(5)).toBe(true)
    expect([one.held, two.held, three.held, budget.allocated]).toEqual([30, 30, 35, 95])
  })

  test('a share that ends during an allocation has allocated nothing', () => {
    const budget = new Budget(100)
    const share: Share = budget.open(() => {
      share.end()
    })
    expect([share.allocate(60), share.allocate(60), share.held, budget.allocated]).toEqual([true, true, 0, 0])
  })

  test('the share that allocates can be evicted as the largest', () => {
    const budget = new Budget(100)
    const [one, two] = yielding(budget, 2) as [Share, Share]
    one.allocate(30)
    two.allocate(70)
    for (let turn = 0; turn < 1_000; turn += 1) expect(two.allocate(10)).toBe(true)
    expect([one.held, two.held, budget.allocated]).toEqual([30, 70, 100])
  })

  test('an allocation that is larger than the budget evicts all others', () => {
    const budget = new Budget(100)
    const [one, two] = yielding(budget, 2) as [Share, Share]
    one.allocate(100)
    expect([two.allocate(500), one.held, budget.allocated]).toEqual([true, 0, 500])
    expect([one.allocate(10), two.held, budget.allocated]).toEqual([true, 90, 100])
  })

  test('an ended share is not evicted', () => {
    const budget = new Budget(100)
    const [one, two] = yielding(budget, 2) as [Share, Share]
    one.allocate(60)
    one.end()
    expect([two.allocate(100), budget.allocated]).toEqual([true, 100])
  })
})

test('the parts of the memory add up to the whole', () => {
  const { worlds, journals, messages } = new Memory(800)
  expect([worlds.bytes, journals.bytes, messages.bytes]).toEqual([600, 100, 100])
})

test.for([
  ['', 0],
  ['Rex', 3],
  ['Réxÿ', 4],
  ['Rex €', 10],
  ['🐕', 4],
  ['x'.repeat(32_768), 32_768],
  ['x'.repeat(100_000), 150_000],
] as const)('%.20j has %i bytes', ([text, bytes]) => {
  expect(textBytes(text)).toBe(bytes)
})

test('a truncated text does not end with half a character', () => {
  expect(truncate('abcé€', 4)).toBe('abcé')
  expect(truncate('ab🐕', 3)).toBe('ab\ufffd')
})
