/** A transaction as Dredd 14.1 hands it to hooks, as much of it as ours touch. Hooks change it in place. */
export interface Transaction {
  readonly request: { readonly method: string; headers: Record<string, string>; body: string }
  /** What is sent for: the path of the base address, the path of the operation, the query. */
  fullPath: string
  readonly expected: {
    readonly statusCode: string
    headers: Record<string, string>
    body?: string
    /** JSON Schema, which the body is held to in the place of the example. */
    bodySchema?: object
  }
  /** The reply, once it is there. */
  readonly real?: {
    readonly statusCode: number
    readonly headers: Record<string, string>
    readonly body?: string
  }
  readonly origin: { readonly resourceName: string }
  skip: boolean
}

/** What Dredd says of a transaction when it is through with it. */
export interface Verdict {
  /** One line for each thing that is wrong. */
  readonly message: string
}
