// Whether a pet is told everywhere, and later, as it was sent.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import { petStatuses, type OperationId } from '../../spec/operations.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import { type Exchange, isBefore, readJson } from '../engine/exchange.ts'
import { remembering } from '../history/history.ts'
import { isAdded, isObject, shown, type JsonObject, idText } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { lawfulSpellings } from '../history/spellings.ts'
import { Breach, dependsOn } from '../engine/verdicts.ts'

/** A pet that the run has added. */
export interface AddedPet {
  readonly creation: Exchange
  /** What was sent, as far as it is sure what of it counts. */
  readonly sent: JsonObject
  /** What the creation told. */
  readonly told: JsonObject
}

/** The pets that the first key had added before an exchange was sent, or so far, for how keys are scoped is open; those whose fields are not what they should be left out. */
export function addedPets({ session }: Run, before?: Exchange): readonly AddedPet[] {
  return session.exchanges.flatMap((one) =>
    before === undefined || isBefore(one, before) ? addedBy(one) : [],
  )
}

/** The pet that an exchange has added with the first key, in a list; an empty one where it has added none. */
const addedBy = remembering((creation: Exchange): readonly AddedPet[] => {
  const { probe, json: told } = creation
  if (!isOwnCreation(creation) || !isObject(told) || serviceSchemas.Pet(told).length > 0) return []
  return [{ creation, sent: sentFields(probe.body ?? ''), told }]
})

function isOwnCreation(exchange: Exchange): boolean {
  const { operation, caller, isInvalid } = exchange.probe
  return isAdded(exchange) && operation === 'createPet' && caller === 'key' && isInvalid !== true
}

function sentFields(body: string): JsonObject {
  const json = readJson(body)
  // Where a name stands twice, it is open which value counts.
  if (!isObject(json) || stringifyJson(json) !== body) return {}
  const { name, categoryId, status } = json
  return {
    ...(typeof name === 'string' && { name }),
    ...(isInt64(categoryId) && { categoryId }),
    ...(petStatuses.some((one) => one === status) && { status }),
  }
}

/**
 * How a pet differs from what was sent, or from what the creation told; where that told otherwise than it was asked, it is
 * another clause's. A category beyond doubles is left to `inexactness`.
 */
function differenceOf(pet: AddedPet, now: JsonObject, exchange: Exchange): Breach | undefined {
  for (const field of ['id', 'name', 'categoryId', 'status'] as const) {
    const [sent, told, is] = [pet.sent[field], pet.told[field], now[field]]
    if (is === sent && sent !== undefined) continue
    if (field === 'categoryId' && typeof sent === 'bigint') continue
    const asSent: readonly unknown[] =
      field === 'name' && typeof sent === 'string' ? lawfulSpellings(sent) : [sent]
    const lawful = sent === undefined ? [told] : asSent
    const isAsTold = exchange !== pet.creation && is === told
    if (isAsTold || lawful.includes(is)) continue
    const place = field === 'id' ? '' : ` in pet ${shown(now['id'])}`
    return new Breach(`${field} ${shown(lawful[0])}`, `${field} ${shown(is)}${place}`, exchange)
  }
  return undefined
}

/** How a category that a double does not hold differs from what was sent. */
export function inexactness({ sent }: AddedPet, now: JsonObject, exchange: Exchange): Breach | undefined {
  const { categoryId } = sent
  if (typeof categoryId !== 'bigint' || now['categoryId'] === categoryId) return undefined
  const actual = `categoryId ${shown(now['categoryId'])} in pet ${shown(now['id'])}`
  return new Breach(`categoryId ${categoryId}, as sent`, actual, exchange)
}

/** Whether what stands in the place of a pet that the run added is not that one, but another one of those. */
export function isAnother(run: Run, pet: AddedPet, now: JsonObject): boolean {
  return !isLike(pet.told, now) && addedPets(run).some(({ told }) => isLike(told, now))
}

/** Whether two pets are told alike, but for their ids. */
export function isLike(one: JsonObject, other: JsonObject): boolean {
  return (['name', 'categoryId', 'status'] as const).every((field) => one[field] === other[field])
}

/** Whether a creation tells what was sent. */
export function isToldAsSent(pet: AddedPet): boolean {
  return differenceOf(pet, pet.told, pet.creation) === undefined
}

/** Holds an exchange to showing a pet as it was added; another clause is to be blamed where creations tell what was not sent. */
export function expectAsAdded(run: Run, pet: AddedPet, now: JsonObject, exchange: Exchange): void {
  const breach = differenceOf(pet, now, exchange)
  if (breach === undefined) return
  const isAltered = !addedPets(run).every(isToldAsSent)
  if (exchange !== pet.creation && isAltered) dependsOn('CREATE-2')
  const asItWas = { ...now, categoryId: pet.sent['categoryId'] ?? pet.told['categoryId'] }
  const isOfCategory = differenceOf(pet, asItWas, exchange) === undefined
  if (isOfCategory && tellsInexactly(run, exchange.probe.operation)) dependsOn('PET-4')
  throw breach
}

/** Whether an operation tells a category of the run's that a double does not hold otherwise than it was sent. */
export function tellsInexactly({ session: { exchanges } }: Run, operation: OperationId | undefined): boolean {
  const sent = new Map(
    exchanges.filter(isOwnCreation).map(({ probe, json }) => [idText(json), sentFields(probe.body ?? '')]),
  )
  const petsOf = ({ json }: Exchange): readonly JsonObject[] =>
    (Array.isArray(json) ? json : [json]).filter(isObject)
  return exchanges.some(
    (one) =>
      one.probe.operation === operation &&
      petsOf(one).some((now) => {
        const own = sent.get(idText(now))
        const isLarge = typeof own?.['categoryId'] === 'bigint' && own['name'] === now['name']
        return isLarge && own['categoryId'] !== now['categoryId']
      }),
  )
}

/** The same by the exchange that has added the pet, where it tells one. */
export function expectAsAddedBy(run: Run, creation: Exchange, now: JsonObject, exchange: Exchange): void {
  for (const pet of addedPets(run)) if (pet.creation === creation) expectAsAdded(run, pet, now, exchange)
}
