import type { Pet } from '../../spec/index.ts'
import { expectPets } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import { NotVerified } from '../not-verified.ts'
import type { Exchange } from '../probe/exchange.ts'
import { createdIds, list } from '../probes.ts'
import type { Run } from '../run.ts'
import { addAll } from './additions.ts'

const MOST_PAGES = 3

/** Looks through a filtered list, page after page while the service shows the way, for the animal with the id. */
export async function findAdded(
  run: Run,
  query: string,
  id: Pet['id'],
): Promise<{ found: boolean; page: Exchange }> {
  const { pages, pets, isWhole } = await readList(run, query)
  const found = pets.some((pet) => pet.id === id)
  if (!found && !isWhole) throw tooLong()
  return { found, page: pages.at(-1) ?? pages[0] }
}

/** Holds the list to having no animal with the name. */
export async function expectNotAdded(run: Run, name: string, moment?: string): Promise<void> {
  const { pages, pets, isWhole } = await readList(run, '?limit=100', moment)
  for (const page of pages) expectThat(!page.body.includes(name), `no animal named ${name}`, 'one', page)
  const ids = new Set(pets.map((pet) => pet.id))
  // Where those that were really added can be seen, another one could be seen too.
  const wouldShow = isWhole || createdIds(run, pages[0]).every((id) => ids.has(id))
  if (!wouldShow) throw tooLong()
}

interface ReadList {
  readonly pages: readonly [Exchange, ...Exchange[]]
  readonly pets: readonly Pet[]
  /** Whether nothing is left beyond the pages. */
  readonly isWhole: boolean
}

async function readList(run: Run, query: string, moment = 'after adding'): Promise<ReadList> {
  await addAll(run)
  let page = await run.session.share({ ...list(query), moment })
  const pages: [Exchange, ...Exchange[]] = [page]
  const pets = [...expectPets(run, page)]
  let next = nextPath(page)
  while (next !== undefined && pages.length < MOST_PAGES) {
    page = await run.session.share({ ...list(), path: next, moment })
    pages.push(page)
    pets.push(...expectPets(run, page))
    next = nextPath(page)
  }
  return { pages, pets, isWhole: next === undefined && pets.length < pages.length * 100 }
}

function tooLong(): NotVerified {
  return new NotVerified('precondition missing', 'the list is longer than the pages that can be reached')
}

/** The path of the next page below the base address, where a Link header names one (RFC 8288). */
function nextPath({ headers }: Exchange): string | undefined {
  const target = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(headers['link'] ?? '')?.[1]
  const query = target?.split('?')[1]
  return query === undefined ? undefined : `/pets?${query}`
}
