import express, { type Express } from 'express'
import { lazyControl, type ControlAccess } from './control/lazy-control.ts'
import type { Worlds } from './core/world/worlds.ts'
import { onTimers, sleepUntil } from './edge/deliver.ts'
import { lastResort } from './http/last-resort.ts'
import { serviceHandler } from './http/service-handler.ts'

/** An Express app with the service and its control API. It does not listen. */
export function createExpressApp(worlds: Worlds, access: ControlAccess): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(serviceHandler(worlds, sleepUntil(access.until, onTimers)))
  app.use(
    '/_mock',
    lazyControl(async () => {
      const { createControl } = await import('./control/create-control.ts')
      return createControl(worlds, access)
    }),
  )
  app.use(lastResort)
  return app
}
