import { isInt64, type ClauseId } from '../../../spec/index.ts'
import type { Exchange } from '../exchange.ts'
import { added } from '../../probes/requests.ts'
import type { Run } from '../run.ts'
import { dependsOn } from './depends-on.ts'

/** A pet as it came, whatever may be wrong with it: the clauses on its fields have tests of their own. */
export type Told = Readonly<Record<string, unknown>>

/** The pets of a list that is taken for granted; where it is no list, the clause is named that says it should be. */
export function givenList(exchange: Exchange): readonly Told[] {
  const { status, json } = exchange
  if (status !== 200 || !Array.isArray(json)) return dependsOn(listFault(exchange))
  const pets = json.filter(isObject)
  return pets.length === json.length ? pets : dependsOn('LIST-1')
}

/** The same of a test that tells pets apart by their ids. */
export function givenIds(exchange: Exchange): readonly Told[] {
  const pets = givenList(exchange)
  return pets.every(({ id }) => isInt64(id)) ? pets : dependsOn('PET-1')
}

/** A pet that the run has added; where it could not, the clause is named that says it can. */
export async function givenAdded(run: Run, more: object): Promise<Told> {
  const exchange = await added(run, more)
  if (exchange.status === 201 && isObject(exchange.json)) return givenPet(run, exchange.json)
  return dependsOn(await createFault(run, exchange))
}

/** A pet whose fields are what they should be; else the clause is named that says what the field is. */
export function givenPet({ checks }: Run, pet: Told): Told {
  const [problem] = checks.Pet(pet)
  return problem === undefined ? pet : dependsOn(FIELDS[problem.path] ?? 'CREATE-1')
}

const FIELDS: Readonly<Record<string, ClauseId>> = {
  id: 'PET-1',
  name: 'PET-3',
  categoryId: 'PET-4',
  status: 'PET-5',
}

/** The clause that a list breaks which is no list. */
export function listFault({ status, probe }: Exchange): ClauseId {
  if (status === 400 && probe.path.includes('status=')) return 'LIST-5'
  if (status === 400 && probe.path.includes('limit=')) return 'LIST-3'
  return accessFault(status) ?? 'LIST-1'
}

/** The clause that a creation breaks which adds nothing: one that sets a status may fail for that alone. */
export async function createFault(run: Run, { status, probe }: Exchange): Promise<ClauseId> {
  const fault = accessFault(status)
  if (fault !== undefined) return fault
  const setsStatus = probe.body?.includes('"status"') === true
  return setsStatus && (await added(run, {})).status === 201 ? 'CREATE-7' : 'CREATE-1'
}

/** The clause that is broken when a request with the key is not let in, or leads nowhere. */
export function accessFault(status: number): ClauseId | undefined {
  if (status === 401 || status === 403) return 'AUTH-1'
  if (status === 415) return 'BASE-3'
  return status === 404 || status === 405 ? 'BASE-1' : undefined
}

export function isObject(json: unknown): json is Told {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}
