import { expect, test as base } from 'vitest'
import { petstore } from 'petstore-mock/vitest'

const headers = { Authorization: 'Bearer free-demo-key' }

const test = base.extend(petstore({ pets: 3 }))
const alsoAt = base.extend(petstore({ baseUrl: 'https://api.example.com/v1', pets: 5 }))

test('each test has a mock of its own', async ({ petstore }) => {
  const response = await fetch(`${petstore.baseUrl}/pets`, { headers })
  expect(await response.json()).toHaveLength(3)
  expect(petstore.report('free-demo-key').requests).toBe(1)
})

test('the next test has another mock', ({ petstore }) => {
  expect(petstore.report('free-demo-key').requests).toBe(0)
})

alsoAt('or it is where the service is', async ({ petstore }) => {
  const response = await fetch(new Request('https://api.example.com/v1/pets', { headers }))
  expect(await response.json()).toHaveLength(5)
  petstore.clock.freeze()
  petstore.keys.setRemaining('free-demo-key', { minute: 0 })
  expect((await fetch('https://api.example.com/v1/pets', { headers })).status).toBe(429)
})
