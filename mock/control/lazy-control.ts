import type { RequestHandler } from 'express'
import type { Worlds } from '../core/world/worlds.ts'

/** Who may use the control API, and for how long. */
export interface ControlAccess {
  /** What a request that did not come over loopback must present as a bearer token; empty, and none is let in. */
  readonly token: string
  /** Pages of these origins may use it besides its own; none where it is not said. */
  readonly allowOrigins?: readonly string[] | undefined
  /** Ends the event streams and the delays of faults, which would keep a server from closing. */
  readonly until?: AbortSignal | undefined
}

/** The control API, loaded with its first request: most front ends never make one. */
export function lazyControl(
  worlds: Worlds,
  access: ControlAccess,
  importControl = () => import('./create-control.ts'),
): RequestHandler {
  let control: Promise<RequestHandler> | undefined
  const load = async (): Promise<RequestHandler> => {
    try {
      const { createControl } = await importControl()
      return createControl(worlds, access)
    } catch (error) {
      // A moment without file descriptors must not last until the next start.
      control = undefined
      throw error
    }
  }
  return (request, response, next) => {
    control ??= load()
    control.then((handle) => handle(request, response, next)).catch(next)
  }
}
