import { expect, test } from 'vitest'
import { readJson, type Exchange } from '../engine/exchange.ts'
import { create, list, LONGEST_PAGE } from './requests.ts'
import { isAddedIn } from './whole-list.ts'

const PET = { id: 7, name: 'Rex', categoryId: 1 }
const creation = exchange(3, 2, 201, PET)

function exchange(id: number, after: number, status: number, json: object): Exchange {
  const probe = status === 201 ? create({}) : list(LONGEST_PAGE)
  const body = JSON.stringify(json)
  return { id, after, probe, status, headers: {}, body, json: readJson(body), sent: 0, received: 0 }
}

test.for<[what: string, page: Exchange, isIn: boolean | undefined]>([
  ['sent after it had been answered has the pet', exchange(4, 3, 200, [PET]), true],
  ['sent after it had been answered lacks the pet', exchange(4, 3, 200, []), false],
  ['sent before it was answered lacks the pet, which proves nothing', exchange(4, 2, 200, []), undefined],
  ['answered before it lacks the pet, which proves nothing', exchange(2, 1, 200, []), undefined],
  ['sent before it was answered has the pet', exchange(4, 2, 200, [PET]), true],
])('of a creation, a list that was %s', ([, page, isIn]) => {
  const pets = Array.isArray(page.json) ? page.json : []
  expect(isAddedIn({ pages: [page], pets, isWhole: true }, creation)).toBe(isIn)
})
