import { expect, test } from 'vitest'
import { runOn, testService } from '../../lab/proof/test-service.ts'
import { lists, onHeader } from '../../lab/proof/violations/mutate.ts'

test.for([
  ['/v1/pets', 'a link that leads to no other page: status 200 for GET /pets'],
  ['/v1/pets?limit=1', 'a link that leads to no other page: status 200 for GET /pets?limit=1'],
  // Whoever has these would be given the key.
  ['/v1/petshops', undefined],
  ['https://elsewhere.example/v1/pets', undefined],
])('a Link to %s is followed where it leads to lists: %s', async ([target, detail]) => {
  const overlay = onHeader(lists, 'link', `<${target}>; rel="next"`)
  const { choices } = await runOn(await testService(overlay, { mock: { pets: 60 } }))
  expect(choices.find(({ id }) => id === 'further-pages')?.detail).toBe(detail)
})
