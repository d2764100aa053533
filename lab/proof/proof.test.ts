import { describe, expect, test } from 'vitest'
import { clauses } from '../../spec/clauses.ts'
import { violations } from './violations/index.ts'
import { checkLawful } from './check-lawful.ts'
import { detect } from './detect.ts'
import { lawfulServices, troubles } from './lawful.ts'

// A small part of what `npm run lab -- proof` runs.
const oneOfEachNeed = Array.from(
  Map.groupBy(violations, ({ needs }) => needs).values(),
  ([first]) => first,
).filter((violation) => violation !== undefined)

describe('violations', () => {
  test('there are at least 150, and no two of a clause have the same name', () => {
    expect(violations.length).toBeGreaterThanOrEqual(150)
    const names = violations.map(({ breaks, name }) => `${breaks.join()} ${name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('every promise has three, except where fewer are possible', () => {
    const fewer = clauses.flatMap(({ id, level, party }) => {
      const count = violations.filter(({ breaks }) => breaks.includes(id)).length
      return level === 'must' && party !== 'client' && count < 3 ? [`${id} ${count}`] : []
    })
    // No reply can show that BASE-4 is broken.
    expect(fewer).toEqual(['BASE-4 0'])
  })

  test.for(oneOfEachNeed)('$name: $breaks.0', async (violation) => {
    const { broken, faults, elsewhere } = await detect(violation)
    expect([broken, faults]).toEqual([violation.breaks, []])
    expect([elsewhere.broken, elsewhere.faults]).toEqual([elsewhere.due, []])
  })
})

describe('a lawful service is blamed for nothing, and its choices are read correctly twice', () => {
  // The last mix with each trouble.
  const some = lawfulServices().slice(-troubles.length)
  test.for(some)('$name: $trouble', async (lawful) => {
    const { broken, faults, misread, drifted } = await checkLawful(lawful)
    expect({ broken, faults, misread, drifted }).toEqual({ broken: [], faults: [], misread: [], drifted: [] })
  })
})
