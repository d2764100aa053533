import type { ClientReport } from '../../mock/index.ts'
import type { Form, Manner, Stated } from './contenders.ts'
import type { WireExchange } from './wire.ts'

/** One thing that the client report says of a run. */
export interface Claim {
  readonly claim: string
  readonly reported: string
  readonly fact: string
  readonly holds: boolean
}

interface Range {
  least: number
  most: number
}

/** What the wire shows of a run: ranges, where it cannot show when the mock decided or what the client had read. */
interface Facts {
  readonly requests: number
  readonly refused: number
  readonly banned: boolean
  /** Requests between a refusal and the instant that it named. */
  readonly before: Range
  /** Those whose client had read a refusal: at least those of which the mock can be certain. */
  readonly early: Range
  /** Those whose client had certainly read a refusal by the order of the packets, however close they are. */
  readonly proven: number
}

/** A ban lasts 120 seconds, a refusal for the minute 60 at most, and its seconds are rounded up. */
const LONGEST_WAIT_MS = 61_000

/** Compares each figure of a client report with the wire. */
export function wireClaims(
  report: ClientReport,
  exchanges: readonly WireExchange[],
  manner: Manner,
): readonly Claim[] {
  const [one, other] = [factsOf(exchanges, 'early'), factsOf(exchanges, 'in flight')]
  const before = span(one.before, other.before)
  const early = span(one.early, other.early)
  const inFlight = { least: Math.max(0, before.least - early.most), most: before.most - early.least }
  const claims = [
    within('requests', report.requests, { least: one.requests, most: one.requests }),
    within('refused', report.refused, { least: one.refused, most: one.refused }),
    within('early', report.earlyRetries, early),
    within('in flight', report.inFlight, inFlight),
    within('early or in flight', report.earlyRetries + report.inFlight, before),
    within('bans', report.bans, { least: Number(one.banned), most: Number(one.banned) }),
  ]
  if (manner === 'one-by-one') return claims
  // Of six calls at once, five can have been in flight when the first was refused. One that begins after its client has read
  // another's refusal is early, too.
  const isAccused = report.earlyRetries > 0 || report.inFlight > 5 || report.bans > 0
  const hasty = hastyRetries(exchanges)
  const proven = Math.max(one.proven, other.proven)
  const may = hasty.most > 0 || proven > 0
  const must = hasty.least > 0 && before.least > 5
  const fact = `${hasty.least} to ${hasty.most} retries before their own wait, ${proven} requests after another’s`
  return [
    ...claims,
    { claim: 'verdict', reported: verdict(!isAccused), fact, holds: isAccused ? may : !must },
  ]
}

/** Compares the verdict on a client that makes one call after the other with what is stated of it. */
export function statedClaim(
  { earlyRetries, inFlight }: ClientReport,
  { waitsFor }: Stated,
  form: Form,
): Claim {
  const waits = waitsFor === 'both' || (waitsFor === 'seconds' && form === 'seconds')
  const hasWaited = earlyRetries + inFlight === 0
  return { claim: 'verdict', reported: verdict(hasWaited), fact: verdict(waits), holds: hasWaited === waits }
}

function verdict(waits: boolean): string {
  return waits ? 'waits' : 'does not wait'
}

/** How many requests repeat a call before the instant that the call's own refusal named. */
export function hastyRetries(exchanges: readonly WireExchange[]): Range {
  const hasty = { least: 0, most: 0 }
  const refused = new Map<string, Range>()
  for (const exchange of exchanges) {
    const end = refused.get(exchange.target)
    if (end && exchange.repliedAt < end.least) hasty.least += 1
    if (end && exchange.at < end.most) hasty.most += 1
    if (exchange.status === 429) refused.set(exchange.target, endOf(exchange))
    else refused.delete(exchange.target)
  }
  return hasty
}

/**
 * Each refusal is one wait, and the first request after its end has waited.
 * A request before the end of all waits is `before`. `doubtful` is how to take one that the client may have sent either way.
 */
function factsOf(exchanges: readonly WireExchange[], doubtful: 'early' | 'in flight'): Facts {
  const before = { least: 0, most: 0 }
  const early = { least: 0, most: 0 }
  let proven = 0
  let waits: { end: Range; refused: WireExchange }[] = []
  /** What has been refused since the client was served, or had waited. */
  let row: WireExchange[] = []
  for (const exchange of exchanges) {
    const { at, repliedAt, status } = exchange
    const isOver = waits.findIndex(({ end }) => end.most <= at)
    const maybeOver = waits.findIndex(({ end }) => end.least <= repliedAt)
    const over = isOver >= 0 ? isOver : maybeOver
    if (over >= 0) {
      const isSure = isOver >= 0
      before.most += isSure ? 0 : 1
      early.most += isSure ? 0 : 1
      const ended = waits.splice(over, 1)[0]
      if (ended && (row[0]?.at ?? 0) <= ended.refused.at) row = []
    } else if (waits.length > 0) {
      const isSure = row.some((refused) => hasRead(refused, exchange, ONE_TURN_MS))
      const mayBe = row.some((refused) => refused.repliedAt < at)
      before.least += 1
      before.most += 1
      early.least += isSure ? 1 : 0
      proven += row.some((refused) => hasRead(refused, exchange, 0)) ? 1 : 0
      early.most += mayBe ? 1 : 0
      if (isSure || (mayBe && doubtful === 'early')) waits.shift()
    }
    if (status === 429) {
      waits.push({ end: endOf(exchange), refused: exchange })
      row.push(exchange)
    } else {
      waits = []
      row = []
    }
  }
  return {
    requests: exchanges.length,
    refused: exchanges.filter(({ status }) => status === 429).length,
    banned: exchanges.some((one) => one.status === 429 && endOf(one).least - one.repliedAt > LONGEST_WAIT_MS),
    before,
    early,
    proven,
  }
}

/**
 * What can lie between two packets that the mock reads in one turn of its event loop, on a busy machine: which of them was first
 * does not show. In milliseconds.
 */
const ONE_TURN_MS = 50

/** Whether a request's client had certainly read a refusal: docs/in-code.md says when. `gap` is the least from a close to an opening. */
function hasRead(refused: WireExchange, { at, connection, openedAt }: WireExchange, gap: number): boolean {
  if (refused.connection === connection && refused.repliedAt < at) return true
  if (refused.closedAt !== undefined && openedAt - refused.closedAt > gap) return true
  return at - refused.repliedAt > 2000
}

/** The instant that Retry-After names: its seconds are counted from when the mock decided, which the wire does not show. */
function endOf({ at, repliedAt, retryAfter = '' }: WireExchange): Range {
  const date = Date.parse(retryAfter)
  if (/^\d+$/.test(retryAfter)) {
    const wait = Number(retryAfter) * 1000
    return { least: at + wait, most: repliedAt + wait }
  }
  return { least: date, most: date }
}

function span(one: Range, other: Range): Range {
  return { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) }
}

function within(claim: string, reported: number, { least, most }: Range): Claim {
  const fact = least === most ? String(least) : `${least} to ${most}`
  return { claim, reported: String(reported), fact, holds: reported >= least && reported <= most }
}
