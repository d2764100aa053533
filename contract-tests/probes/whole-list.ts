import { limitBounds, pathOf } from '../../spec/index.ts'
import type { Exchange } from '../engine/exchange.ts'
import { expectThat, type JsonObject, shown } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing, NotVerified } from '../engine/verdicts.ts'
import { addAll, type Marks } from './additions.ts'
import { LITTER_CATEGORY } from '../engine/litter.ts'
import { added, createdIds, list, LONGEST_PAGE } from './requests.ts'
import { createFault, givenIds } from './given.ts'

const MOST_PAGES = 3

/** A list as it is once the run has added what it adds, page after page while the service shows the way. */
export interface WholeList {
  readonly pages: readonly [Exchange, ...Exchange[]]
  readonly pets: readonly JsonObject[]
  /** Whether nothing is left beyond the pages. */
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
    pages.push(page)
    pets.push(...givenIds(page))
    next = nextPath(page)
  }
  return { pages, pets, isWhole: next === undefined && pets.length < pages.length * limitBounds.most }
}

/** Whether a pet is in a list; `undefined` where it may stand beyond the pages that could be read. */
export function isIn({ pets, isWhole }: WholeList, id: unknown): boolean | undefined {
  return pets.some((pet) => String(pet['id']) === String(id)) || (isWhole ? false : undefined)
}

/** Reads the whole list once more, later in the run than `readList`. */
export function readListLater(run: Run): Promise<WholeList> {
  return readList(run, LONGEST_PAGE, 'later')
}

/** Holds a whole list to having no new pet with one of the marks. */
export async function expectNotAdded(
  run: Run,
  { names, byCategory }: Marks,
  { pages, pets, isWhole }: WholeList,
): Promise<void> {
  if (names.length === 0 && !byCategory) missing('a body that was refused')
  // An earlier run may have left some.
  const earlier = givenIds(await run.session.share(list(LONGEST_PAGE)))
  const before = new Set(earlier.map(({ id }) => String(id)))
  const knowsAll = earlier.length < limitBounds.most
  for (const page of pages) {
    const added = givenIds(page).filter(({ id }) => !before.has(String(id)))
    const name = names.find((one) => added.some((pet) => pet['name'] === one))
    expectThat(name === undefined, `no pet named ${name ?? ''}`, 'one', page)
    const stray = added.find((pet) => pet['categoryId'] === LITTER_CATEGORY)
    const isLawful = stray === undefined || !byCategory || !knowsAll
    expectThat(isLawful, 'no pet from a body that was refused', `pet ${shown(stray?.['id'])}`, page)
  }
  const ids = new Set(pets.map(({ id }) => String(id)))
  // Where those that were really added can be seen, another one could be seen too.
  const created = createdIds(run, pages[0])
    .flat()
    .map((id) => ids.has(String(id)))
  if (created.length === 0) dependsOn(await createFault(run, await added(run, {})))
  if (!isWhole && created.includes(false)) throw tooLong()
  if (!created.includes(true)) dependsOn('LIST-7')
}

export function tooLong(): NotVerified {
  return new NotVerified(
    'precondition missing',
    `a list of at most ${limitBounds.most} pets, or one that leads to its next page`,
  )
}

/** The path of the next page below the base address, where a Link header names one (RFC 8288). */
function nextPath({ headers }: Exchange): string | undefined {
  const target = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(headers['link'] ?? '')?.[1]
  const query = target?.split('?')[1]
  return query === undefined ? undefined : `${pathOf('listPets')}?${query}`
}
