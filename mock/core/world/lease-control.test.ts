import { describe, expect, test } from 'vitest'
import { NOW } from '../testing/test-world.ts'
import { thrownBy, watchedWorld } from '../testing/watched-world.ts'
import { isForLease } from '../message/lease-pace.ts'

const KEYS = [
  { key: 'free', plan: 'free' },
  { key: 'one', plan: 'free' },
  { key: 'two', plan: 'free' },
] as const
const GONE = 'not-found: There is no lease mine; it may have ended, or its world was reset'
const PACE = { now: NOW, frozen: false, speed: 1 }

describe('the end of a lease', () => {
  test('removes its keys, and has the clock run as before', () => {
    const { world, changes } = watchedWorld({ keys: KEYS })
    expect(world.leases.start('mine', ['one', 'unknown'])).toBe(1)
    world.clock.change({ speed: 10, frozen: true })
    world.leases.end('mine')
    expect(world.keys.list().map(({ key }) => key)).toEqual(['free', 'two'])
    expect(world.clock.read()).toEqual(PACE)
    expect(changes.slice(1)).toEqual([
      'keys: key … removed',
      expect.stringMatching(/^clock: it is .*, speed 1, after the lease mine$/),
    ])
    expect(
      thrownBy(() => {
        world.leases.end('mine')
      }),
    ).toBe(GONE)
  })

  test('and the speed that it wants are told from what is done by hand', () => {
    const { world, changes } = watchedWorld({ keys: KEYS })
    world.clock.speed(2)
    world.leases.start('mine', [])
    world.leases.setSpeed('mine', 4)
    world.clock.speed(3)
    world.leases.end('mine')
    expect(changes.map((change) => [/speed \d/.exec(change)?.[0], isForLease(change)])).toEqual([
      ['speed 2', false],
      ['speed 4', true],
      ['speed 3', false],
      ['speed 2', true],
    ])
  })

  test('says nothing of a clock that runs as before', () => {
    const { world, changes } = watchedWorld({ keys: KEYS })
    world.leases.start('mine', [])
    world.leases.end('mine')
    expect(changes).toEqual([])
  })

  test.for<[what: string, change: { speed?: number; frozen?: boolean }]>([
    ['speed', { speed: 5 }],
    ['freezing', { frozen: true }],
  ])('puts back the %s alone', ([_what, change]) => {
    const { world, changes } = watchedWorld({ keys: KEYS })
    world.leases.start('mine', [])
    world.clock.change(change)
    world.leases.end('mine')
    expect([world.clock.read(), changes.length]).toEqual([PACE, 2])
  })

  test('leaves the clock to the leases that are left', () => {
    const { world } = watchedWorld({ keys: KEYS })
    world.leases.start('mine', ['one'])
    world.clock.speed(10)
    world.leases.start('yours', ['two'])
    world.clock.speed(20)
    world.leases.end('mine')
    expect([world.clock.read().speed, world.keys.has('one'), world.keys.has('two')]).toEqual([
      20,
      false,
      true,
    ])
    world.leases.end('yours')
    expect([world.clock.read().speed, world.keys.has('two')]).toEqual([1, false])
  })
})

describe('the end of a lease where others are left', () => {
  test.for<
    [
      what: string,
      speeds: readonly (readonly [who: 'mine' | 'yours' | 'hand', speed: number])[],
      after: number,
    ]
  >([
    ['restores the speed before its own', [['mine', 1]], 10],
    [
      'restores that also after several of its own',
      [
        ['mine', 4],
        ['mine', 1],
        ['mine', 2],
      ],
      10,
    ],
    [
      'leaves a speed that somebody else has set since',
      [
        ['mine', 1],
        ['hand', 3],
      ],
      3,
    ],
    [
      'leaves one that another lease has set since',
      [
        ['mine', 1],
        ['yours', 4],
      ],
      4,
    ],
    [
      'leaves one that another lease wants too',
      [
        ['yours', 1],
        ['mine', 1],
      ],
      1,
    ],
    [
      'restores that of another lease',
      [
        ['yours', 5],
        ['mine', 1],
      ],
      5,
    ],
    ['leaves a speed that it has not set', [], 10],
  ])('%s', ([_what, speeds, after]) => {
    const { world, changes } = watchedWorld({ keys: KEYS })
    world.leases.start('yours', [])
    world.clock.speed(10)
    world.leases.start('mine', [])
    for (const [who, speed] of speeds) {
      if (who === 'hand') world.clock.speed(speed)
      else world.leases.setSpeed(who, speed)
      world.leases.start('mine', [])
    }
    const before = changes.length
    const { speed } = world.clock.read()
    world.leases.end('mine')
    expect(world.clock.read().speed).toBe(after)
    expect(changes.slice(before).map(isForLease)).toEqual(speed === after ? [] : [true])
    world.leases.end('yours')
    expect(world.clock.read()).toEqual(PACE)
  })
})

describe('a lease that was not renewed lapses', () => {
  test('and says why', () => {
    const { world, changes } = watchedWorld({ keys: KEYS })
    world.leases.start('mine', ['one'])
    expect(world.leases.lapse('mine', 1, 'it was not renewed')).toBeUndefined()
    expect(changes).toEqual(['lease: it was not renewed', 'keys: key … removed'])
    expect(world.leases.lapse('mine', 1, 'again')).toBeUndefined()
    expect(changes).toHaveLength(2)
  })

  test('not if it was, under new terms', () => {
    const { world, changes } = watchedWorld({ keys: KEYS })
    expect([world.leases.start('mine', ['one']), world.leases.start('mine', ['two'])]).toEqual([1, 2])
    expect([world.leases.lapse('mine', 1, 'late'), changes]).toEqual([2, []])
    world.leases.end('mine')
    expect(world.keys.list().map(({ key }) => key)).toEqual(['free', 'one'])
  })
})

test('the keys of a lease are those that were given, whatever becomes of the list', () => {
  const { world } = watchedWorld({ keys: KEYS })
  const given = ['one']
  world.leases.start('mine', given)
  given.push('two')
  world.leases.end('mine')
  expect(world.keys.has('two')).toBe(true)
})

test('a reset forgets the leases', () => {
  const { world } = watchedWorld({ keys: KEYS })
  world.leases.start('mine', ['one'])
  world.reset()
  expect(
    thrownBy(() => {
      world.leases.end('mine')
    }),
  ).toBe(GONE)
})
