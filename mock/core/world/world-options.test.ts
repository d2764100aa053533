import { describe, expect, it } from 'vitest'
import { demoKeys } from '../../../fixtures/keys.ts'
import { defaultChoices } from '../../../spec/choices.ts'
import { createApp, startMock } from '../../index.ts'
import { applyAtOnce, applyOptions } from './world-options.ts'
import type { WorldSeed } from './world-state.ts'

const base: WorldSeed = {
  seed: 1,
  pets: [],
  keys: demoKeys,
  choices: defaultChoices,
  faults: [],
  limits: true,
}

/** Options as plain JavaScript can give them, which no type has seen. */
function untyped(json: string): Record<string, never> {
  return JSON.parse(json) as Record<string, never>
}

describe('a bad option is refused with its place and the allowed values', () => {
  it.each([
    ['{"seed":-1}', 'seed must be >= 0'],
    ['{"seed":"x"}', 'seed must be an integer'],
    ['{"vary":1.5}', 'vary must be an integer'],
    ['{"limits":"off"}', 'limits must be a boolean'],
    ['{"pets":-3}', 'pets must be >= 0'],
    ['{"pets":{"id":1}}', 'pets must be an integer or an array'],
    ['{"pets":[{"name":"Rex","categoryId":1,"status":"lost"}]}', 'pets[0].status must be one of available'],
    ['{"keys":"free-demo-key"}', 'keys must be an array'],
    ['{"keys":[{"key":"k","plan":"fre"}]}', 'keys[0].plan must be one of '],
    ['{"keys":[null]}', 'keys[0] must be an object'],
    ['5123', 'The options must be an object'],
    ['null', 'The options must be an object'],
    ['{"faults":[{"effect":{"kind":"dealy"}}]}', 'Did you mean delay?'],
    ['{"faults":[{"effect":{"kind":"status","status":600}}]}', 'faults[0].effect.status must be <= 599'],
    [
      '{"faults":[{"effect":{"kind":"not-json"},"key":"free-demo-kye"}]}',
      'faults[0]: There is no key "free-demo-kye". Did you mean free-demo-key?',
    ],
    ['{"choices":[1]}', 'choices must be an object'],
    ['{"choices":{"list-order":"newst"}}', 'newest'],
  ])('%s', async (json, message) => {
    await expect(applyOptions(untyped(json), base)).rejects.toThrow(message)
  })

  it.each([
    ['{"prot":0}', 'prot is not known. Did you mean port?'],
    [
      '{"baseUrl":"https://api.example.com/v1"}',
      'baseUrl is not known: createMock of petstore-mock/fetch has it',
    ],
    ['{"port":"x"}', 'port must be an integer'],
    ['{"port":70000}', 'port must be <= 65535'],
    ['{"port":0,"host":5}', 'host must be a string'],
    ['{"port":0,"time":5}', 'time must be a function'],
    ['{"port":0,"controlToken":""}', 'controlToken must be 16 letters, digits or signs'],
    ['{"port":0,"controlToken":"short"}', 'controlToken must be 16 letters, digits or signs'],
    ['5123', 'The options must be an object'],
    [
      '{"allowOrigins":["localhost:5173"]}',
      'allowOrigins[0] must be an origin such as http://localhost:5173',
    ],
  ])('startMock(%s)', async (json, message) => {
    await expect(startMock(untyped(json))).rejects.toThrow(message)
  })

  it('createApp accepts no port, and a world no clock of its own', async () => {
    await expect(createApp(untyped('{"port":0}'))).rejects.toThrow('port is not known')
    const { worlds } = await createApp()
    await expect(worlds.createWith('one', untyped('{"time":0}'))).rejects.toThrow('time is not known')
  })
})

describe('the seed of a world', () => {
  it('leaves unset options as they are', async () => {
    expect(await applyOptions({}, base)).toEqual(base)
  })

  it('generates the same number of pets for a different seed', async () => {
    const { pets } = await applyOptions({ pets: 3 }, base)
    expect(pets).toHaveLength(3)
    const other = await applyOptions({ seed: 2 }, { ...base, pets })
    expect(other.pets).toHaveLength(3)
    expect(other.pets).not.toEqual(pets)
  })

  it('changes the plan of an existing key, and adds new keys', async () => {
    const keys = [
      { key: 'free-demo-key', plan: 'pro' },
      { key: 'mine', plan: 'free' },
    ] as const
    const seed = await applyOptions({ keys }, base)
    expect(seed.keys).toHaveLength(demoKeys.length + 1)
    expect(seed.keys.find(({ key }) => key === 'free-demo-key')).toEqual(keys[0])
  })

  it('overrides varied choices with given ones', async () => {
    const varied = await applyOptions({ vary: 3 }, base)
    const both = await applyOptions({ vary: 3, choices: { 'list-order': 'newest' } }, base)
    expect(both.choices).toEqual({ ...varied.choices, 'list-order': 'newest' })
  })

  it('is made at once where its pets are at hand', () => {
    const pets = [{ name: 'Rex', categoryId: 1 }]
    expect(applyAtOnce({}, base)).toEqual(base)
    expect(applyAtOnce({ pets, limits: false }, base)).toEqual({ ...base, pets, limits: false })
    expect(applyAtOnce({ pets: 3 }, base).pets).toHaveLength(3)
    expect(() => applyAtOnce({ pets: 3, seed: 2 }, base)).toThrow(
      'Only the first 500 pets of seed 1 are at hand: make others first, with pets: await makePets({ seed: 2, count: 3 })',
    )
    expect(() => applyAtOnce({ pets: 501 }, base)).toThrow('makePets({ seed: 1, count: 501 })')
    expect(() => applyAtOnce(untyped('7'), base)).toThrow('The options must be an object')
  })

  it('has copies of the pets that are given, which must not change until a reset', async () => {
    const rex = { name: 'Rex', categoryId: 1 }
    const { pets } = await applyOptions({ pets: [rex] }, base)
    rex.name = 'Tom'
    expect(pets).toEqual([{ name: 'Rex', categoryId: 1 }])
  })

  it('is refused before too many pets are made, where it is known what they take', async () => {
    // 240 bytes as it is stored, and 130 in the seed.
    await expect(applyOptions({ pets: 10 }, base, 3699)).rejects.toThrow(
      'There is no room for 10 starting pets of a world',
    )
    expect((await applyOptions({ pets: 10 }, base, 3700)).pets).toHaveLength(10)
    expect((await applyOptions({ pets: [{ name: 'Rex', categoryId: 1 }] }, base, 0)).pets).toHaveLength(1)
  })

  it('has as many keys and faults as there may be', async () => {
    const keys = Array.from({ length: 10_000 - demoKeys.length }, (_, n) => ({
      key: `key-${n}`,
      plan: 'free' as const,
    }))
    const faults = Array.from({ length: 100 }, () => ({ effect: { kind: 'not-json' as const } }))
    const seed = await applyOptions({ keys, faults }, base)
    expect([seed.keys.length, seed.faults.length]).toEqual([10_000, 100])
  })

  it('refuses more than 10,000 keys and 100 faults', async () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => ({ key: `key-${n}`, plan: 'free' as const }))
    await expect(applyOptions({ keys }, base)).rejects.toThrow(
      `There may be 10000 keys, not ${10_000 + demoKeys.length}`,
    )
    const faults = Array.from({ length: 101 }, () => ({ effect: { kind: 'not-json' as const } }))
    await expect(applyOptions({ faults }, base)).rejects.toThrow('There may be 100 faults, not 101')
  })
})
