import { MOST } from '../memory/bounds.ts'
import { BoundedMap } from './bounded-map.ts'
import {
  beginRow,
  knowsOfRefusal,
  newWaitingClient,
  type Arrival,
  type Wait,
  type WaitingClient,
} from './client-waits.ts'

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
  readonly arrival: Arrival
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
 * Records a request: whether it was sent too early, how long its client had waited, and whether it was refused. Returns the
 * client where its reply is a refusal that it is not known to have read: when it has is to be recorded too.
 *
 * Who is "the client"? Several workers may share a key, and no request says which of them sent it. Programs are
 * distinguished by address and User-Agent. Of those that look alike, each refusal is one wait, and the first request after
 * the end of one of these waits has waited: so a refusal of one worker does not prolong the wait of another. A request that
 * is served ends all of them.
 *
 * A request that arrives before any wait is over is early if its client knew of a refusal, and was in flight otherwise. A
 * worker that looks like another one, and has not been refused itself, is early like that one. A User-Agent for each worker helps.
 */
export function recordRequest(
  statistics: ClientStatistics,
  request: ClientRequest,
): WaitingClient | undefined {
  const { client, refusal, arrival } = request
  countRequest(statistics, request.deprecated)
  const before = statistics.waiting?.use(client)
  if (!refusal) {
    if (before) endWaits(statistics, before, request)
    return undefined
  }
  const waitedBefore = before && judge(statistics, before, request)
  if (refusal.status === 429) statistics.refused += 1
  if (refusal.earnedBan) statistics.bans += 1
  if (request.speed !== 1) statistics.atOtherSpeed = true
  const waiting = before ?? addWaitingClient(statistics, client, arrival)
  if (waiting.waits.length === MOST.waits) waiting.waits.shift()
  waiting.waits.push({ since: request.now, until: refusal.until, waitedBefore, refusedAt: arrival.at })
  return waiting.readAt === undefined ? waiting : undefined
}

/**
 * Whether a request over the limit was sent by a client that knew of a refusal. Where no client of the key waits, it was: they
 * have been served since. From now on the client waits, also where the next request is decided before this one is recorded.
 */
export function continuesAfterRefusal(statistics: ClientStatistics, name: string, arrival: Arrival): boolean {
  const { waiting } = statistics
  const client = waiting?.get(name)
  if (client) return knowsOfRefusal(client, arrival)
  addWaitingClient(statistics, name, arrival)
  return waiting === undefined
}

function addWaitingClient(statistics: ClientStatistics, name: string, { at }: Arrival): WaitingClient {
  const client = newWaitingClient(at)
  statistics.waiting ??= new BoundedMap<WaitingClient>(MOST.waitingClients)
  statistics.waiting.set(name, client)
  return client
}

/** Forgets the waits of a key's clients: its quota was changed by someone, so that their next requests are not early. */
export function forgetWaits({ waiting }: ClientStatistics): void {
  for (const client of waiting?.values() ?? []) client.waits = []
}

function endWaits(statistics: ClientStatistics, client: WaitingClient, request: ClientRequest): void {
  const hasBegun = ({ refusedAt }: Wait): boolean => refusedAt <= request.arrival.at
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
    beginRow(client, request.arrival.at)
    return undefined
  }
  if (speed !== 1) statistics.atOtherSpeed = true
  const over = waits.find(({ until }) => until <= now)
  if (!over && !knowsOfRefusal(client, request.arrival)) {
    statistics.inFlight += 1
    return undefined
  }
  if (!over) statistics.early += 1
  else if (client.refusedAt <= over.refusedAt) beginRow(client, request.arrival.at)
  const retried = over ?? first
  client.waits = waits.filter((wait) => wait !== retried)
  const waited = now - retried.since
  if (retried.waitedBefore !== undefined) countGrowth(statistics, retried.waitedBefore, waited, speed)
  return waited
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
  /** Requests before the instant that Retry-After named, sent by a client that had read the refusal for certain. */
  readonly earlyRetries: number
  /** Requests before that instant that may have been on their way already when the client read the first refusal. */
  readonly inFlight: number
  /** Whether the waits between one refusal and the next grew; `unknown` before there were two in a row. */
  readonly backoff: 'growing' | 'not-growing' | 'unknown'
  /** `world-time` when the world's clock ran at another speed meanwhile: waits in real seconds cannot be judged then. */
  readonly waitsIn: 'real-time' | 'world-time'
  /** Those that the client earned, without one that a control set. */
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
