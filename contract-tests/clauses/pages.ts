// Pages of other lengths than those by which the bounds are looked at.
import type { ClauseId } from '../../spec/clauses.ts'
import { limitBounds } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { givenList } from '../probes/given.ts'
import { commonestStatus, petsListed } from '../probes/pages.ts'
import { list } from '../probes/requests.ts'

const { most } = limitBounds

export const pageChecks: readonly Check[] = [
  pageCheck(
    'LIST-4',
    'the default page size applies with a filter too',
    (run) => `?status=${commonestStatus(run)}`,
  ),
  pageCheck('LIST-2', 'a page of a usual length', () => '?limit=50'),
  pageCheck('LIST-5', 'the filter may follow the limit in the query', () => '?limit=30&status=sold'),
  // A letter that need not be escaped is the same as when it is (RFC 3986 §6.2.2.2).
  pageCheck('LIST-5', 'a filter with an escaped letter', () => '?limit=31&status=%61vailable'),
  pageCheck('LIST-2', 'a page of one digit, of more pets', () => '?limit=8'),
  // Some databases take -1 for no limit at all.
  pageCheck('LIST-2', 'a page of 99, or an invalid limit of -1 if there are more than 100 pets', (run) =>
    petsListed(run) > most ? '?limit=-1' : `?limit=${most - 1}`,
  ),
]

/** Pages of many lengths, for a run that has the requests. */
export const manyPagesCheck: Check = {
  id: 'LIST-2',
  aspect: 'pages of many lengths',
  extra: true,
  cost: 11,
  ask: async ({ session }) => {
    const pages: Exchange[] = []
    for (let limit = 3; limit < most; limit += 9) pages.push(await session.share(list(`?limit=${limit}`)))
    return pages
  },
}

function pageCheck(id: ClauseId, aspect: string, query: (run: Run) => string): Check {
  return {
    id,
    aspect,
    extra: true,
    cost: 1,
    ask: async (run) => {
      const page = await run.session.share(list(query(run)))
      if (page.status === 200) givenList(page)
      return [page]
    },
  }
}
