import { BoundedMap } from './bounded-map.ts'

/** How the clients of one key have behaved: what the client report is made of. Waits in milliseconds of the world. */
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
  /** Whether a wait was told or judged while the world's clock ran at another speed than the clients'. */
  atOtherSpeed: boolean
  /** Which of the waiting clients are of this key, until they are forgotten; 0 where none was told to wait since. */
  era: number
  /** Where those are remembered. */
  readonly waiting: WaitingClients
}

/** Clients that were told to wait and have not been served since, by era and name. */
export type WaitingClients = BoundedMap<WaitingClient>

/** A refusal that nobody has retried yet. Times by the world's clock, Unix milliseconds. */
interface Wait {
  readonly since: number
  /** The instant that the reply named. */
  readonly until: number
  /** How long the client had waited before that refusal; `undefined` for the first of a row. */
  readonly waitedBefore: number | undefined
}

/** A client that was told to wait: its refusals that nobody has retried yet. */
export interface WaitingClient {
  waits: Wait[]
  /**
   * When the first refusal since the client was served, or had waited, went out, by the machine's own clock; `undefined`
   * while it has not.
   */
  toldAt: number | undefined
}

/** Clients that are remembered in the whole process, and refusals of one client: whoever hammers must not fill the memory. */
export const MOST_WAITING = 10_000
const MOST_WAITS = 100

/** Those of all keys of all worlds. */
const everybody: WaitingClients = new BoundedMap<WaitingClient>(MOST_WAITING)
let lastEra = 0

/** How long the first request of a connection may be on its way, in real milliseconds. */
const ON_ITS_WAY_MS = 100

/** Waits that differ by less are equal: timers, networks and processors are not exact. In real milliseconds, and as a share. */
const NOISE_MS = 50
const NOISE_SHARE = 0.1

export function newStatistics(waiting = everybody): ClientStatistics {
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
    era: 0,
    waiting,
  }
}

/** One request as the client report sees it. */
export interface ClientRequest {
  /** What tells programs with the same key apart. */
  readonly client: string
  /** When it arrived, by the world's clock. */
  readonly now: number
  /** The same by the machine's own clock, in milliseconds since some moment. */
  readonly arrived: number
  /** When its connection was opened, by that clock too, where it is the first request of one. */
  readonly opened: number | undefined
  /** How fast the world's clock runs. */
  readonly speed: number
  /** The refusal by the meter; `undefined` when it was let in. */
  readonly refusal:
    | { readonly status: number; readonly until: number; readonly earnedBan: boolean }
    | undefined
  readonly deprecated: boolean
}

/** Whether there is no more to a request that is let in than that it is counted: none of the key's clients was told to wait. */
export function waitsForNone({ era }: ClientStatistics): boolean {
  return era === 0
}

export function countRequest(statistics: ClientStatistics, deprecated: boolean): void {
  statistics.requests += 1
  if (deprecated) statistics.deprecatedCalls += 1
}

/**
 * Notes a request: whether it was sent too early, how long its client had waited, and whether it was refused. True where
 * the reply is the first to tell the client to wait: then its going out is to be noted too (`noteTold`).
 *
 * Who is "the client"? Several workers may share a key, and no request says which of them sent it. Programs are told apart
 * by address and User-Agent. Of those that look alike, each refusal is one wait, and whoever comes when one of these waits
 * is over has waited: so a refusal of one worker does not prolong the wait of another. Being served ends all of them.
 * Connections tell nothing: one client has several (fetch takes turns with two), and many use a new one each time.
 *
 * A request that comes before any wait is over is early, unless it was in flight: it arrived before the first refusal went
 * out, or by a connection that was opened before and had brought none yet. What cannot be known: a worker that looks
 * like another and was not told itself is early like that one. A User-Agent for each worker helps.
 */
export function noteRequest(statistics: ClientStatistics, request: ClientRequest): boolean {
  const { refusal } = request
  const { waiting } = statistics
  countRequest(statistics, request.deprecated)
  const known = statistics.era === 0 ? undefined : waiting.use(nameOf(statistics, request))
  const waited = known && judge(statistics, known, request)
  if (!refusal) {
    if (known) waiting.delete(nameOf(statistics, request))
    return false
  }
  if (refusal.status === 429) statistics.refused += 1
  if (refusal.earnedBan) statistics.bans += 1
  if (request.speed !== 1) statistics.atOtherSpeed = true
  const client = known ?? { waits: [], toldAt: undefined }
  if (!known) {
    if (statistics.era === 0) statistics.era = lastEra += 1
    waiting.set(nameOf(statistics, request), client)
  }
  if (client.waits.length === MOST_WAITS) client.waits.shift()
  client.waits.push({ since: request.now, until: refusal.until, waitedBefore: waited })
  return client.toldAt === undefined
}

/** Notes when the reply went out that first told a client to wait, by the machine's own clock: only then does it know. */
export function noteTold(statistics: ClientStatistics, client: string, at: number): void {
  const told = statistics.waiting.get(nameOf(statistics, { client }))
  if (told) told.toldAt ??= at
}

/** Forgets what the clients were told to wait for: someone freed their key, so that the next request is no fault of theirs. */
export function forgetWaits(statistics: ClientStatistics): void {
  statistics.era = 0
}

function nameOf({ era }: ClientStatistics, { client }: Pick<ClientRequest, 'client'>): string {
  return `${era} ${client}`
}

/** Judges a request of a client that was told to wait; returns how long it has waited, where it was a retry. */
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
    client.toldAt = undefined
    return undefined
  }
  if (speed !== 1) statistics.atOtherSpeed = true
  const over = waits.find(({ until }) => until <= now)
  if (!over && isInFlight(client, request)) {
    statistics.inFlight += 1
    return undefined
  }
  if (over) client.toldAt = undefined
  else statistics.early += 1
  const retried = over ?? first
  client.waits = waits.filter((wait) => wait !== retried)
  const waited = now - retried.since
  if (retried.waitedBefore !== undefined) noteGrowth(statistics, retried.waitedBefore, waited, speed)
  return waited
}

function isInFlight({ toldAt }: WaitingClient, { opened, arrived }: ClientRequest): boolean {
  if (toldAt === undefined) return true
  return opened !== undefined && opened < toldAt && arrived <= toldAt + ON_ITS_WAY_MS
}

function noteGrowth(statistics: ClientStatistics, before: number, after: number, speed: number): void {
  const isLonger = after - before > Math.max(NOISE_MS * speed, before * NOISE_SHARE)
  if (isLonger) statistics.waitsGrown += 1
  else statistics.waitsNotGrown += 1
}

/** One key's line of the client report. */
export interface ClientReport {
  readonly requests: number
  /** 429s received. */
  readonly refused: number
  /** Requests sent before the instant that Retry-After named, by a client that had been told. */
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
