import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { lazyControl, type ControlAccess } from './control/lazy-control.ts'
import type { Worlds } from './core/world/worlds.ts'
import { onTimers, sleepUntil } from './edge/deliver.ts'
import { lastResort } from './http/last-resort.ts'
import { serviceHandler } from './http/service-handler.ts'

/**
 * The service and its control API for a server of their own. The service answers without Express, because routing through
 * Express would cost more than the service itself. The first request for the control API loads Express.
 */
export function createListener(worlds: Worlds, access: ControlAccess, sleep = onTimers): RequestListener {
  const serve = serviceHandler(worlds, sleepUntil(access.until, sleep))
  const control = lazyControl<IncomingMessage, ServerResponse>(async () => {
    const { createControlApp } = await import('./control/create-control.ts')
    return createControlApp(worlds, access)
  })
  return (request, response) => {
    const next = (error?: unknown): void => {
      if (error === undefined) control(request, response, next)
      else lastResort(error, request, response)
    }
    try {
      serve(request, response, next)
    } catch (error) {
      lastResort(error, request, response)
    }
  }
}
