import { describe, expect, test } from 'vitest'
import { openapi } from './generated/openapi.ts'
import {
  documentedPaths,
  limitBounds,
  matchPath,
  operationIds,
  operationOf,
  operations,
  pathOf,
  petStatuses,
  REMOVAL_OF_GET_PET,
} from './operations.ts'

describe('the operation table', () => {
  test('has the facts of the document', () => {
    expect(operationIds).toEqual(['listPets', 'createPet', 'getPet'])
    expect(limitBounds).toEqual({ least: 1, most: 100, default: 20 })
    expect(petStatuses).toEqual(openapi.components.schemas.PetStatus.enum)
    expect(REMOVAL_OF_GET_PET).toBe(Date.UTC(2030, 11, 5))
    expect(operationIds.filter((id) => operations[id].deprecated)).toEqual(['getPet'])
    expect(operations.createPet.statuses).toEqual([201, 400, 401, 429])
  })

  test('tells the methods of each path, HEAD with GET', () => {
    const methods = documentedPaths.map(({ template, operations }) => [template, ...operations.keys()])
    expect(methods).toEqual([
      ['/pets', 'GET', 'HEAD', 'POST'],
      ['/pets/{petId}', 'GET', 'HEAD'],
    ])
  })
})

test.for<[method: string, path: string, operation: string | undefined]>([
  ['GET', '/pets', 'listPets'],
  ['HEAD', '/pets?limit=1', 'listPets'],
  ['POST', '/pets', 'createPet'],
  ['GET', '/pets/1', 'getPet'],
  ['HEAD', '/pets/a%2Fb?x=/pets', 'getPet'],
  ['PUT', '/pets', undefined],
  ['POST', '/pets/1', undefined],
  ['get', '/pets', undefined],
  ['GET', '/pets/', undefined],
  ['GET', '/pets/1/', undefined],
  ['GET', '/v1/pets', undefined],
  ['GET', '', undefined],
])('%s %s asks for %s', ([method, path, operation]) => {
  expect(operationOf(method, path)).toBe(operation)
})

test('a path gives back the petId that was written into it, as it was', () => {
  expect(pathOf('listPets')).toBe('/pets')
  for (const petId of ['7', '$&', '%2F', '-9223372036854775808']) {
    expect(matchPath(pathOf('getPet', petId))?.petId).toBe(petId)
  }
  expect(matchPath('/pets')?.petId).toBe('')
})
