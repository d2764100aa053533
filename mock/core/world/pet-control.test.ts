import { describe, expect, test } from 'vitest'
import { thrownBy, untyped, watchedWorld } from '../testing/watched-world.ts'
import { PETS_LISTED } from './pet-control.ts'

const REX = { name: 'Rex', categoryId: 1 }

describe('pets', () => {
  test('are listed the newest first, counted, and the oldest is known', () => {
    const { world } = watchedWorld()
    expect([world.pets.size, world.pets.oldest, world.pets.list()]).toEqual([0, undefined, []])
    for (let each = 0; each < PETS_LISTED + 2; each += 1)
      world.pets.add({ ...REX, status: each === 1 ? 'sold' : 'pending' })
    expect([world.pets.size, world.pets.oldest?.id, world.pets.list().length]).toEqual([
      PETS_LISTED + 2,
      1,
      PETS_LISTED,
    ])
    expect(world.pets.list({ limit: 2 }).map(({ id }) => id)).toEqual([PETS_LISTED + 2, PETS_LISTED + 1])
    expect(world.pets.list({ status: 'sold' })).toEqual([{ id: 2, ...REX, status: 'sold' }])
  })

  test('are added, changed and removed, and say so', () => {
    const { world, changes } = watchedWorld()
    expect(world.pets.add(REX)).toEqual({ id: 1, ...REX })
    expect(world.pets.add({ ...REX, id: 7n, status: 'sold' })).toEqual({ id: 7, ...REX, status: 'sold' })
    expect(world.pets.change(7n, { name: 'Tom', status: undefined })).toEqual({
      id: 7,
      ...REX,
      name: 'Tom',
      status: 'sold',
    })
    expect(world.pets.change(1, { status: 'pending', categoryId: 2n ** 60n })).toEqual({
      id: 1,
      name: 'Rex',
      categoryId: 2n ** 60n,
      status: 'pending',
    })
    world.pets.remove(7)
    expect(world.pets.list().map(({ id }) => id)).toEqual([1])
    expect(changes).toEqual([
      'pets: pet 1 added',
      'pets: pet 7 added: sold',
      'pets: pet 7 changed',
      'pets: pet 1 changed: pending',
      'pets: pet 7 removed',
    ])
    // No other is given the id of one that was removed.
    expect([2, 3, 4, 5, 6, 8].map(() => world.pets.add(REX).id)).not.toContain(7)
  })

  test('that are changed keep their place', () => {
    const { world } = watchedWorld()
    for (let each = 0; each < 3; each += 1) world.pets.add(REX)
    world.pets.change(1, { name: 'Tom' })
    expect(world.pets.list().map(({ id, name }) => `${id} ${name}`)).toEqual(['3 Rex', '2 Rex', '1 Tom'])
  })

  test('that cannot be are refused', () => {
    const { world, changes } = watchedWorld({ pets: [REX] })
    const { pets } = world
    expect([
      thrownBy(() => pets.add({ ...REX, id: 1n })),
      thrownBy(() => pets.add({ ...REX, categoryId: 1.5 })),
      thrownBy(() => pets.add({ ...REX, categoryId: 2 ** 60 })),
      thrownBy(() => pets.change(1, untyped('{"nam":"Tom"}'))),
      thrownBy(() => pets.change(9, { name: 'Tom' })),
      thrownBy(() => {
        pets.remove(9n)
      }),
      thrownBy(() => {
        pets.remove(0.5)
      }),
      thrownBy(() => pets.list({ limit: 0 })),
    ]).toEqual([
      'conflict: The pet 1 exists already: change it instead',
      'invalid: categoryId must be an integer from -2^63 to 2^63 - 1',
      'invalid: categoryId must be a bigint, such as 1152921504606846976n: a number this large is not exact',
      'invalid: nam is not known. Did you mean name?',
      'not-found: There is no pet 9',
      'not-found: There is no pet 9',
      'invalid: petId must be an integer from -2^63 to 2^63 - 1',
      'invalid: limit must be >= 1',
    ])
    expect([pets.size, changes]).toEqual([1, []])
  })
})
