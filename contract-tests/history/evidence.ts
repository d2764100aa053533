// What could have shown a clause broken.
import type { ClauseId } from '../../spec/clauses.ts'
import { credentialOf } from './credentials.ts'
import type { History, RecordedExchange } from './history.ts'
import { readingsOf } from './readings.ts'
import { type AfterTheWait, askedAfterTheWait } from './after-the-wait.ts'
import { refusedByTheWindow } from './refusals.ts'
import { askedId, listQuery, sightingsIn, sightingsOf, soleParameter, wholeList } from './sightings.ts'
import { isSurelyOverLimit } from './spent.ts'

/** The exchanges that could have shown a clause broken together with others; none where the judge says nothing of it. */
export function evidenceFor(clause: ClauseId, history: History): readonly RecordedExchange[] {
  return history.lacksKeys === true ? [] : (EVIDENCE[clause]?.(history) ?? [])
}

const ofKeys = (history: History): readonly RecordedExchange[] =>
  history.exchanges.filter(({ probe }) => history.acceptedKeys.has(probe.caller))
const bodies = (history: History): readonly RecordedExchange[] =>
  ofKeys(history).filter(({ probe }) => probe.operation === 'createPet')
const lists = (history: History): readonly RecordedExchange[] =>
  ofKeys(history).filter((one) => listQuery(one) !== undefined)
const meters = (history: History): readonly RecordedExchange[] => {
  const readings = readingsOf(history.exchanges)
  return readings.length > 1 ? readings.map(({ exchange }) => exchange) : []
}
const seenAgain = (history: History): readonly RecordedExchange[] => {
  const byPet = Map.groupBy(sightingsOf(history), ({ id }) => id)
  return [...byPet.values()].flatMap((all) => (all.length > 1 ? all.map(({ exchange }) => exchange) : []))
}

const afterWaits = (history: History, has: (one: AfterTheWait) => boolean): readonly RecordedExchange[] =>
  askedAfterTheWait(history)
    .filter(has)
    .map(({ exchange }) => exchange)

const EVIDENCE: Partial<Readonly<Record<ClauseId, (history: History) => readonly RecordedExchange[]>>> = {
  'AUTH-1': (history) => {
    const accepted = ofKeys(history)
    return accepted.length > 2 ? accepted : []
  },
  'AUTH-2': ({ exchanges }) =>
    exchanges.filter((one) => credentialOf(one) === 'none' && one.probe.operation !== undefined),
  'CREATE-1': bodies,
  'CREATE-2': bodies,
  'GET-1': (history) =>
    history.exchanges.filter((one) => sightingsIn(one).length > 0 && askedId(one) !== undefined),
  'LIMIT-3': meters,
  'LIMIT-4': meters,
  'LIMIT-5': (history) => refusedByTheWindow(history).map(({ refused }) => refused),
  'LIMIT-7': (history) => history.exchanges.filter((one) => isSurelyOverLimit(one, history)),
  'LIMIT-9': (history) => afterWaits(history, ({ hasGoneOn }) => !hasGoneOn),
  'LIMIT-10': (history) => afterWaits(history, ({ hasGoneOn, isAtReset }) => !hasGoneOn && isAtReset),
  'LIMIT-12': (history) => afterWaits(history, ({ hasGoneOn }) => hasGoneOn),
  'LIST-1': lists,
  'LIST-3': (history) => lists(history).filter(({ probe }) => soleParameter(probe, 'limit') !== undefined),
  'LIST-4': (history) => lists(history).filter(({ probe }) => soleParameter(probe, 'limit') === undefined),
  'LIST-7': (history) =>
    history.exchanges.filter((one) => wholeList(one) !== undefined && sightingsIn(one).length > 0),
  'PET-2': seenAgain,
}
