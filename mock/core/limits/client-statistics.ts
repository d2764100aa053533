import { MOST } from '../memory/bounds.ts'
import { BoundedMap } from './bounded-map.ts'

/** The behaviour of the clients of one key: the data of the client report. Waits in milliseconds of the world. */
export interface ClientStatistics {
  requests: number
  refused: number
  early: number
  inFlight: number
  /** Waits before a retry that were longer than the one before, and those that were not (LIMIT-15). */
  waitsGrown: number
  waitsNotGrown: number
  bans: number
  deprecatedCalls: number
  /** Whether a wait began or ended while the world's clock ran at another speed than the clients'. */
  atOtherSpeed: boolean
  /** Clients that were refused and have not been served since, by name; `undefined` where there are none. */
  waiting: BoundedMap<WaitingClient> | undefined
}

/** A refusal without a retry so far. Times by the world's clock, Unix milliseconds. */
interface Wait {
  readonly since: number
  /** The instant that the reply named. */
  readonly until: number
  /** How long the client had waited before that refusal; `undefined` for the first of a row. */
  readonly waitedBefore: number | undefined
  /** When the refused request arrived, in real milliseconds since some moment. */
  readonly refusedAt: number
}

/** A refused client, with its refusals without a retry so far. */
export interface WaitingClient {
  waits: Wait[]
  /** When the first refusal since the client was served, or had waited, was sent; `undefined` while it has not been. */
  sentAt: number | undefined
}

/** How long the first request of a connection may be on its way, in real milliseconds. */
const ON_ITS_WAY_MS = 100

/** Waits that differ by less are equal: timers, networks and processors are not exact. In real milliseconds, and as a share. */
const NOISE_MS = 50
const NOISE_SHARE = 0.1

export function newStatistics(): ClientStatistics {
  return {
    requests: 0,
    refused: 0,
    early: 0,
    inFlight: 0,
    waitsGrown: 0,
    waitsNotGrown: 0,
    bans: 0,
    deprecatedCalls: 0,
    atOtherSpeed: false,
    waiting: undefined,
  }
}

/** One request as the client report sees it. */
export interface ClientRequest {
  /** Distinguishes programs that use the same key. */
  readonly client: string
  /** When it arrived, by the world's clock. */
  readonly now: number
  /** The same in real milliseconds since some moment. */
  readonly arrivedAt: number
  /** When its connection was opened, since that moment too, where it is the first request of one. */
  readonly openedAt: number | undefined
  /** How fast the world's clock runs. */
  readonly speed: number
  /** The refusal by the meter; `undefined` where it was admitted. */
  readonly refusal:
    | { readonly status: number; readonly until: number; readonly earnedBan: boolean }
    | undefined
  readonly deprecated: boolean
}

/** Counts an admitted request of a key none of whose clients waits: nothing else is to be recorded of it. */
export function countRequest(statistics: ClientStatistics, deprecated: boolean): void {
  statistics.requests += 1
  if (deprecated) statistics.deprecatedCalls += 1
}

/**
 * Records a request: whether it was sent too early, how long its client had waited, and whether it was refused. True where
 * its reply is the first refusal that the client gets: when that is sent is to be recorded too (`recordSent`).
 *
 * Who is "the client"? Several workers may share a key, and no request says which of them sent it. Programs are
 * distinguished by address and User-Agent. Of those that look alike, each refusal is one wait, and the first request after
 * the end of one of these waits has waited: so a refusal of one worker does not prolong the wait of another. A request that
 * is served ends all of them. Connections say nothing: one client has several (fetch alternates between two), and many use
 * a new one each time.
 *
 * A request that arrives before any wait is over is early, unless it was in flight: it arrived before the first refusal was
 * sent, or by a connection that was opened before and had brought none yet. A worker that looks like another one, and has
 * not been refused itself, is early like that one. A User-Agent for each worker helps.
 */
export function recordRequest(statistics: ClientStatistics, request: ClientRequest): boolean {
  const { client, refusal, arrivedAt } = request
  countRequest(statistics, request.deprecated)
  const before = statistics.waiting?.use(client)
  if (!refusal) {
    if (before) endWaits(statistics, before, request)
    return false
  }
  const waitedBefore = before && judge(statistics, before, request)
  if (refusal.status === 429) statistics.refused += 1
  if (refusal.earnedBan) statistics.bans += 1
  if (request.speed !== 1) statistics.atOtherSpeed = true
  const waiting = before ?? { waits: [], sentAt: undefined }
  if (!before) {
    statistics.waiting ??= new BoundedMap<WaitingClient>(MOST.waitingClients)
    statistics.waiting.set(client, waiting)
  }
  if (waiting.waits.length === MOST.waits) waiting.waits.shift()
  waiting.waits.push({ since: request.now, until: refusal.until, waitedBefore, refusedAt: arrivedAt })
  return waiting.sentAt === undefined
}

/** Records when the first refusal of a client was sent, in real milliseconds: only from then on can it wait. */
export function recordSent({ waiting }: ClientStatistics, client: string, at: number): void {
  const refused = waiting?.get(client)
  if (refused) refused.sentAt ??= at
}

/** Forgets the waits of a key's clients: its quota was changed by someone, so that their next requests are not early. */
export function forgetWaits(statistics: ClientStatistics): void {
  statistics.waiting = undefined
}

function endWaits(statistics: ClientStatistics, client: WaitingClient, request: ClientRequest): void {
  const hasBegun = ({ refusedAt }: Wait): boolean => refusedAt <= request.arrivedAt
  judge(statistics, { ...client, waits: client.waits.filter(hasBegun) }, request)
  // While the body was read, later requests of the same client were refused: their waits go on, as the first of a row.
  const later = client.waits.filter((wait) => !hasBegun(wait))
  if (later.length > 0) {
    client.waits = later.map((wait) => withoutRowBefore(wait, request.now))
    return
  }
  statistics.waiting?.delete(request.client)
  if (statistics.waiting?.size === 0) statistics.waiting = undefined
}

/** A wait without the one before it, where that began before its client was served. */
function withoutRowBefore(wait: Wait, served: number): Wait {
  const { since, waitedBefore = 0 } = wait
  return since - waitedBefore < served ? { ...wait, waitedBefore: undefined } : wait
}

/** Judges a request of a waiting client; returns how long the client has waited, where the request is a retry. */
function judge(
  statistics: ClientStatistics,
  client: WaitingClient,
  request: ClientRequest,
): number | undefined {
  const { now, speed } = request
  // A clock that was set back to before a refusal has not been waited for by anyone.
  if (client.waits.some(({ since }) => since > now)) {
    client.waits = client.waits.filter(({ since }) => since <= now)
  }
  const { waits } = client
  const [first] = waits
  if (!first) {
    client.sentAt = undefined
    return undefined
  }
  if (speed !== 1) statistics.atOtherSpeed = true
  const over = waits.find(({ until }) => until <= now)
  if (!over && isInFlight(client, request)) {
    statistics.inFlight += 1
    return undefined
  }
  if (over) client.sentAt = undefined
  else statistics.early += 1
  const retried = over ?? first
  client.waits = waits.filter((wait) => wait !== retried)
  const waited = now - retried.since
  if (retried.waitedBefore !== undefined) countGrowth(statistics, retried.waitedBefore, waited, speed)
  return waited
}

function isInFlight({ sentAt }: WaitingClient, { openedAt, arrivedAt }: ClientRequest): boolean {
  if (sentAt === undefined || arrivedAt < sentAt) return true
  return openedAt !== undefined && openedAt < sentAt && arrivedAt <= sentAt + ON_ITS_WAY_MS
}

function countGrowth(statistics: ClientStatistics, before: number, after: number, speed: number): void {
  const isLonger = after - before > Math.max(NOISE_MS * speed, before * NOISE_SHARE)
  if (isLonger) statistics.waitsGrown += 1
  else statistics.waitsNotGrown += 1
}

/** One key's line of the client report. */
export interface ClientReport {
  readonly requests: number
  /** 429s received. */
  readonly refused: number
  /** Requests sent before the instant that Retry-After named, by a client that had been refused. */
  readonly earlyRetries: number
  /** Requests before that instant that were on their way already when the first refusal went out. */
  readonly inFlight: number
  /** Whether the waits between one refusal and the next grew; `unknown` before there were two in a row. */
  readonly backoff: 'growing' | 'not-growing' | 'unknown'
  /** `world-time` when the world's clock ran at another speed meanwhile: waits in real seconds cannot be judged then. */
  readonly waitsIn: 'real-time' | 'world-time'
  readonly bans: number
  readonly deprecatedCalls: number
}

export function clientReport(statistics: ClientStatistics): ClientReport {
  return {
    requests: statistics.requests,
    refused: statistics.refused,
    earlyRetries: statistics.early,
    inFlight: statistics.inFlight,
    backoff: backoff(statistics),
    waitsIn: statistics.atOtherSpeed ? 'world-time' : 'real-time',
    bans: statistics.bans,
    deprecatedCalls: statistics.deprecatedCalls,
  }
}

function backoff({ waitsGrown, waitsNotGrown }: ClientStatistics): ClientReport['backoff'] {
  if (waitsGrown + waitsNotGrown === 0) return 'unknown'
  return waitsGrown > waitsNotGrown ? 'growing' : 'not-growing'
}
