import { isInt64 } from '../../spec/index.ts'
import { dependsOn } from '../engine/expect/depends-on.ts'
import { givenAdded, givenIds, givenList, isObject, type Told } from '../engine/expect/given.ts'
import type { Exchange } from '../engine/exchange.ts'
import { get, list } from './requests.ts'
import type { Run } from '../engine/run.ts'

/** What getPet answers of a pet that is there whatever the run adds: the first of the list, or one that it added. */
export async function readListed(run: Run): Promise<Exchange> {
  const first = givenList(await run.session.share(list())).find(({ id }) => isInt64(id))
  const { id } = first ?? (await givenAdded(run, { status: 'sold' }))
  return await run.session.share(get(String(id)))
}

/** The pet that getPet returns; where it returns none at all, the clause is named that says it is served. */
export async function givenRead(run: Run, exchange: Exchange): Promise<Told> {
  if (exchange.status === 200 && isObject(exchange.json)) return exchange.json
  const listed = await readListed(run)
  return dependsOn(listed.status === 200 ? 'GET-1' : 'DEPRECATION-1')
}

/** Leaves the rest to another clause where a pet stands twice in a page, and so has the place of another. */
export async function givenEachOnce({ session }: Run): Promise<void> {
  const ids = givenIds(await session.share(list('?limit=100'))).map(({ id }) => String(id))
  if (new Set(ids).size < ids.length) dependsOn('PET-2')
}

/** Leaves the rest to another clause where an id tells several pets. */
export async function givenUniqueIds(run: Run): Promise<void> {
  const { session } = run
  const listed = givenList(await session.share(list('?limit=100'))).map(({ id }) => String(id))
  const created = session.exchanges.filter(
    ({ probe, status }) => status === 201 && probe.operation === 'createPet',
  )
  const ids = [...listed, ...created.map(({ json }) => (isObject(json) ? String(json['id']) : ''))]
  if (new Set(ids).size < ids.length) dependsOn('PET-2')
}
