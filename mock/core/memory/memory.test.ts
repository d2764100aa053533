import { describe, expect, test } from 'vitest'
import { Budget, Memory, truncate, textBytes, type Share } from './memory.ts'

describe('Budget', () => {
  test('shares take as much as there is, all together, and what one gives back another may have', () => {
    const budget = new Budget(100)
    const [one, other] = [budget.open(), budget.open()]
    expect([one.take(60), other.take(50), other.take(40), one.take(1)]).toEqual([true, false, true, false])
    one.give(20)
    expect([other.take(20), budget.taken, one.held, other.held]).toEqual([true, 100, 40, 60])
  })

  test('what was set aside stays, whatever is given back', () => {
    const budget = new Budget(100)
    const [one, other] = [budget.open(), budget.open()]
    one.take(60)
    one.keep()
    one.give(50)
    expect([other.take(41), one.take(10), budget.taken]).toEqual([false, true, 60])
    one.giveAll()
    expect([other.take(40), one.take(60), one.take(1), budget.taken]).toEqual([true, true, false, 100])
    one.end()
    expect([one.held, budget.taken]).toEqual([0, 40])
  })

  test('a share that has ended takes nothing from the others', () => {
    const budget = new Budget(100)
    const [one, other] = [budget.open(), budget.open()]
    one.take(60)
    one.end()
    one.end()
    expect([one.take(1_000), one.held, other.take(100), budget.taken]).toEqual([true, 0, true, 100])
  })
})

/** Shares of a budget that let go of ten bytes at a time. */
function yielding(budget: Budget, count: number): readonly Share[] {
  return Array.from({ length: count }, () => {
    const share: Share = budget.open(() => {
      share.give(10)
    })
    return share
  })
}

describe('a budget whose shares can yield', () => {
  test('is always found room in: whoever holds the most lets go, the oldest of equals first', () => {
    const budget = new Budget(100)
    const [one, two, three] = yielding(budget, 3) as [Share, Share, Share]
    one.take(40)
    two.take(40)
    three.take(20)
    expect(three.take(10)).toBe(true)
    expect([one.held, two.held, three.held]).toEqual([30, 40, 30])
    expect(three.take(5)).toBe(true)
    expect([one.held, two.held, three.held, budget.taken]).toEqual([30, 30, 35, 95])
  })

  test('whoever lets go of all for good while it asks for more has taken nothing', () => {
    const budget = new Budget(100)
    const share: Share = budget.open(() => {
      share.end()
    })
    expect([share.take(60), share.take(60), share.held, budget.taken]).toEqual([true, true, 0, 0])
  })

  test('whoever holds the most may be the one that asks', () => {
    const budget = new Budget(100)
    const [one, two] = yielding(budget, 2) as [Share, Share]
    one.take(30)
    two.take(70)
    for (let turn = 0; turn < 1_000; turn += 1) expect(two.take(10)).toBe(true)
    expect([one.held, two.held, budget.taken]).toEqual([30, 70, 100])
  })

  test('what is larger than all of it passes alone', () => {
    const budget = new Budget(100)
    const [one, two] = yielding(budget, 2) as [Share, Share]
    one.take(100)
    expect([two.take(500), one.held, budget.taken]).toEqual([true, 0, 500])
    expect([one.take(10), two.held, budget.taken]).toEqual([true, 90, 100])
  })

  test('a share that ended is asked for nothing', () => {
    const budget = new Budget(100)
    const [one, two] = yielding(budget, 2) as [Share, Share]
    one.take(60)
    one.end()
    expect([two.take(100), budget.taken]).toEqual([true, 100])
  })
})

test('the parts of the memory are all of it', () => {
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
] as const)('%.20j takes %i bytes', ([text, bytes]) => {
  expect(textBytes(text)).toBe(bytes)
})

test('the start of a text is the same text, with no half of a character at its end', () => {
  expect(truncate('abcé€', 4)).toBe('abcé')
  expect(truncate('ab🐕', 3)).toBe('ab\ufffd')
})
