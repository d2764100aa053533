/** Who may use the control API, and for how long. */
export interface ControlAccess {
  /** What a request that did not come over loopback must present as a bearer token; empty, and none is let in. */
  readonly token: string
  /** Pages of these origins may use it besides its own; none where it is not said. */
  readonly allowOrigins?: readonly string[] | undefined
  /** Ends the event streams and the delays of faults, which would keep a server from closing. */
  readonly until?: AbortSignal | undefined
}

/** As Express has it, told without Express. */
type Handler<Asked, Answer> = (request: Asked, response: Answer, next: (error?: unknown) => void) => unknown

/** A handler that is loaded with its first request: most front ends never make one to the control API. */
export function lazyControl<Asked, Answer>(
  load: () => Promise<Handler<Asked, Answer>>,
): Handler<Asked, Answer> {
  let control: Promise<Handler<Asked, Answer>> | undefined
  return (request, response, next) => {
    control ??= load().catch((error: unknown) => {
      // A moment without file descriptors must not last until the next start.
      control = undefined
      throw error
    })
    control.then((handle) => handle(request, response, next)).catch(next)
  }
}
