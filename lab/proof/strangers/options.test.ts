import { expect, test } from 'vitest'
import { arguable } from './arguable.ts'
import { breachesOf, lawfulOptions } from './options.ts'
import { strangers } from './strangers.ts'

const configurable = strangers.filter((one) => one.isConfigurable === true).map(({ name }) => name)

test('values are left out of strangers that have options', () => {
  expect(Object.keys(arguable).toSorted()).toEqual(configurable)
})

test.each(configurable)(
  '%s has 50 options, none without its default, and no value that is left out',
  (name) => {
    const options = lawfulOptions(name)
    expect(options.length).toBeGreaterThanOrEqual(50)
    for (const option of options) {
      expect(option.values).toContain(option.default)
      for (const value of Object.keys(arguable[name]?.[option.name] ?? {}))
        expect(option.values).not.toContain(value)
    }
    expect(options.map((option) => option.name)).toEqual(
      expect.arrayContaining(Object.keys(arguable[name] ?? {})),
    )
  },
)

test.each(configurable)('%s has 30 breaches, each of a clause and possible under lawful values', (name) => {
  const values = new Map(lawfulOptions(name).map((option) => [option.name, option.values]))
  const breaches = breachesOf(name)
  expect(breaches).toHaveLength(30)
  for (const { clauses, needs } of breaches) {
    expect(clauses.length).toBeGreaterThan(0)
    for (const [option, allowed] of Object.entries(needs))
      expect(values.get(option)).toEqual(expect.arrayContaining([...allowed]))
  }
})
