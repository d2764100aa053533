import { describe, expect, test } from 'vitest'
import { openapi } from './generated/openapi.ts'
import {
  documentedPaths,
  isSafe,
  limitBounds,
  matchPath,
  mayAddPet,
  mayChangePets,
  operationIds,
  operationOf,
  operations,
  pathOf,
  petStatuses,
  REMOVAL_OF_GET_PET,
} from './operations.ts'

/** The operations as openapi.yaml has them. */
const described = Object.entries<Record<string, { operationId: string; requestBody?: object }>>(
  openapi.paths,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, requestBody }]) => ({
    path,
    method: method.toUpperCase(),
    id: operationId,
    takesBody: requestBody !== undefined,
  })),
)

describe('the operation table', () => {
  test('has the facts of the document', () => {
    expect(operationIds).toEqual(described.map(({ id }) => id))
    expect(operationIds.map((id) => `${operations[id].method} ${operations[id].path}`)).toEqual(
      described.map(({ method, path }) => `${method} ${path}`),
    )
    expect(limitBounds).toEqual({ least: 1, most: 100, default: 20 })
    expect(petStatuses).toEqual(openapi.components.schemas.PetStatus.enum)
    expect(REMOVAL_OF_GET_PET).toBe(Date.UTC(2030, 11, 5))
    expect(operationIds.filter((id) => operations[id].deprecated)).toEqual(['getPet'])
    expect(operationIds.map(isSafe)).toEqual(described.map(({ method }) => method === 'GET'))
    expect(operationIds.map((id) => operations[id].takesBody)).toEqual(
      described.map(({ takesBody }) => takesBody),
    )
    expect(operations.createPet.statuses).toEqual([201, 400, 401, 429])
    expect(operations.listPets.success).toEqual({ status: 200, schema: 'Pets' })
    expect(operations.createPet.success).toEqual({ status: 201, schema: 'Pet' })
  })

  test('returns the methods of each path, HEAD with GET', () => {
    expect(documentedPaths.map(({ template }) => template)).toEqual(Object.keys(openapi.paths))
    for (const { template, operations } of documentedPaths) {
      const own = described.filter(({ path }) => path === template).map(({ method }) => method)
      const all = own.includes('GET') ? [...own, 'HEAD'] : own
      expect([...operations.keys()]).toEqual(all.toSorted())
    }
    expect([...(matchPath('/pets')?.operations.keys() ?? [])]).toEqual(['GET', 'HEAD', 'POST'])
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

test.for<[method: string, path: string, changes: boolean]>([
  ['POST', '/pets', true],
  ['POST', '/pets?limit=1', true],
  ['GET', '/pets', false],
  ['HEAD', '/pets/1', false],
  ['POST', '/pets/1', false],
  ['PATCH', '/pets', false],
])('%s %s may change pets: %s', ([method, path, changes]) => {
  expect(mayChangePets(method, path)).toBe(changes)
  expect(mayAddPet(method, path)).toBe(changes)
})

test('a petId that is written into a path is read back unchanged', () => {
  expect(pathOf('listPets')).toBe('/pets')
  for (const petId of ['7', '$&', '%2F', '-9223372036854775808']) {
    expect(matchPath(pathOf('getPet', petId))?.petId).toBe(petId)
  }
  expect(matchPath('/pets')?.petId).toBe('')
})
