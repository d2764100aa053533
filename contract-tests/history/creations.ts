import type { ClauseId } from '../../spec/clauses.ts'
import { petStatuses } from '../../spec/operations.ts'
import { sentBody } from './bodies.ts'
import {
  type Finding,
  hasValidKey,
  type History,
  inTime,
  isRedirect,
  isWithKey,
  precedes,
  type RecordedExchange,
  type Rule,
  statusesOf,
} from './history.ts'
import { isInexact } from './int64-cuts.ts'
import { lawfulSpellings } from './spellings.ts'
import { sightingsIn } from './sightings.ts'
import { withThoseOverLimit } from './spent.ts'
import { isOfGateway } from './unavailable.ts'
import { whereUnlike } from './values.ts'

/** An id that a service hardly assigns by itself: its digits have no order. */
export const UNLIKELY_ID = 4_815_162_342_108

/** The reply to a creation shows the fields that were sent. */
export const createdAsSent: Rule = (history) =>
  creationsIn(history).flatMap((exchange): readonly Finding[] => {
    const sent = sentBody(exchange)
    const [pet] = sightingsIn(exchange)
    if (sent.kind !== 'valid' || pet === undefined) return []
    const finding = (
      clause: keyof typeof ALTERNATIVES,
      expected: string,
      actual: string,
    ): readonly Finding[] => [
      {
        clause,
        alternatives: ALTERNATIVES[clause],
        expected,
        actual,
        steps: [{ exchange, shows: actual }],
      },
    ]
    if (!lawfulSpellings(sent.name).includes(pet.name))
      return finding(
        'CREATE-2',
        `name ${whereUnlike(sent.name, pet.name)}, as sent`,
        whereUnlike(pet.name, sent.name),
      )
    if (sent.categoryId !== pet.categoryId) {
      const clause = isInexact(sent.categoryId, pet.categoryId) ? 'PET-4' : 'CREATE-2'
      return finding(clause, `categoryId ${sent.categoryId}, as sent`, String(pet.categoryId))
    }
    if (pet.id === String(UNLIKELY_ID) && exchange.probe.body?.includes(`"id":${UNLIKELY_ID}`) === true)
      return finding('PET-2', 'an id that the service assigns, whatever the body says', pet.id)
    if (sent.status !== undefined && sent.status !== pet.status)
      return finding('CREATE-2', `status ${sent.status}, as sent`, pet.status ?? 'no status')
    return []
  })

const ALTERNATIVES = {
  'CREATE-2': ['PET-2', 'PET-4'],
  'PET-2': ['CREATE-2'],
  'PET-4': ['CREATE-2', 'PET-2'],
} as const satisfies Partial<Record<ClauseId, readonly ClauseId[]>>

/**
 * A pet that is created without a status has the same one as all others, whichever that is, and not that of a body that was
 * refused since the last one was created so.
 */
export const noStatusOfAnother: Rule = (history) => {
  // A second address may be that of a service with another default.
  const all = history.exchanges.filter(
    ({ probe }) => probe.operation === 'createPet' && probe.base === undefined,
  )
  const created = creationsIn({ ...history, exchanges: all }).flatMap((exchange) => {
    const [sent, [pet]] = [sentBody(exchange), sightingsIn(exchange)]
    return sent.kind === 'valid' && sent.status === undefined && pet !== undefined ? [pet] : []
  })
  const [[usual, ...others] = []] = [...Map.groupBy(created, ({ status }) => status).values()].toSorted(
    (one, other) => other.length - one.length,
  )
  const own = new Set(created.map(({ exchange }) => exchange))
  const taken = created.flatMap((pet) => {
    const before = all.findLast(
      (one) => precedes(one, pet.exchange) && (own.has(one) || isRefusedWithStatus(one)),
    )
    const isTaken = before !== undefined && !own.has(before) && before.probe.body?.includes(`"${pet.status}"`)
    return isTaken === true && pet.status !== usual?.status ? [{ pet, before }] : []
  })
  // One alone may be by chance.
  if (usual === undefined || taken.length < ENOUGH || others.length < taken.length) return []
  return taken.map(({ pet, before }): Finding => {
    const actual = `status ${pet.status ?? 'missing'}`
    return {
      clause: 'CREATE-2',
      alternatives: ['CREATE-6', 'CREATE-7'],
      expected: `${usual.status === undefined ? 'no status' : `status ${usual.status}`}, as each other pet has that is created without one`,
      actual,
      steps: inTime([
        { exchange: usual.exchange, shows: `status ${usual.status ?? 'missing'}` },
        ...statusesOf([before]),
        { exchange: pet.exchange, shows: actual },
      ]),
      wrong: pet.exchange,
    }
  })
}

const ENOUGH = 2

function isRefusedWithStatus({ status, probe: { body = '' } }: RecordedExchange): boolean {
  return status === 400 && petStatuses.some((one) => body.includes(`"${one}"`))
}

/** An invalid body is refused with 400, by whichever rule of the document it is invalid. */
export const invalidIsRefused: Rule = (history) => {
  const isServed = creationsIn(history).some(({ status }) => status === 201)
  return creationsIn(history).flatMap((exchange): readonly Finding[] => {
    const sent = sentBody(exchange)
    const { status } = exchange
    if (sent.kind !== 'invalid' || OF_OTHERS.has(status) || isOfGateway(exchange, history)) return []
    // A service that creates pets is there, and accepts JSON.
    if (!isServed && (BEFORE_THE_OPERATION.has(status) || isRedirect(exchange))) return []
    const { clause: own, what } = sent
    const all = withThoseOverLimit([own, ...(status === 404 ? (['BASE-1'] as const) : [])], exchange, history)
    const [clause = own, ...alternatives] = all
    const expected = clause === 'LIMIT-7' ? '429, nothing being left' : `400: the body ${what}`
    const actual = `status ${status}`
    return [{ clause, alternatives, expected, actual, steps: [{ exchange, shows: actual }] }]
  })
}

/** Statuses that are due, are judged by other rules, or are those of an HTTP library that cannot read the request. */
const OF_OTHERS = new Set([400, 401, 403, 408, 411, 413, 414, 417, 429, 431])
const BEFORE_THE_OPERATION = new Set([405, 406, 415, 501, 505])

/** The creations with a valid key. */
function creationsIn(history: History): readonly RecordedExchange[] {
  return history.exchanges.filter(
    (one) =>
      one.probe.operation === 'createPet' &&
      one.isPart !== true &&
      isWithKey(one) &&
      hasValidKey(history, one),
  )
}
