// What the lists of a run have shown so far.
import { pathOf, petStatuses } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { linkToNext } from '../history/headers.ts'
import { type Sighting, sightingsIn } from '../history/sightings.ts'
import { list } from './requests.ts'

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

/** The request for the page that the Link of a list leads to; `undefined` for none, and for one at another address, which would be given the key. */
export function pageAfter({ settings: { baseUrl } }: Run, page: Exchange): Probe | undefined {
  const [target, asked] = [linkToNext(page), baseUrl + page.probe.path]
  const address = target !== undefined && URL.canParse(target, asked) ? new URL(target, asked).href : ''
  const lists = `${baseUrl}${pathOf('listPets')}`
  const isOfLists = address === lists || address.startsWith(`${lists}?`)
  return isOfLists ? list(address.slice(lists.length)) : undefined
}

function listed({ session }: Run): ReadonlyMap<string, Sighting> {
  const lists = session.exchanges.filter(
    ({ probe }) => probe.operation === 'listPets' && probe.caller === 'key' && probe.base === undefined,
  )
  return new Map(lists.flatMap((list) => sightingsIn(list)).map((pet) => [pet.id, pet]))
}
