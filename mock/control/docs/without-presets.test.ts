import { expect, test } from 'vitest'
import { withoutPresets } from './without-presets.ts'

test('only parameters that may be left out lose their examples', () => {
  const schema = { type: 'string', example: 'sold' }
  const optional = { name: 'status', in: 'query', schema }
  const required = { name: 'petId', in: 'path', required: true, example: 1 }
  const document = (one: object) => ({
    paths: {
      '/pets': {
        parameters: [required],
        get: { parameters: [one, required], responses: { '200': { content: { example: null } } } },
      },
    },
    components: { parameters: { Status: one }, securitySchemes: { key: { in: 'header', name: 'X' } } },
  })
  expect(withoutPresets(document({ ...optional, example: 'sold' }))).toEqual(document(optional))
})
