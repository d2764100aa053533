import { signal } from '@preact/signals'
import type { Change, JournalEntry } from '../../../client/generated/wire.ts'
import { History, SPAN } from './history.ts'
import { outsideTimeOf, type ObservedClock } from './world-time.ts'

/** Something that happened in the world: an exchange, or a change between two of them. */
export type TrafficEvent =
  | { readonly kind: 'exchange'; readonly entry: JournalEntry }
  | { readonly kind: 'change'; readonly change: Change }

/** An event as the traffic lists it. */
export type Line = TrafficEvent & { readonly id: string }

/** Lines that are remembered, as many as the journal of a world. */
const MOST_LINES = 1000

/** What is worth a mark in the plot, in a word. */
const MARKS: Readonly<Partial<Record<Change['what'], string>>> = {
  reset: 'reset',
  clock: 'clock',
  ban: 'banned',
}

/** What happened in the world: the last of it line by line, and the last minute and a half in figures. */
export class Traffic {
  /** The newest first. */
  readonly lines = signal<readonly Line[]>([])
  readonly history = new History()
  #before: readonly Line[] = []
  #changes = 0

  /** Forgets all of it. */
  clear(): void {
    this.lines.value = []
    this.#before = []
    this.history.clear()
  }

  /** Makes room for what a journal will tell: after a restart of the mock, its exchanges are counted anew. */
  beginAgain(): void {
    this.#before = this.lines.value
    this.lines.value = []
  }

  /** Adds what has just happened, in its order. */
  take(events: readonly TrafficEvent[], outside: number): void {
    let fresh: Line[] = []
    for (const event of events) {
      if (event.kind === 'exchange') this.#count(event.entry, outside)
      else if (this.#noteChange(event.change, outside)) {
        fresh = []
        this.lines.value = []
      }
      fresh.push(this.#lineOf(event))
    }
    this.lines.value = [...fresh.reverse(), ...this.lines.value].slice(0, MOST_LINES)
  }

  /** Adds what a journal knows besides; the clock, if it was let run, tells when that was outside. */
  recall(journal: readonly JournalEntry[], clock: ObservedClock | undefined): void {
    const listed = idsOf(this.lines.value)
    const older = journal
      .map((entry) => this.#lineOf({ kind: 'exchange', entry }))
      .filter(({ id }) => !listed.has(id))
    this.lines.value = [...this.lines.value, ...older].slice(0, MOST_LINES)
    if (!clock || clock.frozen) return
    const counted = idsOf(this.#before)
    for (const line of older) {
      if (line.kind !== 'exchange' || counted.has(line.id)) continue
      const outside = outsideTimeOf(clock, Date.parse(line.entry.time))
      const isInSpan = outside > clock.readAt - SPAN * 1000 && outside <= clock.readAt
      if (isInSpan) this.#count(line.entry, outside)
    }
  }

  #count({ key, reason }: JournalEntry, outside: number): void {
    this.history.count(key ?? 'no key', reason.step !== 'meter', outside)
  }

  /** Tells whether a change has emptied the journal. */
  #noteChange({ what }: Change, outside: number): boolean {
    const mark = MARKS[what]
    if (mark !== undefined) this.history.mark(mark, outside)
    return what === 'reset' || what === 'journal'
  }

  #lineOf(event: TrafficEvent): Line {
    if (event.kind === 'exchange') return { ...event, id: `exchange ${event.entry.id}` }
    this.#changes += 1
    return { ...event, id: `change ${this.#changes}` }
  }
}

function idsOf(lines: readonly Line[]): ReadonlySet<string> {
  return new Set(lines.map(({ id }) => id))
}

/** What the traffic is narrowed to; an empty text does not narrow it. */
export interface TrafficFilter {
  /** A key as it is shown, cut. */
  readonly key: string
  /** A status, or a class of them such as `4xx`. */
  readonly status: string
  readonly operation: string
}

export const allTraffic: TrafficFilter = { key: '', status: '', operation: '' }

export function passes(line: Line, { key, status, operation }: TrafficFilter): boolean {
  // What changed in the world explains the exchanges around it, unless only some are asked for.
  if (line.kind === 'change') return key === '' && status === '' && operation === ''
  const { entry } = line
  return (
    (key === '' || (entry.key ?? 'no key') === key) &&
    (status === '' || hasStatus(entry.status, status)) &&
    (operation === '' || entry.operation === operation)
  )
}

function hasStatus(status: number, wanted: string): boolean {
  return wanted.endsWith('xx') ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted
}
