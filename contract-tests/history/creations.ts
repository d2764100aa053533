import type { ClauseId } from '../../spec/clauses.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { parseJson, stringifyJson, TooDeep } from '../../spec/exact-json/json.ts'
import { petStatuses } from '../../spec/operations.ts'
import { type Finding, type History, isWithKey, type RecordedExchange, type Rule } from './history.ts'
import { lawfulSpellings } from './spellings.ts'
import { sightingsIn } from './sightings.ts'

/** A body that was sent to createPet. */
type SentBody =
  | {
      readonly kind: 'valid'
      readonly name: string
      readonly categoryId: number | bigint
      readonly status: string | undefined
    }
  | { readonly kind: 'invalid'; readonly clause: ClauseId; readonly what: string }
  /** The document does not say whether it is valid. */
  | { readonly kind: 'open' }

/** The reply to a creation shows the fields that were sent. */
export const createdAsSent: Rule = (history) =>
  creationsIn(history).flatMap((exchange): readonly Finding[] => {
    const sent = sentBody(exchange)
    const [pet] = sightingsIn(exchange)
    if (sent.kind !== 'valid' || pet === undefined) return []
    const finding = (clause: ClauseId, expected: string, actual: string): readonly Finding[] => [
      {
        clause,
        alternatives: clause === 'PET-4' ? ['CREATE-2', 'PET-2'] : ['PET-2', 'PET-4'],
        expected,
        actual,
        steps: [{ exchange, shows: actual }],
      },
    ]
    if (!lawfulSpellings(sent.name).includes(pet.name))
      return finding('CREATE-2', `name ${JSON.stringify(sent.name)}, as sent`, JSON.stringify(pet.name))
    if (sent.categoryId !== pet.categoryId) {
      const isRounded = Number(sent.categoryId) === Number(pet.categoryId)
      const clause = isRounded ? 'PET-4' : 'CREATE-2'
      return finding(clause, `categoryId ${sent.categoryId}, as sent`, String(pet.categoryId))
    }
    if (sent.status !== undefined && sent.status !== pet.status)
      return finding('CREATE-2', `status ${sent.status}, as sent`, pet.status ?? 'no status')
    return []
  })

/** An invalid body is refused with 400, by whichever rule of the document it is invalid. */
export const invalidIsRefused: Rule = (history) =>
  creationsIn(history).flatMap((exchange): readonly Finding[] => {
    const sent = sentBody(exchange)
    if (sent.kind !== 'invalid' || !isUnlawfulForInvalid(exchange.status)) return []
    const { clause, what } = sent
    const [expected, actual] = [`400: the body ${what}`, `status ${exchange.status}`]
    return [
      {
        clause,
        alternatives: exchange.status === 404 ? ['BASE-1'] : [],
        expected,
        actual,
        steps: [{ exchange, shows: actual }],
      },
    ]
  })

/** A valid body is answered 201 or, where a rule of names or categories that is not shown forbids it, 400. */
export const validIsCreated: Rule = (history) =>
  creationsIn(history).flatMap((exchange): readonly Finding[] => {
    if (sentBody(exchange).kind !== 'valid' || !UNLAWFUL_FOR_VALID.has(exchange.status)) return []
    const actual = `status ${exchange.status}`
    return [
      {
        clause: 'CREATE-1',
        alternatives: ['CREATE-7', 'BASE-1'],
        expected: '201',
        actual,
        steps: [{ exchange, shows: actual }],
      },
    ]
  })

const UNLAWFUL_FOR_VALID = new Set([200, 202, 204, 404, 409, 422, 500])
const BEFORE_THE_OPERATION = new Set([400, 401, 403, 405, 406, 408, 411, 413, 414, 415, 417, 429, 431])
/** A status from 501 up may be the reply of a proxy in place of the service. */
function isUnlawfulForInvalid(status: number): boolean {
  return !BEFORE_THE_OPERATION.has(status) && status < 501
}

/** The creations with a key that the service accepts. */
function creationsIn({ exchanges, acceptedKeys }: History): readonly RecordedExchange[] {
  return exchanges.filter(
    (one) => one.probe.operation === 'createPet' && acceptedKeys.has(one.probe.caller) && isWithKey(one),
  )
}

/** The words of the document on the body of a creation. */
function sentBody({ probe: { headers, body = '' } }: RecordedExchange): SentBody {
  if (!isPlainJson(headers)) return { kind: 'open' }
  if (body.trim() === '') return { kind: 'invalid', clause: 'CREATE-5', what: 'is missing' }
  const value = parsed(body)
  // Some readers skip a byte order mark.
  if (value === UNJUDGED || body.startsWith('\u{feff}')) return { kind: 'open' }
  if (value === undefined) return { kind: 'invalid', clause: 'CREATE-5', what: 'is no JSON' }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'invalid', clause: 'CREATE-5', what: 'is no JSON object' }
  // Where a member stands twice, or a number is written with a fraction or an exponent, readers differ.
  if (stringifyJson(value) !== body) return { kind: 'open' }
  return judgedFields(value as Readonly<Record<string, unknown>>)
}

function judgedFields(fields: Readonly<Record<string, unknown>>): SentBody {
  const { name, categoryId, status } = fields
  for (const required of ['name', 'categoryId'])
    if (!Object.hasOwn(fields, required))
      return { kind: 'invalid', clause: 'CREATE-3', what: `has no ${required}` }
  const wrong = (what: string): SentBody => ({ kind: 'invalid', clause: 'CREATE-4', what })
  if (typeof name !== 'string') return wrong('has a name that is no string')
  if (!isInt64(categoryId)) return wrong('has a categoryId that is no int64')
  const lawful = petStatuses.find((one) => one === status)
  if (Object.hasOwn(fields, 'status') && lawful === undefined && status !== null)
    return wrong('has a status that is none of the three')
  if (status === null) return { kind: 'open' }
  return { kind: 'valid', name, categoryId, status: lawful }
}

const UNJUDGED = Symbol('nested too deep to be judged')

function parsed(body: string): unknown {
  try {
    return parseJson(body)
  } catch (error) {
    return error instanceof TooDeep ? UNJUDGED : undefined
  }
}

function isPlainJson(headers: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(headers).filter((name) => name.toLowerCase() === 'content-type')
  const [type = ''] = names.map((name) => headers[name])
  const hasOthers = Object.keys(headers).some((name) => /^(content-encoding|expect)$/i.test(name))
  return names.length === 1 && /^application\/json\b/i.test(type) && !hasOthers
}
