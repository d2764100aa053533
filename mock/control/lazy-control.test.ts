import express, { type RequestHandler } from 'express'
import { expect, test } from 'vitest'
import { createWorlds } from '../options.ts'
import { createControl } from './create-control.ts'
import { lazyControl } from './lazy-control.ts'
import { listen } from '../http/listen.ts'

test('a control API that failed to load is loaded by the next request, and only once', async () => {
  const worlds = await createWorlds({ pets: 1 })
  let loads = 0
  const app = express()
  const load = (): Promise<RequestHandler> => {
    loads += 1
    return loads === 1
      ? Promise.reject(new Error('EMFILE: too many open files'))
      : Promise.resolve(createControl(worlds, { token: '' }))
  }
  app.use('/_mock', lazyControl(load))
  app.use((_error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
    response.sendStatus(500)
  })
  const server = await listen(app, worlds, '127.0.0.1', 0)
  const status = async (): Promise<number> =>
    (await fetch(`http://127.0.0.1:${server.port}/_mock/health`)).status
  expect([await status(), await status(), await status(), loads]).toEqual([500, 200, 200, 2])
  await server.stop(0)
})
