import express from 'express'

/** A shop that asks the Pet Store service at an address, and passes a 429 on as a 503. */
export function createShop(baseUrl) {
  const shop = express.Router()
  shop.get('/shop', async (request, response) => {
    const reply = await fetch(`${baseUrl()}/pets?status=available`, {
      headers: { Authorization: 'Bearer free-demo-key' },
    })
    if (reply.status === 429) {
      response.status(503).set('Retry-After', reply.headers.get('Retry-After')).send('Come back soon')
      return
    }
    const pets = await reply.json()
    response.send(pets.map(({ name }) => name).join('\n'))
  })
  return shop
}
