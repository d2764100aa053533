import express, { type Express } from 'express'
import type { Worlds } from '../core/world/worlds.ts'
import { lazyControl } from '../control/lazy-control.ts'
import type { ControlAccess } from '../control/access.ts'
import { lastResort } from './last-resort.ts'
import { serviceHandler } from './service-handler.ts'
import { onTimers } from '../edge/deliver.ts'

/** An Express app that is the service and its control API. It does not listen. */
export function createExpressApp(worlds: Worlds, access: ControlAccess, sleep = onTimers): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(serviceHandler(worlds, sleep))
  app.use('/_mock', lazyControl(worlds, access))
  app.use(lastResort)
  return app
}
