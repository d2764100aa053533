import { expect, test } from 'vitest'
import { defaultMix, nameOfMix, oddOptions, randomMix, shrink, type OptionMix } from './mixes.ts'
import type { Option } from './options.ts'

const options: readonly Option[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
  name,
  values: ['0', '1', '2'],
  default: '0',
}))
const odd: OptionMix = { a: '1', b: '2', c: '1', d: '1', e: '2', f: '1', g: '1' }

test('a seed gives the same mix again, and another seed another one', () => {
  expect(randomMix(options, 'mix 1')).toEqual(randomMix(options, 'mix 1'))
  expect(randomMix(options, 'mix 1')).not.toEqual(randomMix(options, 'mix 2'))
})

test('a further option changes no other value of a mix', () => {
  const mix = randomMix(options.slice(1), 'mix 1')
  expect(randomMix(options, 'mix 1')).toMatchObject(mix)
})

test('every value occurs in some mix, and of an option with allowed values only those', () => {
  const mixes = Array.from({ length: 60 }, (_none, seed) => randomMix(options, `${seed}`, { c: ['1', '2'] }))
  expect(new Set(mixes.map(({ a }) => a))).toEqual(new Set(['0', '1', '2']))
  expect(new Set(mixes.map(({ c }) => c))).toEqual(new Set(['1', '2']))
  expect(() => randomMix(options, '1', { c: ['3'] })).toThrow('no value of c')
})

test.each([
  ['one option', ['c']],
  ['two options together', ['a', 'f']],
  ['four options together', ['b', 'c', 'e', 'g']],
  ['the defaults', []],
])('a blame is traced to %s', async (_what, causes) => {
  const smallest = await shrink(odd, options, (mix) =>
    Promise.resolve(causes.every((name) => mix[name] === odd[name])),
  )
  expect(oddOptions(smallest, options)).toEqual(causes)
})

test('a trace to one of many options takes few runs', async () => {
  const many = Array.from({ length: 50 }, (_none, at) => ({
    name: `o${at}`,
    values: ['0', '1'],
    default: '0',
  }))
  const mix = Object.fromEntries(many.map(({ name }) => [name, '1']))
  let runs = 0
  const smallest = await shrink(mix, many, ({ o33 }) => {
    runs += 1
    return Promise.resolve(o33 === '1')
  })
  expect(nameOfMix(smallest, many)).toBe('o33=1')
  expect(runs).toBeLessThan(20)
})

test('a mix is named by what differs from the defaults', () => {
  expect(nameOfMix({ ...defaultMix(options), b: '2', g: '1' }, options)).toBe('b=2, g=1')
})
