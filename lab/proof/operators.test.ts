import { describe, expect, test } from 'vitest'
import { clauses } from '../../spec/clauses.ts'
import { judgeOperator } from './judge-operator.ts'
import { isHeldBack, operators } from './operators/index.ts'
import { nameOf } from './operators/operator.ts'
import { sampledOperators } from './sample.ts'

test('there are at least 2,000 with different names, and a tenth of them is held back', () => {
  expect(operators.length).toBeGreaterThanOrEqual(2000)
  expect(new Set(operators.map(nameOf)).size).toBe(operators.length)
  const share = operators.filter(isHeldBack).length / operators.length
  expect(Math.round(share * 100)).toBe(10)
})

test('a sample covers each clause that any operator may break, and is the same each time', () => {
  const sample = sampledOperators('1')
  const covered = new Set(sample.flatMap((at) => operators[at]?.mayBreak ?? []))
  const all = new Set(operators.flatMap(({ mayBreak }) => mayBreak))
  expect(clauses.filter(({ id }) => all.has(id) && !covered.has(id))).toEqual([])
  expect(sampledOperators('1')).toEqual(sample)
})

// Each of these was once missed, or reported on a wrong clause.
describe('a default run reports a clause that is broken, and no other', () => {
  test.for([
    'a request of createPet: charged to the second key too, always',
    'a request of getPet: charged to the second key too, always',
    'x-ratelimit-remaining: one up, with 400',
    'x-ratelimit-remaining: stale, with 400',
    'what is stored: what was refused with 415, always',
    'what is found: the first pet for every id that is none, always',
    'id in listPets: one down, always',
    'id in listPets: stale, of pets that the run added',
    'id in createPet: one up, always',
    'a list: in an array, one time in two',
    'id in listPets: in an array, one time in two',
    'id in listPets: zero, after the tenth',
  ])('%s', async (name) => {
    expect(await verdictOn(name)).toEqual({ outcome: 'right', run: 'a default run' })
  })

  test('429 of createPet: 403, and an error body, with --exhaust --ban', async () => {
    const verdict = await verdictOn('429 of createPet: 403, and an error body, always')
    expect(verdict).toEqual({ outcome: 'right', run: '--exhaust --ban' })
  })
})

async function verdictOn(name: string): Promise<{ outcome: string; run: string }> {
  const operator = operators.find((one) => nameOf(one) === name)
  if (operator === undefined) throw new Error(`there is no operator ${name}`)
  const { outcome, run } = await judgeOperator(operator)
  return { outcome, run }
}
