/** Who may use the control API, and for how long. */
export interface ControlAccess {
  /** What a request that did not come over loopback must present as a bearer token; empty, and none is let in. */
  readonly token: string
  /** Ends the event streams, which would keep a server from closing; they go on for ever where it is not said. */
  readonly until?: AbortSignal | undefined
}
