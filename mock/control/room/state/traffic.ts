import { signal } from '@preact/signals'
import { replacesWorld } from '../../../client/event-stream.ts'
import type { Change, JournalEntry } from '../../../client/generated/wire.ts'
import { History } from './history.ts'
import { KeyNames } from './key-names.ts'

/** Something that happened in the world: an exchange, or a change between two of them. */
export type TrafficEvent =
  | { readonly kind: 'exchange'; readonly entry: JournalEntry }
  | { readonly kind: 'change'; readonly change: Change }

/** An event as the traffic lists it. */
export type Line = TrafficEvent & { readonly id: string }

/** Lines that are remembered, as many as the journal of a world. */
const MOST_LINES = 1000

/** What is worth a mark in the plot. */
const isMarked = (what: Change['what']): boolean => replacesWorld(what) || what === 'clock'

/** What happened in the world: the last of it line by line, and in figures. */
export class Traffic {
  /** The newest first. */
  readonly lines = signal<readonly Line[]>([])
  readonly history = new History()
  readonly keyNames = new KeyNames((before, key) => {
    this.history.rename(before, key)
  })
  #before: readonly Line[] = []
  // What the journal told last: the stream may tell of it later.
  #recalled: ReadonlySet<string> = new Set()
  #changes = 0

  /** Forgets all of it. */
  clear(): void {
    this.lines.value = []
    this.#before = []
    this.#recalled = new Set()
    this.history.clear()
    this.keyNames.clear()
  }

  /** Makes room for what a journal will tell: after a restart of the mock, its exchanges are counted anew. */
  beginAgain(): void {
    this.#before = this.lines.value
    this.#recalled = new Set()
    this.lines.value = []
  }

  /** Adds what has just happened, in its order. */
  take(events: readonly TrafficEvent[]): void {
    this.keyNames.meet(events.flatMap((event) => (event.kind === 'exchange' ? [event.entry] : [])))
    let fresh: Line[] = []
    for (const event of events) {
      const line = this.#lineOf(event)
      if (this.#recalled.has(momentOf(line))) continue
      if (event.kind === 'exchange') this.#count(event.entry)
      else if (this.#noteChange(event.change)) {
        fresh = []
        this.lines.value = []
        this.#recalled = new Set()
      }
      fresh.push(line)
    }
    this.lines.value = [...fresh.reverse(), ...this.lines.value].slice(0, MOST_LINES)
  }

  /** Adds what a journal knows besides. */
  recall(journal: readonly JournalEntry[]): void {
    this.keyNames.meet(journal)
    const listed = new Set(this.lines.value.map(({ id }) => id))
    const lines = journal.map((entry) => this.#lineOf({ kind: 'exchange', entry }))
    this.#recalled = new Set(lines.map(momentOf))
    const older = lines.filter(({ id }) => !listed.has(id))
    this.lines.value = [...this.lines.value, ...older].slice(0, MOST_LINES)
    const counted = new Set(this.#before.map(momentOf))
    for (const line of older) {
      if (line.kind === 'exchange' && !counted.has(momentOf(line))) this.#count(line.entry)
    }
  }

  /** The lines that pass a filter. */
  passing(lines: readonly Line[], filter: TrafficFilter): readonly Line[] {
    return lines.filter((line) => this.#passes(line, filter))
  }

  #count(entry: JournalEntry): void {
    const { reason, time } = entry
    this.history.count(this.keyNames.keyOf(entry), reason.step !== 'meter', Date.parse(time))
  }

  /** Tells whether a change has emptied the journal. */
  #noteChange({ what, time }: Change): boolean {
    const isEmptied = replacesWorld(what) || what === 'journal'
    if (isEmptied) this.history.clear()
    if (isMarked(what)) this.history.mark(what, Date.parse(time))
    return isEmptied
  }

  #passes(line: Line, { key, status, operation }: TrafficFilter): boolean {
    // What changed in the world explains the exchanges around it, unless only some are asked for.
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

/** Which exchange a line is of, also after a restart of the mock, which counts them anew. */
function momentOf(line: Line): string {
  return line.kind === 'exchange' ? `${line.id} ${line.entry.time}` : line.id
}

/** What the traffic is narrowed to; an empty text does not narrow it. */
export interface TrafficFilter {
  /** A key as its names know it. */
  readonly key: string
  /** A status, or a class of them such as `4xx`. */
  readonly status: string
  readonly operation: string
}

export const allTraffic: TrafficFilter = { key: '', status: '', operation: '' }

function hasStatus(status: number, wanted: string): boolean {
  return wanted.endsWith('xx') ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted
}
