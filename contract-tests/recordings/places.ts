import { ascending, countUpTo } from '../history/history.ts'
import { ROUNDED_MS } from '../history/recorder.ts'
import type { CompactEntry } from './compact.ts'

/** An entry at its place in a history: `id` and `after` as in a RecordedExchange, times by the service's clock. */
export interface Placed {
  readonly entry: CompactEntry
  readonly id: number
  readonly after: number
  readonly sent: number
  readonly received: number
}

/**
 * Puts the entries of a recording into the order in which they were answered. Some recordings know that order; of others the
 * times show it, so that requests that overlapped still overlap. The exchanges of a run keep their numbers.
 */
export function placed(entries: readonly CompactEntry[]): readonly Placed[] {
  const numbered = entries.flatMap((entry) => (entry.place ? [{ entry, place: entry.place }] : []))
  if (numbered.length === 0) return placedByTime(entries)
  // Pages of a journal may overlap.
  const byId = new Map(numbered.map((one) => [one.place.id, one]))
  const ordered = [...byId.values()].sort((one, other) => one.place.id - other.place.id)
  const inJournal = answeredBefore(
    ordered.map(({ entry, place }) => ({ time: entry.sent, waited: place.of === 'journal' && place.waited })),
  )
  return ordered.map(({ entry, place }, index) => ({
    entry,
    // The report of the run names them so.
    ...(place.of === 'run'
      ? { id: place.id, after: place.after }
      : { id: index + 1, after: inJournal[index] ?? 0 }),
    sent: entry.sent,
    received: entry.received,
  }))
}

/**
 * For each entry of a journal in the order of ids: how many of the first ones were surely answered before it arrived. Ids
 * are in the order of the replies, and times are those of the arrivals. A request without a body is met and answered at once;
 * any other may have met the meter before what was answered while its body was read. All may overlap with what came before
 * the clock was set back.
 */
export function answeredBefore(
  entries: readonly { readonly time: number; readonly waited: boolean }[],
): readonly number[] {
  let latest = Number.NEGATIVE_INFINITY
  const latestUpTo = entries.map(({ time }) => (latest = Math.max(latest, time)))
  return entries.map(({ time, waited }, index) =>
    Math.min(index, countUpTo(latestUpTo, waited ? time - 1 : time)),
  )
}

/** The ids after which the clock was set back, so that a window may have begun twice. */
export function clockSetBackAfter(places: readonly Placed[]): readonly number[] {
  return places.slice(1).flatMap(({ sent, id }, index) => {
    const before = places[index]
    return before?.entry.place && sent < before.sent - SET_BACK_MS ? [id - 1] : []
  })
}

const SET_BACK_MS = 1000

function placedByTime(entries: readonly CompactEntry[]): readonly Placed[] {
  const offset = clockOffset(entries)
  const events = entries.flatMap((entry, index) => [
    { time: entry.sent - ROUNDED_MS, index, isReply: false },
    { time: entry.received, index, isReply: true },
  ])
  const after: number[] = []
  const places: Placed[] = []
  for (const { index, isReply } of events.toSorted((one, other) => one.time - other.time)) {
    const entry = entries[index]
    if (!isReply) after[index] = places.length
    else if (entry) {
      const [sent, received] = [entry.sent + offset, entry.received + offset]
      places.push({ entry, id: places.length + 1, after: after[index] ?? 0, sent, received })
    }
  }
  return places
}

// A Date has no fraction of a second, and stands for when the reply was begun.
const SAME_CLOCK_MS = 2000

/** By how much the service's clock is ahead of the recorder's, in milliseconds, as the replies' Date says; 0 where none does. */
function clockOffset(entries: readonly CompactEntry[]): number {
  const offsets = entries
    .map(({ reply, received }) => Date.parse(reply.headers['date'] ?? '') - received)
    .filter((offset) => !Number.isNaN(offset))
    .sort(ascending)
  const middle = offsets[offsets.length >> 1] ?? 0
  return Math.abs(middle) < SAME_CLOCK_MS ? 0 : middle
}
