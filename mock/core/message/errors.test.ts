import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorBody, errors } from './errors.ts'

const codes = Object.keys(errors)

test.for(Object.entries(errors))(
  '%s is written in snake case and has an error status, %i',
  ([code, status]) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
  },
)

test('every error of the catalogue is used', () => {
  const mock = join(import.meta.dirname, '../..')
  const sources = readdirSync(mock, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /^(core|http)\/.*\.ts$/.test(path) && !/\.test\.ts$|core\/message\/errors\.ts$/.test(path),
    )
    .map((path) => readFileSync(join(mock, path), 'utf8'))
  const unused = codes.filter((code) => !sources.some((source) => source.includes(`'${code}'`)))
  expect(unused).toEqual([])
})

test.for([
  ['snake', 'pet_not_found'],
  ['kebab', 'pet-not-found'],
  ['screaming', 'PET_NOT_FOUND'],
  ['dotted', 'pet.not.found'],
] as const)('in the style %s a code is written %s', ([style, code]) => {
  const body = JSON.parse(errorBody('pet_not_found', 404, 'No pet', style)) as unknown
  expect(body).toEqual({ code, message: 'No pet', status: 404 })
})

test('a message is well-formed Unicode, whatever it quotes', () => {
  expect(errorBody('invalid_body', 400, 'a\ud83db', 'snake')).toContain('"a\ufffdb"')
})
