import express, { type Express } from 'express'
import { setTimeout as wait } from 'node:timers/promises'
import type { Worlds } from '../core/world/worlds.ts'
import { lazyControl } from '../control/lazy-control.ts'
import type { ControlAccess } from '../control/access.ts'
import { lastResort } from './last-resort.ts'
import { serviceHandler } from './service-handler.ts'
import type { Sleep } from './send-harmed.ts'

const onTimers: Sleep = (milliseconds, signal) =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined)

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
