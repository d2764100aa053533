// The values of a request's inputs, as it was sent.
import { jsonSize, refuseTooDeep, stringifyJson } from '../../spec/exact-json/json.ts'
import { credentialOf, authorizationOf } from '../history/credentials.ts'
import { type RecordedExchange, remembering } from '../history/history.ts'
import { isObject, type JsonObject } from '../history/values.ts'
import type { InputClass, InputValue, JsonType } from './input-class.ts'

const ABSENT: InputValue = { times: 0, text: '' }

type Probe = RecordedExchange['probe']
type Reader = (exchange: RecordedExchange, input: string) => InputValue | undefined

/** Reads the value of an input; `undefined` where the request has no place for it, as a member of what is no object. */
export const readers: Readonly<Record<InputClass['place'], Reader>> = {
  query: ({ probe }, input) => {
    const [, query = ''] = /\?(.*)/s.exec(probe.path) ?? []
    const [text, ...more] = new URLSearchParams(query).getAll(input)
    return text === undefined ? ABSENT : { times: more.length > 0 ? 2 : 1, text }
  },
  path: ({ probe }) => once(decoded(/^\/pets\/([^/?]*)/.exec(probe.path)?.[1] ?? '')),
  member: ({ probe }, input) => {
    const { value } = bodyOf(probe)
    if (!isMembers(value)) return undefined
    return Object.hasOwn(value, input) ? valueOf(value[input]) : ABSENT
  },
  body: ({ probe }) => {
    if (probe.body === undefined) return ABSENT
    const { value, isTwice } = bodyOf(probe)
    if (value === undefined) return once(probe.body.trim() === '' ? '' : 'no JSON')
    const names = isMembers(value)
      ? Object.keys(value).map((name) => JSON.stringify(name).replaceAll(' ', '_'))
      : []
    return { times: 1, text: (isTwice ? ['twice', ...names] : names).join(' '), json: typeOf(value) }
  },
  'media type': ({ probe: { headers } }) => {
    const name = Object.keys(headers).find((one) => one.toLowerCase() === 'content-type')
    return name === undefined ? ABSENT : once(headers[name] ?? '')
  },
  key: readKey,
}

/** The Authorization header, the placeholder of a key in it; `?` for a key in the query, nothing for one in another header. */
function readKey(exchange: RecordedExchange): InputValue {
  const { probe, status } = exchange
  const header = authorizationOf(probe.headers)
  if (header === undefined) {
    if (credentialOf(exchange) === 'none') return ABSENT
    return once(/[?&][^=]*(?:key|token)[^=]*=/i.test(probe.path) ? '?' : '')
  }
  // A recording shows of a key whose it is, and whether it was let in, and nothing else.
  const isKey = probe.caller !== 'nobody' && /^Bearer \S+$/.test(header) && status !== 401
  if (!isKey) return once(header)
  return once(/^(?:key|key 1)$/.test(probe.caller) ? 'Bearer {key}' : 'Bearer {second-key}')
}

interface ReadBody {
  /** Numbers in it retain their spelling; `undefined` where it is no JSON, or nests too deep to be read. */
  readonly value: unknown
  /** Whether a member of some object in it stands there twice. */
  readonly isTwice: boolean
}

const bodyOf = remembering(({ body = '' }: Probe): ReadBody => {
  try {
    refuseTooDeep(body)
    const value = JSON.parse(body, (_key, one: unknown, { source }) =>
      typeof one === 'number' && source !== undefined ? JSON.rawJSON(source) : one,
    )
    return { value, isTwice: jsonSize(stringifyJson(value)).values < jsonSize(body).values }
  } catch {
    return { value: undefined, isTwice: false }
  }
})

function isMembers(value: unknown): value is JsonObject {
  return isObject(value) && !JSON.isRawJSON(value)
}

function valueOf(value: unknown): InputValue {
  const text = typeof value === 'string' ? value : JSON.isRawJSON(value) ? stringifyJson(value) : ''
  return { times: 1, text, json: typeOf(value) }
}

function typeOf(value: unknown): JsonType | undefined {
  if (value === null) return 'null'
  if (JSON.isRawJSON(value)) return 'number'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'boolean' || type === 'string' || type === 'object' ? type : undefined
}

function once(text: string): InputValue {
  return { times: 1, text }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
