import { limitBounds, pathOf } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { Exchange } from '../engine/exchange.ts'
import { precedes } from '../history/history.ts'
import { wholeList } from '../history/sightings.ts'
import { isAdded, type JsonObject, memberOf, idText, textOf } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, given, missing, outOfReach } from '../engine/verdicts.ts'
import { addAll, SEARCH_STATUS } from './additions.ts'
import { list, LONGEST_PAGE, ofStatus } from './requests.ts'
import { added } from './added.ts'
import { createFault, givenIds } from './given.ts'

const MOST_PAGES = 3

/** The moment of a list at the end of what a run adds, before it goes over the limit. */
export const LATER = 'later'

/** A list as it is once the run has added what it adds, page after page while the service shows the way. */
export interface WholeList {
  readonly pages: readonly [Exchange, ...Exchange[]]
  readonly pets: readonly JsonObject[]
  /** Whether it surely holds all that there was. */
  readonly isWhole: boolean
}

/** Reads a list after all additions; `query` asks for the longest pages. */
export async function readList(run: Run, query: string, moment = 'after adding'): Promise<WholeList> {
  await addAll(run)
  let page = await run.session.share({ ...list(query), moment })
  const pages: [Exchange, ...Exchange[]] = [page]
  const pets = [...givenIds(page)]
  let next = nextPath(page)
  while (next !== undefined && pages.length < MOST_PAGES) {
    page = await run.session.share({ ...list(), path: next, moment })
    // How a further page is asked for is not shown, nor that its link is taken.
    if (page.status !== 200) return { pages, pets, isWhole: false }
    pages.push(page)
    pets.push(...givenIds(page))
    next = nextPath(page)
  }
  // From one page to the next the order may change, or others may add a pet: only a single page leaves nothing out.
  return { pages, pets, isWhole: pages.length === 1 && pets.length < limitBounds.most }
}

/** The pages of a list that surely holds all that there was. */
export function givenWhole({ pages, isWhole }: WholeList): readonly Exchange[] {
  if (!isWhole) tooLong()
  return pages
}

/** Whether a list shows a pet that the run had added before. */
export function isShownIn(run: Run, { pages, pets }: WholeList): boolean {
  const ids = new Set(pets.map(idText))
  return createdBefore(run, pages[0]).some((id) => ids.has(id))
}

/** The pages of a list to which nobody else has added a pet since the run began: whoever does may copy some of the run's. */
export async function givenAlone(run: Run, { pages, pets }: WholeList): Promise<readonly Exchange[]> {
  const { mark } = run.settings
  const own = new Set(createdBefore(run, pages[0]))
  const first = await run.session.share(list(LONGEST_PAGE))
  const before = new Set(givenIds(first).map(idText))
  const isOthers = (pet: JsonObject): boolean =>
    !before.has(idText(pet)) && !own.has(idText(pet)) && !textOf(pet['name']).includes(mark)
  if (!pets.some(isOthers)) return pages
  // Beyond a full page there may have been more.
  if (wholeList(first) === undefined) tooLong()
  return missing('a service to which nobody else adds pets meanwhile')
}

/** A list in which pets are looked for that must not be there: the whole one, or that of the one status that they have. */
export interface Search extends WholeList {
  readonly status: PetStatus | undefined
}

/** Reads the whole list; where that cannot be seen, that of the status of pets that must not be there, if it can. */
export async function search(run: Run, moment?: string): Promise<Search> {
  const whole = await readList(run, LONGEST_PAGE, moment)
  if (whole.isWhole) return { ...whole, status: undefined }
  const ofOne = await readList(run, ofStatus(SEARCH_STATUS), moment)
  return ofOne.isWhole ? { ...ofOne, status: SEARCH_STATUS } : { ...whole, status: undefined }
}

/** Reads the whole list once more, later in the run than `readList`. */
export function readListLater(run: Run): Promise<WholeList> {
  return readList(run, LONGEST_PAGE, LATER)
}

/** The pages of a search that would show the pet of a body that was refused: those that were really added can be seen in it. */
export async function givenSearch(
  run: Run,
  isAnyRefused: boolean,
  { pages, pets, isWhole, status }: Search,
): Promise<readonly Exchange[]> {
  given(isAnyRefused, 'a body that was refused')
  const ids = new Set(pets.map(idText))
  const created = createdBefore(run, pages[0], status).map((id) => ids.has(id))
  if (created.length === 0)
    dependsOn(await createFault(run, await added(run, status === undefined ? {} : { status })))
  if (!isWhole && created.includes(false)) tooLong()
  if (!created.includes(true)) dependsOn(status === undefined ? 'LIST-7' : 'DEPRECATION-3')
  return pages
}

/** The ids of the pets that the run had added before an exchange: of one status, or of whichever. */
function createdBefore({ session }: Run, later: Exchange, status?: PetStatus): readonly string[] {
  return session.exchanges
    .filter((one) => precedes(one, later))
    .filter(({ probe }) => probe.operation === 'createPet' && probe.caller === 'key')
    .filter((one) => isAdded(one) && (status === undefined || memberOf(one.json, 'status') === status))
    .map(({ json }) => idText(json))
}

function tooLong(): never {
  return outOfReach(`the whole list: it shows with fewer than ${limitBounds.most} pets`)
}

/** The path of the next page below the base address, where a Link header names one (RFC 8288). */
function nextPath({ headers }: Exchange): string | undefined {
  const target = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(headers['link'] ?? '')?.[1]
  const query = target?.split('?')[1]
  // A brace has no place in a URL (RFC 3986 §2), and would stand for a key here.
  return query && `${pathOf('listPets')}?${query.replaceAll('{', '%7B')}`
}
