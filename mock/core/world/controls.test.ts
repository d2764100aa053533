import { describe, expect, test } from 'vitest'
import { choosable, defaultChoices } from '../../../spec/choices.ts'
import { ask, headerOf } from '../testing/test-world.ts'
import { thrownBy, untyped, watchedWorld } from '../testing/watched-world.ts'
import { PAGE_LENGTH } from './controls.ts'

describe('choices', () => {
  test('are read, and listed with every open point', () => {
    const { world } = watchedWorld()
    expect(world.choices.read()).toEqual(defaultChoices)
    expect(world.choices.list()).toEqual(
      choosable.map((point) => ({ ...point, chosen: defaultChoices[point.id] })),
    )
  })

  test('that are set leave the others as they are, and say what is different', () => {
    const { world, changes } = watchedWorld()
    const chosen = world.choices.set({ 'list-order': 'newest', 'id-numbering': 'from-1' })
    expect(chosen).toEqual({ ...defaultChoices, 'list-order': 'newest', 'id-numbering': 'from-1' })
    expect(world.choices.read()).toEqual(chosen)
    world.choices.set({ 'list-order': 'newest' })
    world.choices.set({ 'list-order': 'oldest', 'status-while-banned': '403' })
    expect(changes).toEqual([
      'choices: list-order=newest',
      'choices: nothing is different',
      'choices: list-order=oldest, status-while-banned=403',
    ])
  })

  test('that are varied are the same for a seed', () => {
    const [one, other] = [watchedWorld(), watchedWorld()]
    expect(one.world.choices.vary(3)).toEqual(other.world.choices.vary(3))
    expect(one.changes[0]).toMatch(/^choices: varied by seed 3: \S+=\S+, /)
    expect(one.world.choices.read()).not.toEqual(defaultChoices)
  })

  test('that are unlawful change nothing', () => {
    const { world, changes } = watchedWorld()
    const bad = '{"id-numbering":"from-1","list-order":"newst"}'
    expect(thrownBy(() => world.choices.set(untyped(bad)))).toContain('newest')
    expect(thrownBy(() => world.choices.vary(1.5))).toBe('invalid: seed must be an integer')
    expect([world.choices.read(), changes]).toEqual([defaultChoices, []])
  })
})

describe('faults', () => {
  const HTML = { effect: { kind: 'not-json' } } as const

  test('are added, listed, removed and cleared, and say so', () => {
    const { world, changes } = watchedWorld()
    expect(world.faults.add({ ...HTML, key: 'free' })).toMatchObject({ id: 1, hits: 0 })
    world.faults.add(HTML)
    world.faults.remove(1)
    expect(world.faults.list().map(({ id }) => id)).toEqual([2])
    world.faults.clear()
    expect([world.faults.list(), changes]).toEqual([
      [],
      [
        'faults: fault 1 (not-json) added',
        'faults: fault 2 (not-json) added',
        'faults: fault 1 removed',
        'faults: all faults removed',
      ],
    ])
  })

  test('that heal say so', async () => {
    const { world, changes, pass } = watchedWorld({ faults: [{ ...HTML, times: 1 }] })
    world.faults.add({ ...HTML, seconds: 1 })
    await world.answer(ask({ key: 'free' }))
    pass(1000)
    expect(world.faults.list()).toEqual([])
    expect(changes.slice(1)).toEqual([
      'faults: fault 1 healed after 1 hit',
      'faults: fault 2 healed after 0 hits',
    ])
  })

  test('that cannot be are refused', () => {
    const { world, changes } = watchedWorld()
    expect([
      thrownBy(() => world.faults.add({ effect: { kind: 'delay', from: 2, to: 1 } })),
      thrownBy(() => world.faults.add({ effect: { kind: 'trickle', over: -1 } })),
      thrownBy(() => world.faults.add({ ...HTML, key: 'fre' })),
      thrownBy(() => {
        world.faults.remove(7)
      }),
      thrownBy(() => {
        world.faults.remove(1.5)
      }),
    ]).toEqual([
      'invalid: effect.to must be >= 2, which is effect.from',
      'invalid: effect.over must be >= 0',
      'invalid: There is no key "fre". Did you mean free?',
      'not-found: There is no fault 7; it may have healed',
      'invalid: id must be an integer',
    ])
    for (let each = 0; each < 100; each += 1) world.faults.add(HTML)
    expect(thrownBy(() => world.faults.add(HTML))).toBe(
      'conflict: There are 100 faults already: remove one first',
    )
    expect(changes).toHaveLength(100)
  })
})

describe('limits', () => {
  test('are switched off and on, and say so', async () => {
    const { world, changes } = watchedWorld()
    expect(world.limits.on).toBe(true)
    world.limits.switch(false)
    expect(world.limits.on).toBe(false)
    await world.answer(ask({ key: 'free' }))
    expect(world.keys.get('free').windows.minute.remaining).toBe(60)
    world.limits.switch(true)
    expect([world.limits.on, changes]).toEqual([true, ['limits: limits off', 'limits: limits on']])
  })

  test('that are off leave all of the window in the headers, also of a key that has spent it or is banned', async () => {
    const choices = { ...defaultChoices, 'do-errors-count': 'no' } as const
    const { world } = watchedWorld({ choices })
    const remaining = async (path: string): Promise<string | undefined> =>
      headerOf(await world.answer(ask({ key: 'free', path })), 'X-RateLimit-Remaining')
    for (const spend of [
      () => world.keys.setRemaining('free', { minute: 0 }),
      () => world.keys.ban('free', 90),
    ]) {
      spend()
      expect(await remaining('/pets')).toBe('0')
      world.limits.switch(false)
      expect([await remaining('/pets'), await remaining('/pets/1')]).toEqual(['60', '60'])
      world.limits.switch(true)
      expect(await remaining('/pets')).toBe('0')
    }
  })

  test('that are switched forget what clients wait for', async () => {
    const { world } = watchedWorld()
    world.keys.setRemaining('free', { minute: 0 })
    await world.answer(ask({ key: 'free' }))
    world.limits.switch(false)
    world.limits.switch(true)
    await world.answer(ask({ key: 'free' }))
    expect(world.keys.get('free').report).toMatchObject({ refused: 2, earlyRetries: 0 })
  })

  test('are on or off', () => {
    const { world } = watchedWorld()
    expect(
      thrownBy(() => {
        world.limits.switch(untyped('"off"'))
      }),
    ).toBe('invalid: on must be a boolean')
  })
})

describe('the journal', () => {
  test('is listed whole, or page by page, and cleared', async () => {
    const { world, changes } = watchedWorld({ keys: [{ key: 'big', plan: 'business' }] })
    for (let each = 0; each < PAGE_LENGTH + 2; each += 1) await world.answer(ask({ key: 'big' }))
    await world.answer(ask({ key: 'nobody' }))
    const ids = (entries: readonly { readonly id: number }[]): readonly number[] =>
      entries.map(({ id }) => id)
    expect([world.journal.list().length, world.journal.page().length]).toEqual([PAGE_LENGTH + 3, PAGE_LENGTH])
    expect(ids(world.journal.page({ before: 4 }))).toEqual([3, 2, 1])
    expect(ids(world.journal.page({ limit: 2 }))).toEqual([103, 102])
    expect(ids(world.journal.list({ status: 401 }))).toEqual([103])
    expect(thrownBy(() => world.journal.list({ limit: -1 }))).toBe('invalid: limit must be >= 1')
    expect(thrownBy(() => world.journal.page({ before: 1.5 }))).toBe('invalid: before must be an integer')
    world.journal.clear()
    expect([world.journal.list(), changes]).toEqual([[], ['journal: journal cleared']])
  })
})
