import type { ClientId } from './clients.ts'
import type { ClientResult } from './scenario-report.ts'

/** What happened to a client. Times in Unix milliseconds, by the world's clock. */
export type ScenarioEvent = Happening & { readonly at: number; readonly client: ClientId }

/** The same without when and to whom. */
export type Happening =
  | { readonly kind: 'sent' }
  /** `served` so far, and what is left in the window that the reply speaks of. */
  | { readonly kind: 'served'; readonly served: number; readonly remaining: number }
  /** `asked` is the wait that Retry-After asks for, in milliseconds. */
  | { readonly kind: 'refused'; readonly status: number; readonly asked: number | undefined }
  /** Neither served nor refused: a fault of the world, or a connection that was cut. */
  | { readonly kind: 'failed'; readonly what: string }
  | { readonly kind: 'banned'; readonly until: number }
  | { readonly kind: 'waiting'; readonly until: number }
  | { readonly kind: 'ended'; readonly result: ClientResult }
