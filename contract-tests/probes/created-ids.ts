import type { Pet } from '../../spec/wire.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { precedes } from '../history/history.ts'
import { isAdded } from '../history/values.ts'

/** The ids of all pets that the run had added before an exchange, in the order of their creation; of those at once together. */
export function createdIds({ session }: Run, before: Exchange): readonly (readonly Pet['id'][])[] {
  const created = session.exchanges.filter(
    (one) =>
      one.id < before.id && one.probe.operation === 'createPet' && one.probe.caller === 'key' && isAdded(one),
  )
  const batches: Exchange[][] = []
  for (const one of created) {
    const last = batches.at(-1)
    const isAlone = last === undefined || last.every((other) => precedes(other, one))
    if (isAlone) batches.push([one])
    else last.push(one)
  }
  return batches.map((batch) => batch.flatMap(({ json }) => idOf(json)))
}

function idOf(json: unknown): readonly Pet['id'][] {
  return typeof json === 'object' && json !== null && 'id' in json ? [json.id as Pet['id']] : []
}
