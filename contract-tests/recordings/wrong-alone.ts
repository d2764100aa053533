import type { ClauseId } from '../../spec/clauses.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import { replyRules } from '../history/reply-rules.ts'
import type { Exchange } from '../engine/exchange.ts'
import { isObject } from '../history/values.ts'
import type { RecordedEntry } from './recording.ts'

// Their checks remember each pet that they have seen, which would fill the memory with those that are dropped.
const OF_FIELDS = new Set<ClauseId>(['PET-1', 'PET-3', 'PET-4', 'PET-5'])
const others = replyRules.filter(({ clause }) => !OF_FIELDS.has(clause))

/** Whether a reply breaks a clause by itself, whatever else was recorded; true also where that is not sure. */
export function isWrongAlone({ probe, ...exchange }: RecordedEntry): boolean {
  const { base: _base, ...request } = probe
  const alone: Exchange = { ...exchange, probe: { ...request, caller: 'key' } }
  return (
    others.some(({ concerns, fault }) => concerns(alone) && fault(alone) !== undefined) || showsOddPet(alone)
  )
}

function showsOddPet({ probe, status, json }: Exchange): boolean {
  if (probe.operation === undefined || status >= 300) return false
  return [json].flat().some((pet) => isObject(pet) && serviceSchemas.Pet(pet).length > 0)
}
