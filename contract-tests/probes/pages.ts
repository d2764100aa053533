// What the lists of a run have shown so far.
import { petStatuses } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { Run } from '../engine/run.ts'
import { type Sighting, sightingsIn } from '../history/sightings.ts'

/** How many pets the lists of the first key have shown in all. */
export function petsListed(run: Run): number {
  return listed(run).size
}

/** The status of which lists have shown the most pets, so that a page of it may be full. */
export function commonestStatus(run: Run): PetStatus {
  const statuses = Array.from(listed(run).values(), ({ status }) => status)
  const count = (status: PetStatus): number => statuses.filter((one) => one === status).length
  return petStatuses.reduce((most, status) => (count(status) > count(most) ? status : most))
}

function listed({ session }: Run): ReadonlyMap<string, Sighting> {
  const lists = session.exchanges.filter(
    ({ probe }) => probe.operation === 'listPets' && probe.caller === 'key' && probe.base === undefined,
  )
  return new Map(lists.flatMap((list) => sightingsIn(list)).map((pet) => [pet.id, pet]))
}
