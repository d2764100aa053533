/** When a request reached the machine, in real milliseconds since a moment that all instances of the mock share. */
export interface Arrival {
  readonly at: number
  /** The earliest moment at which its client can have decided to send it, where that was before. */
  readonly askedAt: number | undefined
}

/** A refusal without a retry so far. Times by the world's clock, Unix milliseconds. */
export interface Wait {
  readonly since: number
  /** The instant that the reply named. */
  readonly until: number
  /** How long the client had waited before that refusal; `undefined` for the first of a row. */
  readonly waitedBefore: number | undefined
  /** When the refused request arrived, in real milliseconds. */
  readonly refusedAt: number
}

/** A refused client: its refusals without a retry so far, and what it can know of them, in real milliseconds. */
export interface WaitingClient {
  waits: Wait[]
  /** When the first request was refused since the client was served, or had waited. */
  refusedAt: number
  /** When such a refusal had left, and everything had been read that had reached the machine by then. */
  leftAt: number | undefined
  /** When the client had shown that it had read such a refusal. */
  readAt: number | undefined
}

/** How long a reply may be on its way to a client, or a request on its way from it: a busy machine has needed one second. */
export const ON_ITS_WAY_MS = 2000

/** Within what time a browser has read a reply that has left, where it shows later that it has read it. */
export const READ_BY_BROWSER_MS = 500

export function newWaitingClient(refusedAt: number): WaitingClient {
  return { waits: [], refusedAt, leftAt: undefined, readAt: undefined }
}

/** Begins a row of refusals: the client has waited, so that what it knew before does not count. */
export function beginRow(client: WaitingClient, refusedAt: number): void {
  client.refusedAt = refusedAt
  client.leftAt = undefined
  client.readAt = undefined
}

/**
 * Whether a request was sent by a client that knew of its refusal. Its client had read a refusal before its connection was
 * opened, or a browser can have queued it, or, of any other request, before it arrived. Or the first refusal had left so long
 * before that it must have arrived. All others can have been in flight: no clock distinguishes a request that crossed the refusal
 * from a retry. A retry over a connection of its own, at once after the refusal, is one of them: a busy client opens such a
 * connection too for a request that it has begun before it comes to read. And so is one whose connection is seen in the turn in
 * which the old one is seen to end.
 */
export function knowsOfRefusal({ leftAt, readAt }: WaitingClient, { at, askedAt = at }: Arrival): boolean {
  if (readAt !== undefined && askedAt >= readAt) return true
  return leftAt !== undefined && at - leftAt > ON_ITS_WAY_MS
}

/** Records that a refusal has left, unless the client has waited since. */
export function recordLeft(client: WaitingClient, refusedAt: number, at: number): void {
  if (refusedAt >= client.refusedAt) client.leftAt ??= at
}

/** Records that the client has read a refusal, unless it has waited since. */
export function recordRead(client: WaitingClient, refusedAt: number, at: number): void {
  if (refusedAt >= client.refusedAt) client.readAt ??= at
}

/**
 * The same of a browser, which shows it by the request that it sends next over the connection. A page asks for that some time before, so that
 * the first retry would never be one of a client that knew, had it read the refusal only then.
 */
export function recordReadByBrowser(client: WaitingClient, refusedAt: number, at: number): void {
  const { leftAt = at } = client
  recordRead(client, refusedAt, Math.min(at, leftAt + READ_BY_BROWSER_MS))
}
