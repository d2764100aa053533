import { describe, expect, test } from 'vitest'
import { clauses } from '../../spec/clauses.ts'
import { violations } from './violations/index.ts'
import { checkLawful } from './check-lawful.ts'
import { detect } from './detect.ts'
import { lawfulServices, troubles } from './lawful.ts'

// A part that stands for the whole, which `npm run lab -- proof` runs.
const oneOfEachNeed = Array.from(
  Map.groupBy(violations, ({ needs }) => needs).values(),
  ([first]) => first,
).filter((violation) => violation !== undefined)

describe('violations', () => {
  test('there are at least 150, each with a name of its own within its clause', () => {
    expect(violations.length).toBeGreaterThanOrEqual(150)
    const names = violations.map(({ breaks, name }) => `${breaks.join()} ${name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('every promise has three, but where fewer ways are open', () => {
    const fewer = clauses.flatMap(({ id, level, party }) => {
      const count = violations.filter(({ breaks }) => breaks.includes(id)).length
      return level === 'must' && party !== 'client' && count < 3 ? [`${id} ${count}`] : []
    })
    // BASE-4 cannot be broken visibly; Reset and the second count have been told in all ways we know.
    expect(fewer).toEqual(['BASE-4 0', 'LIMIT-11 2'])
  })

  test.for(oneOfEachNeed)('$name: $breaks.0', async (violation) => {
    const { broken, faults, elsewhere } = await detect(violation)
    expect([broken, faults]).toEqual([violation.breaks, []])
    expect([elsewhere.broken, elsewhere.faults]).toEqual([elsewhere.due, []])
  })
})

describe('a lawful service is blamed for nothing, and read rightly twice', () => {
  // The last mix with each trouble.
  const some = lawfulServices().slice(-troubles.length)
  test.for(some)('$name: $trouble', async (lawful) => {
    const { broken, faults, misread, drifted } = await checkLawful(lawful)
    expect({ broken, faults, misread, drifted }).toEqual({ broken: [], faults: [], misread: [], drifted: [] })
  })
})
