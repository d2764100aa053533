import { limitBounds, pathOf } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import { counted } from '../../spec/wording.ts'
import { type Exchange, isBefore } from '../engine/exchange.ts'
import { expectThat } from '../engine/expect.ts'
import { isAdded, type JsonObject, memberOf, shown, idText, textOf } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing, NotVerified } from '../engine/verdicts.ts'
import { addAll, type Marks, TELLING } from './additions.ts'
import { ODD_CATEGORY } from '../history/odd-pets.ts'
import { lawfulSpellings } from '../history/spellings.ts'
import { added, list, LONGEST_PAGE, ofStatus } from './requests.ts'
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

/** Whether a pet is in a list; `undefined` where it may stand beyond the pages that could be read. */
export function isIn({ pets, isWhole }: WholeList, id: unknown): boolean | undefined {
  return pets.some((pet) => idText(pet) === textOf(id)) || (isWhole ? false : undefined)
}

/** The same of the pet that a creation added; `undefined` too where the list was sent before that had been answered. */
export function isAddedIn(list: WholeList, creation: Exchange): boolean | undefined {
  const found = isIn(list, memberOf(creation.json, 'id'))
  return found === true || isBefore(creation, list.pages[0]) ? found : undefined
}

/** A list in which pets are looked for that must not be there: the whole one, or that of the one status which tells them. */
export interface Search extends WholeList {
  readonly status: PetStatus | undefined
}

/** Reads the whole list; where that cannot be seen, and that of the status which tells pets that must not be there can, that one. */
export async function search(run: Run, moment?: string): Promise<Search> {
  const whole = await readList(run, LONGEST_PAGE, moment)
  if (whole.isWhole) return { ...whole, status: undefined }
  const ofOne = await readList(run, ofStatus(TELLING), moment)
  return ofOne.isWhole ? { ...ofOne, status: TELLING } : { ...whole, status: undefined }
}

/** Reads the whole list once more, later in the run than `readList`. */
export function readListLater(run: Run): Promise<WholeList> {
  return readList(run, LONGEST_PAGE, LATER)
}

/** Holds a list to having no more new pets with the marks than there may be. */
export async function expectNotAdded(
  run: Run,
  { names, byCategory }: Marks,
  { pages, pets, isWhole, status }: Search,
): Promise<void> {
  if (names.size === 0 && !byCategory) missing('a body that was refused')
  // An earlier run may have left some.
  const query = status === undefined ? LONGEST_PAGE : ofStatus(status)
  const earlier = givenIds(await run.session.share(list(query)))
  const before = new Set(earlier.map(idText))
  const knowsAll = earlier.length < limitBounds.most
  for (const page of pages) {
    const added = givenIds(page).filter((pet) => !before.has(idText(pet)))
    for (const [name, most] of names) {
      const spellings = lawfulSpellings(name)
      const like = added.filter((pet) => spellings.some((one) => one === pet['name']))
      const lawful = most === 0 ? 'no pet' : `at most ${counted(most, 'pet')}`
      expectThat(like.length <= most, `${lawful} named ${name}`, String(like.length), page)
    }
    const stray = added.find((pet) => pet['categoryId'] === ODD_CATEGORY)
    const isLawful = stray === undefined || !byCategory || !knowsAll
    expectThat(isLawful, 'no pet from a body that was refused', `pet ${shown(stray?.['id'])}`, page)
  }
  const ids = new Set(pets.map(idText))
  // Where those that were really added can be seen, another one could be seen too.
  const created = createdBefore(run, pages[0], status).map((id) => ids.has(id))
  if (created.length === 0)
    dependsOn(await createFault(run, await added(run, status === undefined ? {} : { status })))
  if (!isWhole && created.includes(false)) throw tooLong()
  if (!created.includes(true)) dependsOn(status === undefined ? 'LIST-7' : 'DEPRECATION-3')
}

/** The ids of the pets that the run had added before an exchange: of one status, or of whichever. */
function createdBefore({ session }: Run, later: Exchange, status?: PetStatus): readonly string[] {
  return session.exchanges
    .filter((one) => isBefore(one, later))
    .filter(({ probe }) => probe.operation === 'createPet' && probe.caller === 'key')
    .filter((one) => isAdded(one) && (status === undefined || memberOf(one.json, 'status') === status))
    .map(({ json }) => idText(json))
}

export function tooLong(): NotVerified {
  return new NotVerified(
    'precondition missing',
    `the whole list: it shows with fewer than ${limitBounds.most} pets`,
  )
}

/** The path of the next page below the base address, where a Link header names one (RFC 8288). */
function nextPath({ headers }: Exchange): string | undefined {
  const target = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(headers['link'] ?? '')?.[1]
  const query = target?.split('?')[1]
  // A brace has no place in a URL (RFC 3986 §2), and would stand for a key here.
  return query && `${pathOf('listPets')}?${query.replaceAll('{', '%7B')}`
}
