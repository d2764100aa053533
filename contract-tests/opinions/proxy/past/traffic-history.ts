import { areaOf, type ClauseId, clauses } from '../../../../spec/clauses.ts'
import { counted } from '../../../../spec/wording.ts'
import { acceptedKeysIn, sharedKeysIn } from '../../../history/assumptions.ts'
import type { Finding as Contradiction, History, RecordedExchange } from '../../../history/history.ts'
import { evidenceFor } from '../../../history/evidence.ts'
import { contradictionsIn } from '../../../history/judge.ts'
import { Recorder } from '../../../history/recorder.ts'
import { sightingsOf } from '../../../history/sightings.ts'
import type { Finding, ObservedExchange } from '../../judge.ts'
import { ServiceClock } from '../../service-clock.ts'
import { AnswerTimes } from './answer-times.ts'
import { ChangesByOthers, type Reported } from './changes-by-others.ts'
import { contradictionText } from './contradiction-text.ts'
import { RecentOfKeys } from './recent-of-keys.ts'
import { Recent } from './recent.ts'
import { SeenPets } from './seen-pets.ts'

const MOST_KEYS = 1_000
const ALL = clauses.map(({ id }) => id)

/** What an exchange shows together with all that has passed before it. */
export interface SeenTogether {
  readonly contradictions: readonly Finding[]
  /** The clauses that it could have shown broken. */
  readonly evidence: readonly ClauseId[]
  /** What others have done to pets, where it takes earlier contradictions back. */
  readonly correction?: Finding & { readonly takenBack: readonly Reported[] }
}

/**
 * All that has passed through a proxy, as far as a later reply can contradict it. Any part of a history contradicts itself no
 * more than the whole, so that no more than this needs to be stored, and nothing is reported wrongly for what was evicted. An
 * exchange is judged together with what concerns it, so that its cost does not grow with the traffic.
 */
export class TrafficHistory {
  /** That of the service, as the traffic shows it. */
  readonly clock = new ServiceClock()
  readonly #recorder = new Recorder()
  readonly #times = new AnswerTimes()
  readonly #pets = new SeenPets()
  readonly #changes = new ChangesByOthers()
  #era = 0
  /** Of this era: figures of a key are compared by the time between them. */
  #ofKeys = new RecentOfKeys()
  readonly #acceptedKeys = new Recent<true>(MOST_KEYS)
  readonly #sharedKeys = new Recent<true>(MOST_KEYS)
  readonly #keysAreOwn: boolean

  /** `keysAreOwn`: nobody uses the keys past the proxy, as far as the replies show. */
  constructor({ keysAreOwn = false }: { readonly keysAreOwn?: boolean } = {}) {
    this.#keysAreOwn = keysAreOwn
  }

  /** Judges an exchange, and stores it; `isWrong` where it breaks a clause by itself. */
  judge(observed: ObservedExchange, isWrong: boolean): SeenTogether {
    const { at, method, path, requestHeaders, requestBody, ...reply } = observed
    // A browser's preflight is not a request to the documented service.
    if (at === undefined || method === 'OPTIONS') return { contradictions: [], evidence: [] }
    const request = { method, path, headers: requestHeaders, body: requestBody }
    const after = this.#times.before(at.sent)
    const { sent, received, era } = this.clock.timesOf(observed)
    const place = { id: this.#times.add(at.received), after, sent, received }
    const exchange = this.#recorder.record(place, request, reply)
    const { caller } = exchange.probe
    if (era !== this.#era) this.#ofKeys = new RecentOfKeys()
    this.#era = era
    const [ofPets, ofKey] = [this.#pets.concerning(exchange), this.#ofKeys.concerning(exchange)]
    const history: History = {
      exchanges: [...together(ofPets, ofKey), exchange],
      isExcerpt: true,
      discredited: new Set(isWrong ? [exchange.id] : []),
      ...this.#assumptionsOn(caller, [...ofKey, exchange]),
    }
    const contradicted = newIn(history, exchange)
    const { changedPets, takenBack } = this.#changes.see(exchange, ofPets, contradicted, isWrong)
    const found = changedPets.size > 0 ? newIn({ ...history, changedPets }, exchange) : contradicted
    if (contradicted.length > 0) this.#pets.forgetContradicted(exchange)
    this.#pets.add(sightingsOf({ ...history, exchanges: [exchange] }))
    if (found.some(({ clause }) => areaOf(clause) === 'LIMIT')) this.#ofKeys.forgetContradicted(exchange)
    this.#ofKeys.add(exchange)
    return {
      contradictions: found.map((one) => asFinding(one, exchange)),
      evidence: this.#judged(caller).filter((id) => evidenceFor(id, history).includes(exchange)),
      ...(takenBack.length > 0 && { correction: correctionOf(takenBack, [...changedPets.keys()]) }),
    }
  }

  /** What some exchanges show of a key is remembered. */
  #assumptionsOn(
    caller: string,
    exchanges: readonly RecordedExchange[],
  ): Pick<History, 'sharedKeys' | 'acceptedKeys'> {
    if (acceptedKeysIn(exchanges).has(caller)) this.#acceptedKeys.set(caller, true)
    if (!this.#keysAreOwn || sharedKeysIn({ exchanges }).has(caller)) this.#sharedKeys.set(caller, true)
    return {
      acceptedKeys: new Set(this.#acceptedKeys.get(caller) === true ? [caller] : []),
      sharedKeys: new Set(this.#sharedKeys.get(caller) === true ? [caller] : []),
    }
  }

  /** The clauses of which the judge says something. Others who use a key may have got it banned. */
  #judged(caller: string): readonly ClauseId[] {
    return this.#sharedKeys.get(caller) === true ? ALL.filter((id) => id !== 'AUTH-1') : ALL
  }
}

/** What a new reply contradicts. What earlier ones contradict among themselves was found when the last of them passed. */
function newIn(history: History, exchange: RecordedExchange): readonly Contradiction[] {
  return contradictionsIn(history).filter(({ steps }) => steps.some((one) => one.exchange === exchange))
}

/** What is stored of exchanges for their pets and for their keys, in their order. */
function together(
  ofPets: readonly RecordedExchange[],
  ofKeys: readonly RecordedExchange[],
): readonly RecordedExchange[] {
  const byId = new Map(ofKeys.map((one) => [one.id, one]))
  for (const one of ofPets) byId.set(one.id, { ...one, headers: byId.get(one.id)?.headers ?? one.headers })
  return [...byId.values()].sort((one, other) => one.id - other.id)
}

function asFinding(contradiction: Contradiction, exchange: RecordedExchange): Finding {
  const { clause } = contradiction
  return { clause, message: contradictionText(contradiction, exchange), severity: 'error' }
}

function correctionOf(
  takenBack: readonly Reported[],
  pets: readonly string[],
): NonNullable<SeenTogether['correction']> {
  const breaches = counted(takenBack.length, 'earlier breach', 'earlier breaches')
  const clauses = [...new Set(takenBack.map(({ clause }) => clause))].join(', ')
  const message = `${breaches} taken back (${clauses}): reads and lists agree that others have changed or removed pet ${pets.join(', ')}`
  return { message, severity: 'correction', takesBack: takenBack.length, takenBack }
}
