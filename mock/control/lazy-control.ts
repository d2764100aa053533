import type { Proxied } from './message/views.ts'

/** Who may use the control API, and for how long. */
export interface ControlAccess {
  /** The bearer token that requests from elsewhere than loopback must send. Empty: all of them are refused. */
  readonly token: string
  /** Pages of these origins may use it besides those of its own origin. Default: none. */
  readonly allowOrigins?: readonly string[] | undefined
  /** Ends the event streams and the delays of faults, so that a server can close. */
  readonly until?: AbortSignal | undefined
  /** The service that the default world stands before, if it is that of a proxy. */
  readonly proxied?: Proxied | undefined
}

/** An Express handler, without Express's types. */
type Handler<Asked, Answer> = (request: Asked, response: Answer, next: (error?: unknown) => void) => unknown

/** A handler that its first request loads: most front ends never use the control API. */
export function lazyControl<Asked, Answer>(
  load: () => Promise<Handler<Asked, Answer>>,
): Handler<Asked, Answer> {
  let control: Promise<Handler<Asked, Answer>> | undefined
  return (request, response, next) => {
    control ??= load().catch((error: unknown) => {
      // Loading may fail for a moment, for example without file descriptors; the next request tries again.
      control = undefined
      throw error
    })
    control.then((handle) => handle(request, response, next)).catch(next)
  }
}
