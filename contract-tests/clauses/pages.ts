// Pages of other lengths than those by which the bounds are looked at, and what all pages of a run hold.
import { limitBounds } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import { isBefore } from '../engine/exchange.ts'
import { isAdded, memberOf, idText } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { breachBy, dependsOn, missing } from '../engine/verdicts.ts'
import { givenList } from '../probes/given.ts'
import {
  clauseOf,
  commonestStatus,
  pageFault,
  pagesOf,
  petsListed,
  type Page,
  type PageClause,
} from '../probes/pages.ts'
import { list } from '../probes/requests.ts'

const { most } = limitBounds

// Some databases take it for no limit at all.
const NO_LIMIT = '?limit=-1'

export const pageChecks: readonly Check[] = [
  pageCheck(
    'LIST-4',
    'the default page size applies with a filter too',
    (run) => `?status=${commonestStatus(run)}`,
  ),
  pageCheck('LIST-2', 'a page of a usual length', () => '?limit=50'),
  pageCheck('LIST-5', 'the filter may follow the limit in the query', () => '?limit=10&status=sold'),
  pageCheck('LIST-2', 'a page of 99, or an invalid limit of -1 if there are more than 100 pets', (run) =>
    petsListed(run) > most ? NO_LIMIT : `?limit=${most - 1}`,
  ),
]

// What stands first explains what stands behind it: a limit that is not kept is not kept with a filter either.
const order: readonly PageClause[] = ['LIST-2', 'LIST-5', 'LIST-4']

/** What every page of a run must hold, whatever check has asked for it. */
export const pagesOfTheRun: readonly Check[] = order.map((id) => ({
  id,
  aspect: 'each page of the run has the right number of pets',
  check: (run) => {
    judge(run, pagesOf(run), id)
  },
}))

/** Pages of many lengths, for a run that has the requests. */
export const manyPagesCheck: Check = {
  id: 'LIST-2',
  aspect: 'pages of many lengths',
  extra: true,
  cost: 11,
  check: async (run) => {
    for (let limit = 6; limit < most; limit += 9) await expectPage(run, `?limit=${limit}`, 'LIST-2')
  },
}

function pageCheck(id: PageClause, aspect: string, query: (run: Run) => string): Check {
  return { id, aspect, extra: true, cost: 1, check: (run) => expectPage(run, query(run), id) }
}

async function expectPage(run: Run, query: string, id: PageClause): Promise<void> {
  const reply = await run.session.share(list(query))
  if (query === NO_LIMIT) return
  givenList(reply)
  judge(
    run,
    pagesOf(run).filter(({ exchange }) => exchange === reply),
    id,
  )
}

/** Holds pages to a clause; another one is to be blamed where it explains what is wrong. */
function judge(run: Run, pages: readonly Page[], id: PageClause): void {
  if (pages.length === 0) missing('a page of the kind')
  run.session.lookAt(pages.map(({ exchange }) => exchange))
  const faults = pages.flatMap((page) => pageFault(page) ?? []).filter(({ clause }) => clause === id)
  if (faults.length === 0) {
    const own = pages.filter((page) => clauseOf(page) === id)
    const couldDiffer = ({ known, isDefault, limit }: Page): boolean =>
      known > 0 || (isDefault && petsListed(run) > limit)
    return own.some(couldDiffer) ? undefined : missing('a page whose pets other lists have shown')
  }
  for (const earlier of order.slice(0, order.indexOf(id))) {
    if (pagesOf(run).some((page) => pageFault(page)?.clause === earlier)) dependsOn(earlier)
  }
  if (pagesOf(run).some(({ ids }) => new Set(ids).size < ids.length)) dependsOn('PET-2')
  const sure = faults.filter(({ page }) => page.ids.length >= page.known || !lacksNewPets(run, page))
  const offences = sure.map(({ actual, page: { exchange } }) => ({ actual, exchange }))
  throw breachBy('as many pets as there are, up to the limit', offences) ?? dependsOn('LIST-7')
}

/** Whether a page may be short because new pets stand in no list: another page with room for them shows none. */
function lacksNewPets(run: Run, short: Page): boolean {
  return pagesOf(run).some((page) => {
    const created = createdBy(run, page)
    const isLike = page.exchange !== short.exchange && page.status === short.status
    const hasRoom = page.ids.length < page.limit && page.ids.length >= page.known
    return isLike && hasRoom && created.length > 0 && !created.some((id) => page.ids.includes(id))
  })
}

/** The ids of the pets that the run had added before a page, of the status that it was asked for. */
function createdBy({ session }: Run, { exchange, status }: Page): readonly string[] {
  return session.exchanges
    .filter((one) => one.probe.operation === 'createPet' && isBefore(one, exchange))
    .filter(
      (creation) => isAdded(creation) && (status === '' || memberOf(creation.json, 'status') === status),
    )
    .map(({ json }) => idText(json))
}
