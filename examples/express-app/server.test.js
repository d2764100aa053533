import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { start } from './server.js'

let shop
before(async () => (shop = await start(0)))
beforeEach(() => shop.petstore.reset())
after(() => shop.stop())

test('the shop names the pets that are available', async () => {
  shop.petstore.pets.add({ name: 'Rex', categoryId: 2, status: 'available' })
  shop.petstore.pets.add({ name: 'Zoë', categoryId: 2, status: 'sold' })
  const text = await (await fetch(`${shop.origin}/shop`)).text()
  assert.match(text, /^Rex$/m)
  assert.doesNotMatch(text, /Zoë/)
})

test('over the limit it says when to come back', async () => {
  shop.petstore.clock.set('2030-01-01T12:00:30Z')
  shop.petstore.clock.freeze()
  shop.petstore.keys.setRemaining('free-demo-key', { minute: 0 })
  const response = await fetch(`${shop.origin}/shop`)
  assert.deepEqual([response.status, response.headers.get('Retry-After')], [503, '30'])
})
