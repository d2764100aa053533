// The shop, with a mock in place of the service, at /petstore/v1 of the same server.
import express from 'express'
import { createApp } from 'petstore-mock'
import { createShop } from './app.js'

/** Listens at a port, 0 for any free one; resolves with the server, its mock, and its address. */
export async function start(port) {
  const petstore = await createApp({ pets: 20 })
  const app = express()
  // Before any body parser, which would round large integers.
  app.use('/petstore', petstore.app)
  let origin = ''
  app.use(createShop(() => `${origin}/petstore/v1`))
  const server = app.listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${server.address().port}`
  const stop = () => {
    petstore.endStreams()
    server.close()
  }
  return { origin, petstore: petstore.worlds.default, stop }
}

if (process.argv[1] === import.meta.filename) console.log(`${(await start(3000)).origin}/shop`)
