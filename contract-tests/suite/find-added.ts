import type { Pet } from '../../spec/index.ts'
import { expectPets } from '../expect/expect-body.ts'
import { NotVerified } from '../not-verified.ts'
import type { Exchange } from '../probe/exchange.ts'
import { listAfterAdding } from '../probes.ts'
import type { Run } from '../run.ts'

const MOST_PAGES = 3

/** The animals of a filtered list, page after page while the service shows the way, until one has the id. */
export async function findAdded(
  run: Run,
  query: string,
  id: Pet['id'],
): Promise<{ found: boolean; page: Exchange }> {
  let path = `/pets${query}`
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await run.session.share({ ...listAfterAdding(), path })
    const pets = expectPets(run, page)
    if (pets.some((pet) => pet.id === id)) return { found: true, page }
    const next = nextPath(page)
    if (next !== undefined) path = next
    else if (pets.length < 100) return { found: false, page }
    else break
  }
  throw new NotVerified('precondition missing', 'the list is longer than the pages that can be reached')
}

/** The path of the next page below the base address, where a Link header names one (RFC 8288). */
function nextPath({ headers }: Exchange): string | undefined {
  const target = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(headers['link'] ?? '')?.[1]
  const query = target?.split('?')[1]
  return query === undefined ? undefined : `/pets?${query}`
}
