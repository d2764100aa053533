import { signal } from '@preact/signals'
import { replacesWorld } from '../../../client/event-stream.ts'
import type { Change, JournalEntry } from '../../../client/generated/wire.ts'
import type { ClockReading, KeyState } from '../../../client/world-state.ts'
import { History, spanUpTo, type QuotaFrom } from './history.ts'
import { KeyNames, type ListedKey } from './key-names.ts'
import { KeyReplies } from './key-replies.ts'
import { minuteQuotaAt } from './world-time.ts'

/** An event of the world: an exchange or a change. */
export type TrafficEvent =
  | { readonly kind: 'exchange'; readonly entry: JournalEntry }
  | { readonly kind: 'change'; readonly change: Change }

/** An event in the list. */
export type Line = TrafficEvent & { readonly id: string }

/** How many lines are stored: as many as in the journal of a world. */
export const MOST_LINES = 1000

/** The changes after which keys may have other quotas than their replies have said. */
const CHANGES_QUOTAS: readonly Change['what'][] = ['reset', 'restore', 'limits', 'choices']

/** Whether a change gets a marker in the plot. */
const hasMarker = (what: Change['what']): boolean =>
  replacesWorld(what) || what === 'clock' || what === 'limits'
/** The sentence of the change that switches them off. */
const LIMITS_OFF = 'limits off'

/** The events of the world: the last ones as lines, and numbers for the plot. */
export class Traffic {
  /** The newest first. */
  readonly lines = signal<readonly Line[]>([])
  readonly history = new History()
  readonly keyNames = new KeyNames((before, key) => {
    this.history.rename(before, key)
    this.replies.rename(before, key)
  })
  readonly replies = new KeyReplies()
  /** The last list of keys, which may come before the journal that shows which of them have requests. */
  #read: { readonly keys: readonly KeyState[]; readonly clock: ClockReading } | undefined
  #before: readonly Line[] = []
  // Exchanges of the journal, which the stream may repeat.
  #recalled: ReadonlySet<string> = new Set()
  #changes = 0

  /** Removes everything. */
  clear(): void {
    this.lines.value = []
    this.#before = []
    this.#recalled = new Set()
    this.history.clear()
    this.history.forgetLimits()
    this.keyNames.clear()
    this.replies.forget(() => true)
    this.#read = undefined
  }

  /**
   * Takes a list of keys and the clock as it was then: names keys, and records the quotas of those with requests. Returns whether it
   * takes another list to say which keys were removed.
   */
  takeReading(keys: readonly KeyState[], clock: ClockReading): boolean {
    const isUnsure = this.keyNames.addFromList(keys)
    this.#read = { keys, clock }
    this.#recordReadings()
    return isUnsure
  }

  /** Takes whether the limits are on, as it was read at a time of the world. */
  takeLimits(isOn: boolean, time: number): void {
    this.history.readLimits(isOn, time)
  }

  /** The keys of the lines that a list has named, also removed ones. */
  listedKeys(): readonly ListedKey[] {
    const ids = new Set(
      this.lines.value.flatMap((line) => (line.kind === 'exchange' ? (line.entry.keyId ?? []) : [])),
    )
    return [...ids].flatMap((keyId) => {
      const key = this.keyNames.listed(keyId)
      return key === undefined ? [] : [{ key, keyId }]
    })
  }

  #recordReadings(): void {
    const { keys, clock } = this.#read ?? {}
    if (!keys || !clock) return
    const { now, speed } = clock
    const active = new Set(this.history.activeKeys(spanUpTo(now, speed)))
    for (const key of keys) if (active.has(key.key)) this.#recordReading(key, now)
  }

  /** Records a key as it was read, unless replies say what it has left, which have times of their own. */
  #recordReading(state: KeyState, time: number): void {
    if (this.replies.repliedAt(state.key, time)) return
    const { left, afterBan, renewsIn } = minuteQuotaAt(state, time)
    const { limit, resetsAt = 0 } = state.windows.minute
    const isBanned = afterBan !== undefined
    const then: QuotaFrom[] = []
    const ends = renewsIn === undefined ? undefined : time + renewsIn
    if (ends !== undefined) then.push({ from: ends, left: afterBan ?? limit, isBanned: false })
    if (isBanned && ends !== undefined && resetsAt > ends)
      then.push({ from: resetsAt, left: limit, isBanned: false })
    this.history.record(state.key, { left, isBanned }, time, then)
  }

  /** Removes the lines before the journal is read: after a restart of the mock, its ids start again. */
  prepareRecall(): void {
    this.#before = this.lines.value
    this.#recalled = new Set()
    this.lines.value = []
  }

  /** Adds new events, in their order. `isNews`: whether an event gets a line, and a marker or a place in a bar. */
  add(events: readonly TrafficEvent[], isNews: (event: TrafficEvent) => boolean = () => true): void {
    this.keyNames.addFromExchanges(
      events.flatMap((event) => (event.kind === 'exchange' ? [event.entry] : [])),
    )
    let fresh: Line[] = []
    for (const event of events) {
      const line = this.#lineOf(event)
      if (this.#recalled.has(identityOf(line))) continue
      if (event.kind === 'exchange') {
        if (isNews(event)) this.#count(event.entry, true)
      } else if (this.#applyChange(event.change, isNews(event))) {
        fresh = []
        this.lines.value = []
        this.#recalled = new Set()
      }
      if (isNews(event)) fresh.push(line)
    }
    this.lines.value = [...fresh.reverse(), ...this.lines.value].slice(0, MOST_LINES)
  }

  /** Adds the exchanges of a journal that are not listed yet. `isNews`: whether one gets a line and a place in a bar. */
  recall(journal: readonly JournalEntry[], isNews: (entry: JournalEntry) => boolean = () => true): void {
    this.keyNames.addFromExchanges(journal)
    // The stream has missed something, and so may have missed a change of a key.
    this.replies.forget(() => true)
    const listed = new Set(this.lines.value.map(({ id }) => id))
    const lines = journal.map((entry) => this.#lineOf({ kind: 'exchange', entry }))
    this.#recalled = new Set(lines.map(identityOf))
    const older = lines.filter(
      (line) => !listed.has(line.id) && (line.kind !== 'exchange' || isNews(line.entry)),
    )
    this.lines.value = [...this.lines.value, ...older].slice(0, MOST_LINES)
    const counted = new Set(this.#before.map(identityOf))
    const oldest = lines.at(-1)
    const isSeen = oldest === undefined || listed.has(oldest.id) || counted.has(identityOf(oldest))
    // Where a full journal begins with an exchange that this page has not seen, it has lost others.
    if (lines.length >= MOST_LINES && !isSeen && oldest.kind === 'exchange')
      this.history.missBefore(Date.parse(oldest.entry.time))
    for (const line of older.toReversed()) {
      if (line.kind === 'exchange' && !counted.has(identityOf(line))) this.#count(line.entry, false)
    }
    this.#recordReadings()
  }

  /** The lines that match a filter. */
  passing(lines: readonly Line[], filter: TrafficFilter): readonly Line[] {
    return lines.filter((line) => this.#passes(line, filter))
  }

  /** `isLive`: the stream had it, as it has all changes after it. */
  #count(entry: JournalEntry, isLive: boolean): void {
    // A browser's preflight counts against no limit.
    if (isPreflight(entry)) return
    const { reason, status } = entry
    const [key, time] = [this.keyNames.keyOf(entry), Date.parse(entry.time)]
    const isRefused = reason.step === 'meter'
    this.history.count(key, isRefused ? 'refused' : status < 400 ? 'admitted' : 'failed', time)
    if (isLive) this.replies.count(key, isRefused)
    // A service behind a proxy may speak of its own quota.
    if (entry.keyId !== null && reason.step !== 'forward') this.#recordQuota(key, entry, time, isLive)
  }

  /** Records what the minute of a key had left after an exchange, and its ban, as far as the reply shows it. */
  #recordQuota(
    key: string,
    { reason, reply: { headers } }: JournalEntry,
    time: number,
    isLive: boolean,
  ): void {
    const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      figureIn(headers, `x-ratelimit-${name}`),
    )
    if (left === undefined || reset === undefined) return
    const until = reset * 1000
    const isBanned = reason.rule === 'ban' || reason.rule === 'status-while-banned'
    // Further ahead than a minute, the headers describe the day.
    if (!isBanned && until - time > MINUTE) {
      this.replies.forgetQuota(key)
      return
    }
    // A ban lasts at least as long as a minute that this page does not know.
    const known = isBanned ? this.replies.replied(key)?.minute : undefined
    const minute = known ?? { limit, left: isBanned ? undefined : left, until }
    const then: QuotaFrom[] = []
    // It may end before a minute of which nothing is left.
    if (isBanned) then.push({ from: until, left: 0, isBanned: false })
    if (minute.limit !== undefined)
      then.push({ from: Math.max(minute.until, until), left: minute.limit, isBanned: false })
    this.history.record(key, { left, isBanned }, time, then)
    this.replies.record(key, { since: time, until, isBanned, minute, isLive })
  }

  /** Clears the history if a change has cleared the journal, and adds a marker. Returns whether it has. */
  #applyChange({ what, time, sentence }: Change, isNews: boolean): boolean {
    if (CHANGES_QUOTAS.includes(what)) this.replies.forgetQuotas()
    if (replacesWorld(what)) {
      this.replies.forget(() => true)
      this.history.forgetLimits()
    }
    if (what === 'limits') this.history.switchLimits(sentence !== LIMITS_OFF, Date.parse(time))
    // Someone may have given the key more, or have banned it.
    if (what === 'keys') this.replies.forget((key) => this.keyNames.isIn(sentence, key))
    const isEmptied = replacesWorld(what) || what === 'journal'
    if (isEmptied) this.history.clear()
    if (isNews && hasMarker(what))
      this.history.addMarker(what === 'limits' ? sentence : what, Date.parse(time))
    return isEmptied
  }

  #passes(line: Line, { key, status, operation }: TrafficFilter): boolean {
    // Changes are shown only without a filter.
    if (line.kind === 'change') return key === '' && status === '' && operation === ''
    const { entry } = line
    return (
      (key === '' || this.keyNames.keyOf(entry) === key) &&
      (status === '' || hasStatus(entry.status, status)) &&
      (operation === '' || entry.operation === operation)
    )
  }

  #lineOf(event: TrafficEvent): Line {
    if (event.kind === 'exchange') return { ...event, id: `exchange ${event.entry.id}` }
    this.#changes += 1
    return { ...event, id: `change ${this.#changes}` }
  }
}

const MINUTE = 60_000

/** Whether a browser asks what it may send, which counts against no limit. */
export function isPreflight({ method }: Pick<JournalEntry, 'method'>): boolean {
  return method === 'OPTIONS'
}

/** The whole number in a header, by its lower-case name; `undefined` without one. */
export function figureIn(headers: Readonly<Record<string, string>>, wanted: string): number | undefined {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted) ?? []
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
}

/** Identifies a line, also after a restart of the mock, which starts its ids again. */
function identityOf(line: Line): string {
  return line.kind === 'exchange' ? `${line.id} ${line.entry.time}` : line.id
}

/** A filter of the traffic. An empty text matches everything. */
export interface TrafficFilter {
  /** A key, or the placeholder of an unlisted one. */
  readonly key: string
  /** A status, or a class of them such as `4xx`. */
  readonly status: string
  readonly operation: string
}

export const allTraffic: TrafficFilter = { key: '', status: '', operation: '' }

function hasStatus(status: number, wanted: string): boolean {
  return wanted.endsWith('xx') ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted
}
