import { describe, expect, test } from 'vitest'
import type { RecordedExchange } from './history.ts'
import { isOdd, ODD_CATEGORY, oddName, oddPetFinder } from './odd-pets.ts'
import { exchangeOf } from './testing/findings.ts'

const BARE = { id: 7 }

test.for<[what: string, pet: unknown, isOne: boolean]>([
  ['with an odd name', { name: oddName('run-1', 'status') }, true],
  ['with an odd name of a number', { name: oddName('run-1', 3) }, true],
  ['with the category of invalid bodies', { categoryId: ODD_CATEGORY }, true],
  ['with a name that goes on', { name: 'run-1-odd-status or more' }, false],
  ['with a name that is not whole', { name: 'run-1-odd-' }, false],
  ['with another name', { name: 'Rex', categoryId: 1 }, false],
  ['with a list of names', { name: ['run-1-odd-a'] }, false],
  ['that is none', null, false],
])('a pet %s was created by an invalid body: %3$s', ([_what, pet, isOne]) => {
  expect(isOdd(pet)).toBe(isOne)
})

/** The reply to an invalid body, or to a valid one. */
function reply(json: unknown, isInvalid = true): RecordedExchange {
  const { probe, ...exchange } = exchangeOf({ ask: 'POST /pets', json })
  return { ...exchange, probe: { ...probe, ...(isInvalid && { isInvalid }) } }
}

describe('a pet without name and category', () => {
  test.for<[what: string, exchanges: readonly RecordedExchange[], pet: unknown, isLeft: boolean]>([
    ['may be anybody’s', [], BARE, false],
    ['is left where an invalid body was answered with its id', [reply(BARE)], BARE, true],
    ['is not left where that was another id', [reply({ id: 8 })], BARE, false],
    ['is not left where the body was valid', [reply(BARE, false)], BARE, false],
    ['is not left where no reply had an id', [reply({})], {}, false],
    ['is left where a list shows odd pets', [reply([{ name: 'a-odd-b' }], false)], BARE, true],
    ['is not left where a list shows others', [reply([{ name: 'Rex' }], false)], BARE, false],
    ['is left where one of several is odd', [reply([BARE, { name: 'a-odd-b' }], false)], {}, true],
    ['but a name is not', [reply([{ name: 'a-odd-b' }])], { name: 'Rex' }, false],
    ['but a category is not', [reply([{ name: 'a-odd-b' }])], { categoryId: 1 }, false],
    ['but an odd name is left, whatever the replies', [], { name: 'a-odd-b', categoryId: 1 }, true],
    ['but what is no pet is not', [reply([{ name: 'a-odd-b' }])], 7, false],
  ])('%s', ([_what, exchanges, pet, isLeft]) => {
    expect(oddPetFinder(exchanges)(pet)).toBe(isLeft)
  })
})
