import type { ClauseId } from '../../spec/clauses.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { petStatuses } from '../../spec/operations.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import { type Exchange, type Probe, readJson } from '../engine/exchange.ts'
import { isAdded, isObject, type JsonObject, listed, memberOf, textOf } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing, NotVerified, outOfReach, OWN_ANSWER } from '../engine/verdicts.ts'
import { isOdd } from '../history/odd-pets.ts'
import { isOfGatewayStatus } from '../history/unavailable.ts'
import { asNobody, create, get, list, LONGEST_PAGE, withHeaders } from './requests.ts'
import { bodyOf, plainRefusals } from './accepted.ts'
import { added } from './added.ts'
import { isSuccess, refusesKey } from '../history/history.ts'
import { accessClauses, isNotFound } from '../history/fault.ts'

// What a check takes for granted, since other clauses promise it: where one of those does not hold, it is named instead.

/** The pets of a list that is taken for granted; where it is no list, the clause is named that says it should be. */
export function givenList(exchange: Exchange): readonly JsonObject[] {
  const { status, json } = exchange
  if (status !== 200 || !Array.isArray(json)) dependsOn(listFault(exchange))
  const pets = json.filter(isObject)
  return pets.length === json.length ? pets : dependsOn('LIST-1')
}

/** The same of a test that distinguishes pets by their ids. */
export function givenIds(exchange: Exchange): readonly JsonObject[] {
  const pets = givenList(exchange)
  return pets.every(({ id }) => isInt64(id)) ? pets : dependsOn('PET-1')
}

/** A pet that the run has added; where it could not, the clause is named that says it can. */
export async function givenAdded(run: Run, more: object): Promise<JsonObject> {
  const exchange = await added(run, more)
  if (isAdded(exchange) && isObject(exchange.json)) return givenPet(exchange.json)
  return dependsOn(await createFault(run, exchange))
}

/** A pet whose fields are what they should be; else the clause is named that says what the field is. */
export function givenPet(pet: JsonObject): JsonObject {
  const [problem] = serviceSchemas.Pet(pet)
  return problem === undefined ? pet : dependsOn(FIELDS[problem.path] ?? 'CREATE-1')
}

const FIELDS: Readonly<Record<string, ClauseId>> = {
  id: 'PET-1',
  name: 'PET-3',
  categoryId: 'PET-4',
  status: 'PET-5',
}

/** Leaves the rest to another clause where the body of an error is no Error; what is served is no error. */
export function givenErrorBody(reply: Exchange): void {
  const { status, json } = reply
  if (status >= 400 && serviceSchemas.Error(json).length > 0) {
    if (isOfGatewayStatus(reply)) missing(OWN_ANSWER)
    dependsOn('ERROR-1')
  }
}

/** Leaves the rest to another clause where no body is taken: that some are refused shows nothing then. */
export async function givenTaken(run: Run): Promise<void> {
  const plain = await added(run, {})
  if (isSuccess(plain) || isSuccess(await added(run, { status: 'available' }))) return
  dependsOn(await createFault(run, plain))
}

/** The clause that a list breaks which is no list. */
export function listFault(exchange: Exchange): ClauseId {
  const { status, probe } = exchange
  if (status === 400 && probe.path.includes('status=')) return 'LIST-5'
  if (status === 400 && probe.path.includes('limit=')) return 'LIST-3'
  return accessFault(exchange) ?? 'LIST-1'
}

/**
 * A creation that adds a pet, or shows that a valid body is not accepted; not verified where a rule of names or categories may
 * refuse it.
 */
export async function givenCreation(run: Run, more: object): Promise<Exchange> {
  const creation = await added(run, more)
  if (!isAdded(creation)) await createFault(run, creation)
  return creation
}

/** The same where it is the status that may be refused: then the body is sent with another one, or none. */
export async function givenStatusTried(run: Run, more: object): Promise<Exchange> {
  const creation = await added(run, more)
  if (!isAdded(creation)) await givenAcceptedOtherwise(run, creation, withOtherStatus(creation))
  return creation
}

/**
 * The clause that a creation breaks which shows no pet: one that sets a status, or none, may fail for that alone. Not verified
 * where the service may refuse it for its name or category, of which the document shows no rules.
 */
export async function createFault(run: Run, exchange: Exchange): Promise<ClauseId> {
  const { status, probe } = exchange
  // It added a pet and does not show it.
  if (status === 201) return 'CREATE-1'
  const fault = accessFault(exchange)
  if (fault !== undefined) return fault
  const sent = memberOf(readJson(probe.body ?? ''), 'status')
  const [own, other] = sent === undefined ? [{}, { status: petStatuses[0] }] : [{ status: sent }, {}]
  if (!isAdded(await added(run, other))) {
    if (status === 400 && !(await refusesWhatItHolds(run))) refusesTooMuch(run, exchange)
    return 'CREATE-1'
  }
  // By now a category is known that the service accepts.
  if (status === 400 && isAdded(await added(run, own))) refusesTooMuch(run, exchange)
  if (status === 400 && !isAdded(await run.session.share(withOtherStatus(exchange))))
    refusesTooMuch(run, exchange)
  return 'CREATE-7'
}

/** Ends a check that needs a pet which the service does not accept; in the same words for all, with the plainest body that it refused. */
function refusesTooMuch(run: Run, exchange: Exchange): never {
  const { category, namePattern } = run.settings
  const plain = plainRefusals(run)
  const isAsGiven = ({ probe }: Exchange): boolean => bodyOf(probe)['categoryId'] === category
  const refused = plain.find(isAsGiven) ?? plain[0] ?? exchange
  const hint = category === undefined || namePattern === undefined ? HINT : OTHERS
  missing(`a body that the service accepts (${hint}); it refuses ${refusalOf(refused)}`)
}

/** A body that was refused, and why, as the service says. */
function refusalOf(refused: Exchange): string {
  return `${refused.probe.body ?? ''}: ${reasonOf(refused)}`
}

/** Why a service refuses something, in its own words; as a message, so that they can be shown. */
export function reasonOf({ json, body }: Exchange): string {
  const message = memberOf(json, 'message')
  return (typeof message === 'string' ? message : body).slice(0, MOST_OF_REFUSAL)
}

/**
 * A creation that has added a pet with something that the document leaves to the service, as an unusual name. A service that takes
 * plain bodies may refuse it with 400, and no flag changes that.
 */
export async function givenTakenWith(run: Run, what: string, creation: Exchange): Promise<Exchange> {
  if (isAdded(creation)) return creation
  await givenAdded(run, {})
  return creation.status === 400
    ? outOfReach(`a pet ${what}, which the service refuses: ${reasonOf(creation)}`)
    : notAdded(creation)
}

/** Ends a check of what else is in a pet that was not added: a service may refuse a body by rules of its own. */
export function notAdded(creation: Exchange): never {
  const { status } = creation
  missing(
    status === 400
      ? `a body that the service accepts; it refuses ${refusalOf(creation)}`
      : `a pet that was added: the creation is answered ${status}`,
  )
}

/**
 * Leaves a refusal of a valid body to the rules of names and categories, of which the document shows none, where the service
 * refuses the same name and category too without what is tested: `plain` is that body.
 */
export async function givenAcceptedOtherwise(run: Run, refused: Exchange, plain: Probe): Promise<void> {
  if (refused.status !== 400) return
  const otherwise = await run.session.share(plain)
  if (!isAdded(otherwise))
    missing(`a body that the service accepts otherwise; it refuses ${plain.body ?? ''} too`)
}

/** The body of a creation without its status or, where it has none, with one. */
export function withOtherStatus({ probe }: Exchange): Probe {
  const json = readJson(probe.body ?? '')
  const { status, ...fields }: JsonObject = isObject(json) ? json : {}
  return create(status === undefined ? { ...fields, status: petStatuses[0] } : fields)
}

const MOST_OF_REFUSAL = 120
const HINT = '--category and --name-pattern say which'
const OTHERS = 'another --category or --name-pattern may give one'

/** Whether the service refuses new pets that are nearly as some that it holds; false where it holds none. */
async function refusesWhatItHolds(run: Run): Promise<boolean> {
  const { json } = await run.session.share(list(LONGEST_PAGE))
  const pets = listed(json).filter(isObject)
  const some = new Set([pets[0], pets[pets.length >> 1], pets.at(-1)])
  for (const pet of some) {
    if (pet === undefined) return false
    const { name, categoryId } = pet
    if (isAdded(await added(run, { name: likeName(name), categoryId }))) return false
  }
  return true
}

/** A name that differs in its last letter alone, for a service may want each name once. */
function likeName(name: unknown): string {
  const text = textOf(name)
  const last = text.slice(-1)
  return text.slice(0, -1) + (last === 'a' ? 'e' : 'a')
}

/** The clause that is broken when a request with the key is not let in, or its operation is not found. */
export function accessFault(exchange: Exchange): ClauseId | undefined {
  return refusesKey(exchange) ? 'AUTH-1' : accessClauses(exchange.status)[0]
}

/** `GET /pets/{petId}` of a pet that a reply showed; the clause is named that says what its id is, where it is none. */
export function getShown(pet: unknown): Probe {
  const id = memberOf(pet, 'id')
  return isInt64(id) ? get(id) : dependsOn('PET-1')
}

/**
 * What getPet answers of a pet that is there whatever the run adds: the first of the list, or, where that is not served, one
 * that the run added, or the last of the list.
 */
export async function readListed(run: Run): Promise<Exchange> {
  const { session, settings } = run
  const pets = givenList(await session.share(list()))
  const isOthers = (pet: JsonObject): boolean => isInt64(pet['id']) && !isOdd(pet)
  const first = pets.find(isOthers)
  if (first === undefined) return session.share(getShown(await givenAdded(run, { status: 'sold' })))
  const read = await session.share(getShown(first))
  if (isSuccess(read) || refusesKey(read)) return read
  // A list may show what is not there, or what others have taken away; and some pets alone may not be served.
  const own = settings.readOnly ? undefined : (await added(run, { status: 'sold' })).json
  const last = givenList(await session.share(list(LONGEST_PAGE))).findLast(isOthers)
  for (const pet of [own, last].filter((one) => isInt64(memberOf(one, 'id')))) {
    const other = await session.share(getShown(pet))
    if (isSuccess(other)) return other
  }
  return read
}

/** Leaves the rest to another clause where getPet serves nothing at all. */
export async function givenServed(run: Run, exchange: Exchange): Promise<void> {
  if (refusesKey(exchange)) dependsOn('AUTH-1')
  const listed = await readListed(run)
  if (isNotFound(listed.status)) dependsOn('DEPRECATION-1')
}

/** The pet that getPet returns; where it returns none at all, the clause is named that says it is served. */
export async function givenRead(run: Run, exchange: Exchange): Promise<JsonObject> {
  if (exchange.status === 200 && isObject(exchange.json)) return exchange.json
  const listed = await readListed(run)
  return dependsOn(listed.status === 200 ? 'GET-1' : 'DEPRECATION-1')
}

/** What comes for `bearer` in lower case, once a run; not verified where the key is not taken at all just then. */
export async function lowerCaseScheme(run: Run): Promise<Exchange> {
  const exchange = await run.once(askInLowerCase)
  run.session.lookAt([exchange])
  return exchange
}

async function askInLowerCase(run: Run): Promise<Exchange> {
  // Who asks nobody for a key takes every spelling.
  if ((await run.session.share(asNobody(list()))).status === 200) dependsOn('AUTH-2')
  const reply = await run.session.send(withHeaders({ Authorization: 'bearer {key}' }, list('?limit=1')))
  if (reply.status !== 200) await givenKeyTaken(run)
  return reply
}

/** Leaves a refusal unread where the key is not taken just then: others may have got it banned, which may show in the same status. */
export async function givenKeyTaken({ session }: Pick<Run, 'session'>): Promise<void> {
  const usual = await session.send(list('?limit=1'), 'accept')
  if (usual.status === 429)
    throw new NotVerified('budget spent', 'the service refuses the usual request with 429 too')
  if (usual.status !== 200) missing('a key that is taken as usual')
}

/** Whether the list, which has nothing to lose, is refused to an Authorization header that holds no key we were given. */
export async function isRefusedByList({ session }: Run, authorization: string): Promise<boolean> {
  return !isSuccess(await session.share(asNobody(list(), authorization)))
}
