import { signal } from '@preact/signals'
import { replacesWorld } from '../../../client/event-stream.ts'
import type { Change, JournalEntry } from '../../../client/generated/wire.ts'
import { History } from './history.ts'
import { KeyNames } from './key-names.ts'

/** An event of the world: an exchange or a change. */
export type TrafficEvent =
  | { readonly kind: 'exchange'; readonly entry: JournalEntry }
  | { readonly kind: 'change'; readonly change: Change }

/** An event in the list. */
export type Line = TrafficEvent & { readonly id: string }

/** What was left for a key by its last reply, and until when; and its minute by its last reply without a ban. */
interface Quota {
  readonly left: number
  readonly until: number
  readonly minute: { readonly limit: number | undefined; readonly until: number } | undefined
}

/** How many lines are stored: as many as in the journal of a world. */
export const MOST_LINES = 1000

/** Whether a change gets a marker in the plot. */
const hasMarker = (what: Change['what']): boolean => replacesWorld(what) || what === 'clock'

/** The events of the world: the last ones as lines, and numbers for the plot. */
export class Traffic {
  /** The newest first. */
  readonly lines = signal<readonly Line[]>([])
  readonly history = new History()
  readonly keyNames = new KeyNames((before, key) => {
    this.history.rename(before, key)
  })
  readonly #quotas = new Map<string, Quota>()
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
    this.keyNames.clear()
    this.#quotas.clear()
  }

  /** Records a reading of a key, unless a reply has shown less since: the list of keys is read more seldom. */
  recordReading(key: string, left: number, isBanned: boolean, time: number): void {
    const shown = this.#quotas.get(key)
    if (shown && time < shown.until && left > shown.left) return
    this.history.record(key, left, isBanned, time)
  }

  /** Removes the lines before the journal is read: after a restart of the mock, its ids start again. */
  prepareRecall(): void {
    this.#before = this.lines.value
    this.#recalled = new Set()
    this.lines.value = []
  }

  /** Adds new events, in their order. `isNews`: whether an event gets a line, and a marker. */
  add(events: readonly TrafficEvent[], isNews: (event: TrafficEvent) => boolean = () => true): void {
    this.keyNames.addFromExchanges(
      events.flatMap((event) => (event.kind === 'exchange' ? [event.entry] : [])),
    )
    let fresh: Line[] = []
    for (const event of events) {
      const line = this.#lineOf(event)
      if (this.#recalled.has(identityOf(line))) continue
      if (event.kind === 'exchange') this.#count(event.entry)
      else if (this.#applyChange(event.change, isNews(event))) {
        fresh = []
        this.lines.value = []
        this.#recalled = new Set()
      }
      if (isNews(event)) fresh.push(line)
    }
    this.lines.value = [...fresh.reverse(), ...this.lines.value].slice(0, MOST_LINES)
  }

  /** Adds the exchanges of a journal that are not listed yet. */
  recall(journal: readonly JournalEntry[]): void {
    this.keyNames.addFromExchanges(journal)
    const listed = new Set(this.lines.value.map(({ id }) => id))
    const lines = journal.map((entry) => this.#lineOf({ kind: 'exchange', entry }))
    this.#recalled = new Set(lines.map(identityOf))
    const older = lines.filter(({ id }) => !listed.has(id))
    this.lines.value = [...this.lines.value, ...older].slice(0, MOST_LINES)
    const counted = new Set(this.#before.map(identityOf))
    const oldest = lines.at(-1)
    const isSeen = oldest === undefined || listed.has(oldest.id) || counted.has(identityOf(oldest))
    // Where a full journal begins with an exchange that this page has not seen, it has lost others.
    if (lines.length >= MOST_LINES && !isSeen && oldest.kind === 'exchange')
      this.history.missBefore(Date.parse(oldest.entry.time))
    for (const line of older.toReversed()) {
      if (line.kind === 'exchange' && !counted.has(identityOf(line))) this.#count(line.entry)
    }
  }

  /** The lines that match a filter. */
  passing(lines: readonly Line[], filter: TrafficFilter): readonly Line[] {
    return lines.filter((line) => this.#passes(line, filter))
  }

  #count(entry: JournalEntry): void {
    // A browser's preflight counts against no limit.
    if (isPreflight(entry)) return
    const { reason } = entry
    const [key, time] = [this.keyNames.keyOf(entry), Date.parse(entry.time)]
    this.history.count(key, reason.step !== 'meter', time)
    if (entry.keyId !== null) this.#recordQuota(key, entry, time)
  }

  /** Records what the minute of a key had left after an exchange, and its ban, as far as the reply shows it. */
  #recordQuota(key: string, { reason, reply: { headers } }: JournalEntry, time: number): void {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      figureIn(headers, `x-ratelimit-${name}`),
    )
    if (remaining === undefined || reset === undefined) return
    const until = reset * 1000
    const isBanned = reason.rule === 'ban' || reason.rule === 'status-while-banned'
    // Further ahead than a minute, the headers describe the day.
    if (!isBanned && until - time > MINUTE) return
    this.history.record(key, remaining, isBanned, time)
    const minute = isBanned ? this.#quotas.get(key)?.minute : { limit, until }
    // Until there is a reply, what a page that was open then has read.
    if (minute && time < minute.until && minute.until < until) this.history.record(key, 0, true, minute.until)
    const isRenewed = minute !== undefined && minute.until <= until
    this.history.record(key, isRenewed ? minute.limit : undefined, false, until)
    if (this.#quotas.size >= MOST_LINES) this.#quotas.clear()
    this.#quotas.set(key, { left: remaining, until, minute })
  }

  /** Clears the history if a change has cleared the journal, and adds a marker. Returns whether it has. */
  #applyChange({ what, time }: Change, isNews: boolean): boolean {
    // Someone may have given a key more.
    if (isNews && what !== 'ban') this.#quotas.clear()
    const isEmptied = replacesWorld(what) || what === 'journal'
    if (isEmptied) this.history.clear()
    if (isNews && hasMarker(what)) this.history.addMarker(what, Date.parse(time))
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

/** The whole number in a header; `undefined` without one. */
function figureIn(headers: Readonly<Record<string, string>>, wanted: string): number | undefined {
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
