/** How one client has behaved: what the client report is made of. Times in Unix milliseconds, waits in milliseconds. */
export interface ClientStatistics {
  requests: number
  refused: number
  /** Requests sent before the last Retry-After had passed (LIMIT-14). */
  early: number
  /** Waits between two refusals that were longer than the one before, and those that were not (LIMIT-15). */
  waitsGrown: number
  waitsNotGrown: number
  bans: number
  deprecatedCalls: number
  lastWait: number | undefined
  lastRefusal: number | undefined
  waitUntil: number
}

export function newStatistics(): ClientStatistics {
  return {
    requests: 0,
    refused: 0,
    early: 0,
    waitsGrown: 0,
    waitsNotGrown: 0,
    bans: 0,
    deprecatedCalls: 0,
    lastWait: undefined,
    lastRefusal: undefined,
    waitUntil: 0,
  }
}

/** One request as the client report sees it. */
export interface ClientRequest {
  readonly now: number
  /** The Retry-After that it was refused with, in seconds; `undefined` when it was served. */
  readonly retryAfter: number | undefined
  readonly earnedBan: boolean
  readonly deprecated: boolean
}

/** Notes a request: whether it was sent too early, how long the client had waited, and whether it was refused. */
export function noteRequest(
  statistics: ClientStatistics,
  { now, retryAfter, earnedBan, deprecated }: ClientRequest,
): void {
  statistics.requests += 1
  // A clock that was set back to before the refusal has not been waited for by anyone.
  const { lastRefusal = 0, waitUntil } = statistics
  if (now >= lastRefusal && now < waitUntil) statistics.early += 1
  if (deprecated) statistics.deprecatedCalls += 1
  if (statistics.lastRefusal !== undefined) noteWait(statistics, now - statistics.lastRefusal)
  if (retryAfter === undefined) {
    // Served: the next refusal starts a new row of waits.
    statistics.lastRefusal = undefined
    statistics.lastWait = undefined
    return
  }
  statistics.refused += 1
  if (earnedBan) statistics.bans += 1
  statistics.lastRefusal = now
  statistics.waitUntil = now + retryAfter * 1000
}

/** Forgets what the client was told to wait for: someone freed its key, so that the next request is no fault of the client. */
export function forgetWait(statistics: ClientStatistics): void {
  statistics.waitUntil = 0
}

function noteWait(statistics: ClientStatistics, wait: number): void {
  if (statistics.lastWait !== undefined) {
    if (wait > statistics.lastWait) statistics.waitsGrown += 1
    else statistics.waitsNotGrown += 1
  }
  statistics.lastWait = wait
}

/** One key's line of the client report. */
export interface ClientReport {
  readonly requests: number
  /** 429s received. */
  readonly refused: number
  /** Requests sent before the Retry-After of the last 429 had passed. */
  readonly earlyRetries: number
  /** Whether the waits between one refusal and the next grew; `unknown` before there were two in a row. */
  readonly backoff: 'growing' | 'not-growing' | 'unknown'
  readonly bans: number
  readonly deprecatedCalls: number
}

export function clientReport(statistics: ClientStatistics): ClientReport {
  return {
    requests: statistics.requests,
    refused: statistics.refused,
    earlyRetries: statistics.early,
    backoff: backoff(statistics),
    bans: statistics.bans,
    deprecatedCalls: statistics.deprecatedCalls,
  }
}

function backoff({ waitsGrown, waitsNotGrown }: ClientStatistics): ClientReport['backoff'] {
  if (waitsGrown + waitsNotGrown === 0) return 'unknown'
  return waitsGrown > waitsNotGrown ? 'growing' : 'not-growing'
}
