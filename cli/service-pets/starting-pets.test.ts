import { expect, test } from 'vitest'
import { parsePetsFile } from '../../fixtures/data-file.ts'
import { parseJson } from '../../spec/exact-json/json.ts'
import { jsonLines, oldestFirst, startingPets } from './starting-pets.ts'

const read = (text: string) => startingPets(parseJson(text) as readonly unknown[])

test('the documented fields stay as they are, with every digit', () => {
  const text = '[{"id":9007199254740993,"name":"Жора 🐶","categoryId":-9223372036854775808,"status":"sold"}]'
  const { pets, ...rest } = read(text)
  expect(pets).toEqual(parseJson(text))
  expect(rest).toEqual({
    leftOut: { count: 0, reasons: [] },
    nullStatuses: 0,
    dropped: { count: 0, names: [] },
  })
})

test('a pet without a status, or with the status null, has none', () => {
  const { pets, nullStatuses } = read(
    '[{"id":1,"name":"A","categoryId":1},{"id":2,"name":"B","categoryId":1,"status":null}]',
  )
  expect(pets).toEqual([
    { id: 1, name: 'A', categoryId: 1 },
    { id: 2, name: 'B', categoryId: 1 },
  ])
  expect(nullStatuses).toBe(1)
})

test('fields that the document does not name are dropped, and the first of them named', () => {
  const { pets, dropped } = read(
    '[{"id":1,"name":"A","categoryId":1,"z":1,"__proto__":2},{"id":2,"name":"B","categoryId":1,"b":[],"a":{"x":1}}]',
  )
  expect(pets).toEqual([
    { id: 1, name: 'A', categoryId: 1 },
    { id: 2, name: 'B', categoryId: 1 },
  ])
  expect(dropped).toEqual({ count: 4, names: ['__proto__', 'a', 'b'] })
})

test.for([
  ['{"name":"A","categoryId":1}', 'an item without an id'],
  ['{"id":"7","name":"A","categoryId":1}', 'pet 7: id must be an integer from'],
  [
    '{"id":9223372036854775808,"name":"A","categoryId":1}',
    'pet 9223372036854775808: id must be an integer from',
  ],
  ['{"id":7,"categoryId":1}', 'pet 7: name is required'],
  ['{"id":7,"name":null,"categoryId":1}', 'pet 7: name must be a string'],
  ['{"id":7,"name":"A","categoryId":1.5}', 'pet 7: categoryId must be an integer from'],
  ['{"id":7,"name":"A","categoryId":1,"status":"lost"}', 'pet 7: status must be one of'],
  ['"Rex"', 'Rex is no object'],
  ['null', 'null is no object'],
  ['[1]', '[1] is no object'],
])('an item that no world can start with is left out, with the reason: %s', ([item, reason]) => {
  const { pets, leftOut } = read(`[${item},{"id":1,"name":"A","categoryId":1}]`)
  expect(pets).toHaveLength(1)
  expect(leftOut).toEqual({ count: 1, reasons: [expect.stringContaining(reason ?? '')] })
})

test('of many reasons the first are named', () => {
  const { leftOut } = read(`[${Array.from({ length: 50 }, (_, at) => `{"id":${at}}`).join(',')}]`)
  expect(leftOut.count).toBe(50)
  expect(leftOut.reasons).toHaveLength(3)
})

test('the newest of a list come last', () => {
  const { pets } = read('[{"id":2,"name":"B","categoryId":1},{"id":1,"name":"A","categoryId":1}]')
  expect(oldestFirst(pets, 'newest').map(({ id }) => id)).toEqual([1, 2])
  for (const order of ['oldest', 'arbitrary', undefined] as const) expect(oldestFirst(pets, order)).toBe(pets)
})

test('a file of pets has one on each line, and --data reads it', () => {
  const { pets } = read(
    '[{"id":9223372036854775807,"name":"A\\nB","categoryId":1},{"id":2,"name":"B","categoryId":2}]',
  )
  expect(jsonLines(pets).split('\n')).toHaveLength(4)
  expect(parsePetsFile(jsonLines(pets), 'pets.json')).toEqual(pets)
  expect(parsePetsFile(jsonLines([]), 'pets.json')).toEqual([])
})
