import type { Fault } from '../../core/faults/faults.ts'
import type { Fault as FaultView } from '../../client/generated/wire.ts'
import { isoTime } from './iso-time.ts'

/** A fault as it goes over the wire; what does not narrow it is left out. */
export function viewFault(fault: Fault): FaultView {
  const { id, effect, operation, key, probability, times, seconds, hits, healsAt } = fault
  return {
    id,
    effect,
    ...(operation !== undefined && { operation }),
    ...(key !== undefined && { key }),
    ...(probability !== undefined && { probability }),
    ...(times !== undefined && { times }),
    ...(seconds !== undefined && { seconds }),
    hits,
    healsAt: isoTime(healsAt),
  }
}
