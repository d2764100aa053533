import type { RequestHandler } from 'express'
import type { Worlds } from '../core/world/worlds.ts'
import type { ControlAccess } from './access.ts'

/** The control API, loaded with its first request: most front ends never make one. */
export function lazyControl(worlds: Worlds, access: ControlAccess): RequestHandler {
  let control: Promise<RequestHandler> | undefined
  return (request, response, next) => {
    control ??= import('./create-control.ts').then(({ createControl }) => createControl(worlds, access))
    control.then((handle) => handle(request, response, next)).catch(next)
  }
}
