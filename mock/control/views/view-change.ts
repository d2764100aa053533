import type { Change } from '../../core/journal/events.ts'
import type { Change as ChangeView } from '../../client/generated/wire.ts'
import { isoTime } from './iso-time.ts'

/** A change as it goes over the wire. */
export function viewChange({ world, time, what, sentence }: Change): ChangeView {
  return { world, time: isoTime(time), what, sentence }
}
