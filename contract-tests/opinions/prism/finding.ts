/** A breach of the OpenAPI document, as Prism sees it. */
export interface Finding {
  readonly message: string
  /** Where: `body.0.name`, `header.x-ratelimit-limit`; absent where it is the reply as a whole. */
  readonly path?: string
  readonly severity: 'error' | 'warning'
}
