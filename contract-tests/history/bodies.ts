// What the document says of the body of a creation.
import type { ClauseId } from '../../spec/clauses.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { parseJson, stringifyJson, TooDeep } from '../../spec/exact-json/json.ts'
import { petStatuses } from '../../spec/operations.ts'
import { remembering, type RecordedExchange } from './history.ts'

/** A body that was sent to createPet. */
export type SentBody =
  | {
      readonly kind: 'valid'
      readonly name: string
      readonly categoryId: number | bigint
      readonly status: string | undefined
      /** The names of members that the document does not have; a service may refuse them. */
      readonly others: string
    }
  | { readonly kind: 'invalid'; readonly clause: ClauseId; readonly what: string }
  /** The document does not say whether it is valid. */
  | { readonly kind: 'open' }

/** The words of the document on the body of a creation. */
export const sentBody = remembering(({ probe: { headers, body = '' } }: RecordedExchange): SentBody => {
  if (!isPlainJson(headers)) return { kind: 'open' }
  if (body.trim() === '') return { kind: 'invalid', clause: 'CREATE-5', what: 'is missing' }
  const value = parsed(body)
  // Some readers skip a byte order mark.
  if (value === UNJUDGED || body.startsWith('\u{feff}')) return { kind: 'open' }
  if (value === undefined) return { kind: 'invalid', clause: 'CREATE-5', what: 'is no JSON' }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'invalid', clause: 'CREATE-5', what: 'is no JSON object' }
  // Where a member stands twice, or a number is written with a fraction or an exponent, readers differ.
  const written = stringifyJson(value)
  if (written !== body && written !== withoutBlanks(body)) return { kind: 'open' }
  return judgedFields(value as Readonly<Record<string, unknown>>)
})

function judgedFields(fields: Readonly<Record<string, unknown>>): SentBody {
  const { name, categoryId, status } = fields
  for (const required of ['name', 'categoryId'])
    if (!Object.hasOwn(fields, required))
      return { kind: 'invalid', clause: 'CREATE-3', what: `has no ${required}` }
  const wrong = (what: string): SentBody => ({ kind: 'invalid', clause: 'CREATE-4', what })
  if (typeof name !== 'string') return wrong('has a name that is no string')
  // What becomes of half a pair of surrogates, nobody can say (RFC 8259 §8.2), nor what a database makes of NUL.
  if (!name.isWellFormed() || name.includes('\0')) return { kind: 'open' }
  if (!isInt64(categoryId)) return wrong('has a categoryId that is no int64')
  const lawful = petStatuses.find((one) => one === status)
  if (Object.hasOwn(fields, 'status') && lawful === undefined && status !== null)
    return wrong('has a status that is none of the three')
  if (status === null) return { kind: 'open' }
  const others = Object.keys(fields).filter((field) => !FIELDS.has(field))
  return { kind: 'valid', name, categoryId, status: lawful, others: others.toSorted().join() }
}

/** JSON without the blanks between its tokens (RFC 8259 §2). */
function withoutBlanks(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|[ \t\n\r]+/g, '$1')
}

const FIELDS = new Set(['name', 'categoryId', 'status'])
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
