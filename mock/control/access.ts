/** Who may use the control API. */
export interface ControlAccess {
  /** What a request that did not come over loopback must present as a bearer token. */
  readonly token: string
}
