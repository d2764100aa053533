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
  }

  /** Removes the lines before the journal is read: after a restart of the mock, its ids start again. */
  prepareRecall(): void {
    this.#before = this.lines.value
    this.#recalled = new Set()
    this.lines.value = []
  }

  /** Adds new events, in their order. */
  add(events: readonly TrafficEvent[]): void {
    this.keyNames.addFromExchanges(
      events.flatMap((event) => (event.kind === 'exchange' ? [event.entry] : [])),
    )
    let fresh: Line[] = []
    for (const event of events) {
      const line = this.#lineOf(event)
      if (this.#recalled.has(identityOf(line))) continue
      if (event.kind === 'exchange') this.#count(event.entry)
      else if (this.#applyChange(event.change)) {
        fresh = []
        this.lines.value = []
        this.#recalled = new Set()
      }
      fresh.push(line)
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
    for (const line of older) {
      if (line.kind === 'exchange' && !counted.has(identityOf(line))) this.#count(line.entry)
    }
  }

  /** The lines that match a filter. */
  passing(lines: readonly Line[], filter: TrafficFilter): readonly Line[] {
    return lines.filter((line) => this.#passes(line, filter))
  }

  #count(entry: JournalEntry): void {
    const { reason, time } = entry
    this.history.count(this.keyNames.keyOf(entry), reason.step !== 'meter', Date.parse(time))
  }

  /** Clears the history if a change has cleared the journal, and adds a marker. Returns whether it has. */
  #applyChange({ what, time }: Change): boolean {
    const isEmptied = replacesWorld(what) || what === 'journal'
    if (isEmptied) this.history.clear()
    if (hasMarker(what)) this.history.addMarker(what, Date.parse(time))
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
