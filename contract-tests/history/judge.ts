import type { ClauseId } from '../../spec/clauses.ts'
import { createdAsSent, invalidIsRefused, validIsCreated } from './creations.ts'
import { acceptedKeysIn, sharedKeysIn } from './assumptions.ts'
import type { Finding, History, RecordedExchange, Rule } from './history.ts'
import { aKeyStaysValid, noKeyIsRefused } from './keys.ts'
import { someWindowExplains } from './meter.ts'
import { readingsOf } from './readings.ts'
import { askedId, sightingsIn, sightingsOf, wholeList } from './sightings.ts'
import { nothingIsLost, onePetForEachId, theOneAskedFor, whatIsSeenIsFound } from './store.ts'

const rules: readonly Rule[] = [
  onePetForEachId,
  nothingIsLost,
  whatIsSeenIsFound,
  theOneAskedFor,
  createdAsSent,
  invalidIsRefused,
  validIsCreated,
  noKeyIsRefused,
  aKeyStaysValid,
  someWindowExplains,
]

/** Rules that do not rest on whose key a request had. */
const rulesWithoutKeys: readonly Rule[] = [onePetForEachId, theOneAskedFor]

/** What is recorded. Keys that are shared by what the exchanges show are added to those that are named. */
export type Recorded = Omit<History, 'sharedKeys' | 'acceptedKeys'> & Partial<Pick<History, 'sharedKeys'>>

/** Every contradiction between a history and the document; none for the history of a service that conforms. */
export function judge(recorded: Recorded): readonly Finding[] {
  return contradictionsIn(historyOf(recorded))
}

/** The same under assumptions on the keys that were made before. */
export function contradictionsIn(history: History): readonly Finding[] {
  return (history.lacksKeys === true ? rulesWithoutKeys : rules).flatMap((rule) => rule(history))
}

/** A history with what its exchanges show of the keys. */
export function historyOf({ sharedKeys = new Set(), ...recorded }: Recorded): History {
  const { exchanges } = recorded
  return {
    ...recorded,
    sharedKeys: new Set([...sharedKeys, ...sharedKeysIn(exchanges)]),
    acceptedKeys: acceptedKeysIn(exchanges),
  }
}

/** The exchanges that could have shown a clause broken together with others; none where the judge says nothing of it. */
export function evidenceFor(clause: ClauseId, history: History): readonly RecordedExchange[] {
  return history.lacksKeys === true ? [] : (EVIDENCE[clause]?.(history) ?? [])
}

const ofKeys = (history: History): readonly RecordedExchange[] =>
  history.exchanges.filter(({ probe }) => history.acceptedKeys.has(probe.caller))
const bodies = (history: History): readonly RecordedExchange[] =>
  ofKeys(history).filter(({ probe }) => probe.operation === 'createPet')
const meters = (history: History): readonly RecordedExchange[] => {
  const readings = readingsOf(history.exchanges)
  return readings.length > 1 ? readings.map(({ exchange }) => exchange) : []
}
const seenAgain = (history: History): readonly RecordedExchange[] => {
  const byPet = Map.groupBy(sightingsOf(history), ({ id }) => id)
  return [...byPet.values()].flatMap((all) => (all.length > 1 ? all.map(({ exchange }) => exchange) : []))
}

const EVIDENCE: Partial<Readonly<Record<ClauseId, (history: History) => readonly RecordedExchange[]>>> = {
  'AUTH-1': (history) => {
    const accepted = ofKeys(history)
    return accepted.length > 2 ? accepted : []
  },
  'AUTH-2': ({ exchanges }) =>
    exchanges.filter(({ probe }) => probe.caller === 'nobody' && probe.operation !== undefined),
  'CREATE-1': bodies,
  'CREATE-2': bodies,
  'GET-1': (history) =>
    history.exchanges.filter((one) => sightingsIn(one).length > 0 && askedId(one) !== undefined),
  'LIMIT-3': meters,
  'LIMIT-4': meters,
  'LIST-7': (history) =>
    history.exchanges.filter((one) => wholeList(one) !== undefined && sightingsIn(one).length > 0),
  'PET-2': seenAgain,
}
