import type { WorldEvent } from '../../core/journal/events.ts'
import { viewEntry } from '../../core/journal/entry-view.ts'
import { viewChange } from '../views/view-change.ts'

/** An event as a stream carries it: an id, its kind, and its data as one line of JSON, keys cut. */
export function eventText(id: number, event: WorldEvent): string {
  const data = event.kind === 'exchange' ? viewEntry(event.exchange) : viewChange(event.change)
  return `id: ${id}\nevent: ${event.kind}\ndata: ${JSON.stringify(data)}\n\n`
}
