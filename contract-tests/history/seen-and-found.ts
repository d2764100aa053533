import type { ClauseId } from '../../spec/clauses.ts'
import { type Finding, type History, inTime, isWithKey, precedes, type Rule } from './history.ts'
import { clausesOfRead, EARLIEST_REMOVAL, readsIn } from './outcomes.ts'
import { shelfName, shelvesOf, sharingSteps, withoutWitnesses } from './shelves.ts'
import { askedId, type Sighting } from './sightings.ts'
import { SHOWN_BY } from './store.ts'
import { storesOf } from './stores.ts'

// A pet never goes: what was seen is read under its id.

/** A pet that was seen is served under its id. */
export const whatIsSeenIsFound: Rule = (history) =>
  notFoundIn(history).map((finding) => withoutWitnesses(finding, whatIsSeenIsFound, history))

/** The clauses by which a pet may have been shown wrongly: a list may round its id. */
function shownBy({ exchange }: Sighting): readonly ClauseId[] {
  const { operation = 'listPets' } = exchange.probe
  return operation === 'listPets' ? [...SHOWN_BY.listPets, 'PET-2'] : SHOWN_BY[operation]
}

function notFoundIn(history: History): readonly Finding[] {
  const shelves = shelvesOf(history)
  const stores = storesOf(history)
  const { isGoneFor } = readsIn(history)
  return history.exchanges.flatMap((exchange): readonly Finding[] => {
    const id = askedId(exchange)
    const { status, sent, probe } = exchange
    const isRemoved = sent >= EARLIEST_REMOVAL
    if (id === undefined || status !== 404 || isRemoved || !isWithKey(exchange)) return []
    const pet = shelves.get(shelfName(stores.nameOf(exchange), undefined))?.get(id)
    if (pet === undefined || !precedes(pet.exchange, exchange)) return []
    // Each once: what explains a finding is counted.
    const [clause = 'GET-1', ...alternatives] = new Set<ClauseId>([
      ...(probe.base === undefined ? [] : (['BASE-2'] as const)),
      ...clausesOfRead(id, isGoneFor(exchange)),
      ...shownBy(pet),
    ])
    return [
      {
        clause,
        alternatives,
        expected: `200 with pet ${id}, which was there before`,
        actual: `status ${status}`,
        isOfAnswer: true,
        wrong: exchange,
        steps: inTime([
          { exchange: pet.exchange, shows: `pet ${id}` },
          ...sharingSteps(stores, pet.exchange, exchange),
          { exchange, shows: `status ${status}` },
        ]),
      },
    ]
  })
}
