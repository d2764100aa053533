// Pages of other lengths than those by which the bounds are looked at.
import type { ClauseId } from '../../spec/clauses.ts'
import { limitBounds, petStatuses } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import { expectThat } from '../engine/expect.ts'
import { given, missing } from '../engine/verdicts.ts'
import { listQuery, sightingsIn } from '../history/sightings.ts'
import type { Run } from '../engine/run.ts'
import { givenList } from '../probes/given.ts'
import { commonestStatus, pageAfter, petsListed } from '../probes/pages.ts'
import { list } from '../probes/requests.ts'

const { most } = limitBounds

export const pageChecks: readonly Check[] = [
  pageCheck(
    'LIST-4',
    'the default page size applies with a filter too',
    (run) => `?status=${commonestStatus(run)}`,
  ),
  pageCheck('LIST-2', 'a page of a usual length', () => '?limit=50'),
  pageCheck('LIST-5', 'the filter may follow the limit in the query', () => '?limit=4&status=pending'),
  // A letter that need not be escaped is the same as when it is (RFC 3986 §6.2.2.2).
  pageCheck('LIST-5', 'a filter with an escaped letter', () => '?limit=5&status=%61vailable'),
  pageCheck('LIST-2', 'a page of one digit, of more pets', () => '?limit=8'),
  // Some databases take -1 for no limit at all.
  pageCheck('LIST-2', 'a page of 99, or an invalid limit of -1 if there are more than 100 pets', (run) =>
    petsListed(run) > most ? '?limit=-1' : `?limit=${most - 1}`,
  ),
  {
    id: 'LIST-5',
    aspect: 'the page after a filtered one',
    extra: true,
    cost: 1,
    isDue: (run) => filteredPage(run) !== undefined,
    // The link to it need not name the status again, so that no rule of histories knows which is due.
    check: async (run) => {
      const { status, next } = filteredPage(run) ?? missing('a filtered list with a Link to a further page')
      const page = await run.session.share(next)
      given(page.status === 200, 'a Link that leads to a page')
      const other = sightingsIn(page).find((pet) => pet.status !== undefined && pet.status !== status)
      expectThat(
        other === undefined,
        `pets that are ${status}, as on the page before`,
        `a pet that is ${other?.status}`,
        page,
      )
    },
  },
]

/** A status of which a list was served that has a further page, and the request for that. */
function filteredPage(run: Run): { readonly status: PetStatus; readonly next: Probe } | undefined {
  for (const exchange of run.session.exchanges) {
    const status = exchange.probe.caller === 'key' ? listQuery(exchange)?.status : undefined
    const next = status && pageAfter(run, exchange)
    if (status !== undefined && next !== undefined) return { status, next }
  }
  return undefined
}

/** Lists of each status without a limit, as most clients ask for them. */
export const filtersAlone: readonly Check[] = petStatuses.map((status) =>
  pageCheck('LIST-5', `status=${status} without a limit`, () => `?status=${status}`),
)

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
