import { counted, figure } from '../../spec/wording.ts'
import type { ClientReport } from '../core/limits/client-statistics.ts'
import { clients, type ClientId } from './clients.ts'
import { perMinuteOf, type Scenario } from './scenario.ts'

/** An event of a client. Times in Unix milliseconds, by the world's clock. */
export type ScenarioEvent = ClientEvent & { readonly at: number; readonly client: ClientId }

/** An event without its time and its client. */
export type ClientEvent =
  | { readonly kind: 'sent'; readonly key: string }
  /** `served`: how many so far. `remaining`: X-RateLimit-Remaining of the reply. */
  | { readonly kind: 'served'; readonly served: number; readonly remaining: number }
  /** `asked` is the wait that Retry-After asks for, in milliseconds. */
  | { readonly kind: 'refused'; readonly status: number; readonly asked: number | undefined }
  /** Neither served nor refused: a fault of the world, or a connection that was cut. */
  | { readonly kind: 'failed'; readonly what: string }
  /** `lasts` is how long it was at its beginning, in milliseconds. */
  | { readonly kind: 'banned'; readonly until: number; readonly lasts: number }
  | { readonly kind: 'waiting'; readonly until: number }
  | { readonly kind: 'ended'; readonly result: ClientResult }

/** The result of a scenario. */
export interface ScenarioReport {
  readonly scenario: Scenario
  /** In the order of the scenario's clients. */
  readonly results: readonly ClientResult[]
  /** The lowest speed of the clock: lower than requested if the machine was too slow for a while. */
  readonly speed: number
}

/** `out-of-time`: the client gave up before all its requests were served. */
export type Ending = 'done' | 'out-of-time' | 'stopped'

/** The result of one client. Times in seconds of the world. */
export interface ClientResult {
  readonly client: ClientId
  readonly ending: Ending
  readonly served: number
  readonly sent: number
  readonly refused: number
  readonly bans: number
  readonly seconds: number
  readonly servedPerSecond: number
  readonly assessment: Assessment
}

/** The part of the mock's client report that is assessed. */
export type ClientRecord = Pick<ClientReport, 'bans' | 'earlyRetries' | 'inFlight' | 'refused'>

/** Whether a client behaves well. */
export interface Assessment {
  /** `undefined`: it met no limit, so it is not known. */
  readonly wellBehaved: boolean | undefined
  /** Why, in a few words. */
  readonly words: string
  /** What a word of them means that is not plain by itself. */
  readonly note?: string
}

const IN_FLIGHT = 'In flight: may have been sent before the first refusal arrived, which is no fault.'

/** Assesses a client that did all its work, was `stopped`, or had `no-limits` to keep at its end. */
export function assess(
  { bans, earlyRetries, inFlight, refused }: ClientRecord,
  met: 'all' | 'stopped' | 'no-limits' = 'all',
): Assessment {
  const problems: string[] = []
  if (bans > 0) problems.push(`banned ${times(bans)}`)
  if (earlyRetries > 0) {
    problems.push(`${bans > 0 ? figure(earlyRetries) : counted(earlyRetries, 'request')} too early`)
  }
  if (refused === 0 && problems.length === 0 && met !== 'all') {
    return { wellBehaved: undefined, words: met === 'stopped' ? 'met no limit' : 'the limits are off' }
  }
  const behaviour = refused === 0 ? 'never over the limit' : 'honoured Retry-After'
  const words = problems.length > 0 ? problems : [behaviour]
  // What a banned client has in flight beside its early requests changes nothing, and would have to be explained.
  const mayExcuse = inFlight > 0 && bans === 0
  if (mayExcuse) words.push(`${figure(inFlight)} in flight`)
  return {
    wellBehaved: problems.length === 0,
    words: words.join(', '),
    ...(mayExcuse && { note: IN_FLIGHT }),
  }
}

function times(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : counted(count, 'time')
}

/**
 * A sentence that compares two clients: which was done sooner, and how many of its requests were refused. If no client
 * reached the limit, the sentence says why. `undefined` if there is nothing to compare.
 */
export function comparisonOf({ scenario, results, speed }: ScenarioReport): string | undefined {
  if (results.length > 0 && results.every(({ ending, refused }) => ending === 'done' && refused === 0)) {
    if (scenario.requests <= perMinuteOf(scenario.plan))
      return 'No client reached the limit: increase the number of requests.'
    return speed > 1
      ? 'No client reached the limit: choose a lower speed.'
      : 'No client reached the limit: this machine is too busy.'
  }
  const [fast, slow] = results.toSorted((one, other) => one.seconds - other.seconds)
  if (!fast || !slow || results.some(({ ending }) => ending !== 'done')) return undefined
  const spared = slow.refused - fast.refused
  const cost =
    spared === 0
      ? 'as many requests refused'
      : `${figure(Math.abs(spared))} ${spared > 0 ? 'fewer' : 'more'} refused`
  // Of the times that are shown, whole seconds each.
  const sooner = Math.round(slow.seconds) - Math.round(fast.seconds)
  if (sooner === 0) return `Both were done at the same time, ${clients[fast.client].name} with ${cost}.`
  return `${clients[fast.client].name} was done ${clockText(sooner * 1000)} sooner, with ${cost}.`
}

/** The notice that the clock ran slower than requested. */
export function slowedDown({ speed }: Pick<ScenarioReport, 'speed'>): string {
  return `The clock was slowed down to ×${speed} for a while, because this machine was busy. The figures are nearly the same at any speed.`
}

/** How long a client took, as every page and terminal shows it: the times that `comparisonOf` subtracts. */
export function tookText({ seconds }: Pick<ClientResult, 'seconds'>): string {
  return clockText(seconds * 1000)
}

/** A duration in minutes and seconds, such as `2:08`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
