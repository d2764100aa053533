// Whether what a report says a reply shows is in that reply: every status, value and count that it names.
import type { RunReport } from '../../contract-tests/index.ts'
import { isObject, tryParse } from './values-in.ts'

type Exchange = RunReport['exchanges'][number]

/**
 * Whether the words for what a reply shows are true of it. Figures of other replies may stand beside it ("57 left, after 59"):
 * `others` are those of the same finding, or all before it.
 */
export function isActualTrue(
  actual: string,
  expected: string,
  one: Exchange,
  others: readonly Exchange[],
): boolean {
  const status = /^(?:invalid: )?status (\d+)/.exec(actual)
  if (status && Number(status[1]) !== one.status) return false
  const lacking = /^no ((?:[a-z-]+(?:, )?)+)$/.exec(actual)?.[1]?.split(', ')
  if (lacking) return lacking.every((name) => !(name in one.headers))
  const problem = /^(?:invalid: )?(?:(\[\d+\])\.)?(\w+) (?:is required|is missing|must be .*)$/.exec(actual)
  if (problem) return isInvalid(one, problem[1], problem[2] ?? '')
  if (/^none$| missing$/.test(actual)) return lacks(actual, expected, one)
  const length = /^([\d,]+) pets?(?:, where|$)/.exec(actual)?.[1]
  if (length !== undefined) return listLength(one) === numberOf(length)
  const away = /^(X-RateLimit-Reset \d+), ([\d,]+) s (ago|ahead)$/.exec(actual)
  if (away) return isAway(one, numberOf(away[2] ?? ''), away[3]) && namesOnly(away[1] ?? '', [one])
  if (actual === 'invalid: the whole must be an object') return !isObject(tryParse(one.body))
  const lengths = Array.from(actual.matchAll(OF_LENGTH), ([, figure = '']) => numberOf(figure))
  const all = [one, ...others]
  return (
    lengths.every((figure) =>
      all.some(({ record, body }) => [record?.body, body].some((text) => nameLength(text) === figure)),
    ) && namesOnly(actual.replaceAll(OF_LENGTH, ''), all)
  )
}

/** The length of a name of which only a part is shown. */
const OF_LENGTH = / \(([\d,]+) characters\)/g

/** Whether the exchanges to which a sentence on what was expected points ("as in #3") are there, and were accepted. */
export function isExpectedTrue(expected: string, exchanges: readonly Exchange[]): boolean {
  const ids = Array.from(expected.matchAll(/#(\d+)/g), ([, id]) => Number(id))
  return ids.every((id) => exchanges.some((one) => one.id === id && (one.status < 300 || one.status === 404)))
}

/** Whether the words for how an open point is settled are true: each request that they name was answered so. */
export function isDetailTrue(detail: string, exchanges: readonly Exchange[]): boolean {
  const length = /^one of (\d+) characters is accepted/.exec(detail)?.[1]
  if (length !== undefined)
    return exchanges.some((one) => one.status === 201 && nameLength(one.record?.body) === Number(length))
  const refusals = /^(\d+) refusals in a row earned none$/.exec(detail)?.[1]
  if (refusals !== undefined)
    return (
      exchanges.filter(({ caller, status }) => caller === 'second key' && status === 429).length >=
      Number(refusals)
    )
  const total = /by ([\d.]+) s in all$/.exec(detail)?.[1]
  if (total !== undefined) return resetMoves(exchanges).has(Number(total))
  const named = Array.from(detail.matchAll(ANSWERED), ([, request = '', status, pets]) =>
    exchanges.some(
      (one) =>
        isRequest(one, request) &&
        (pets === undefined ? `${one.status}` === status : listLength(one) === Number(pets)),
    ),
  )
  return named.every(Boolean) && namesOnly(detail, exchanges)
}

/** `limit=7x: 400`, `limit=-1: a page of 30`, `text/plain: status 201`, `PATCH /pets: 405`. */
const ANSWERED = /((?:PATCH )?[^\s:;]+): (?:(?:status )?(\d{3})|a page of (\d+))(?=;| |$)/g

function isRequest({ method, path, record }: Exchange, request: string): boolean {
  const type = Object.entries(record?.headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'content-type',
  )?.[1]
  return `${method} ${path}`.endsWith(request) || type === request
}

function nameLength(body = ''): number {
  const json = tryParse(body)
  return isObject(json) && typeof json['name'] === 'string' ? Array.from(json['name']).length : 0
}

/** By how much X-RateLimit-Reset of a key had moved on, after each exchange. */
function resetMoves(exchanges: readonly Exchange[]): ReadonlySet<number> {
  const resets = exchanges
    .filter(({ caller, status }) => caller === 'key' && status < 300)
    .map(({ headers }) => Number(headers['x-ratelimit-reset']))
  let sum = 0
  return new Set(resets.map((reset, at) => (sum += Math.max(0, reset - (resets[at - 1] ?? reset)))))
}

/** Whether X-RateLimit-Reset is so many seconds before or after the reply. */
function isAway({ headers, record }: Exchange, seconds: number, which = ''): boolean {
  const ahead = Number(headers['x-ratelimit-reset']) - Date.parse(record?.received ?? '') / 1000
  return Math.abs(ahead - (which === 'ago' ? -seconds : seconds)) <= 1
}

/** Whether every number and every quoted text of a sentence stands in one of the exchanges. */
export function namesOnly(text: string, exchanges: readonly Exchange[]): boolean {
  const all = exchanges.map(textOf).join('\n')
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?\d[\d,]*(?:\.\d+)?/g) ?? []
  return tokens.every((token) => {
    const plain = token.startsWith('"')
      ? token.slice(1, -1)
      : token.replaceAll(/,(?=\d{3})/g, '').replace(/,$/, '')
    return all.includes(plain) || exchanges.some((one) => listLength(one) === Number(plain))
  })
}

/** All that was sent and came back, header by header. */
function textOf({ method, path, status, headers, body, record }: Exchange): string {
  const lines = [...Object.entries(record?.headers ?? {}), ...Object.entries(headers)]
  return [
    `${method} ${path}`,
    record?.body ?? '',
    `${status}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    body,
  ].join('\n')
}

/** Whether the header that is expected, and of which a sentence says that there is none, is not there. */
function lacks(actual: string, expected: string, { headers }: Exchange): boolean {
  const name =
    /^([\w-]+) missing$/.exec(actual)?.[1] ?? /^(?:an )?([A-Z][\w-]+)(?::| header)/.exec(expected)?.[1]
  return name !== undefined && !(name.toLowerCase() in headers)
}

/** Whether a field of a body, or of a member of a list, is not as the document has it. */
function isInvalid({ body, status }: Exchange, place: string | undefined, field: string): boolean {
  const json = tryParse(body)
  const whole =
    place !== undefined && Array.isArray(json)
      ? (json as readonly unknown[])[Number(place.slice(1, -1))]
      : json
  if (!isObject(whole)) return false
  const value = whole[field]
  if (field === 'id' || field === 'categoryId') return !isInt64(value)
  if (field === 'status' && status < 400) return !['available', 'pending', 'sold'].includes(String(value))
  return field === 'status' ? !Number.isInteger(value) : typeof value !== 'string'
}

function isInt64(value: unknown): boolean {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value)
  return isWhole && BigInt.asIntN(64, BigInt(value as bigint | number)) === BigInt(value as bigint | number)
}

function listLength({ body }: Exchange): number | undefined {
  const json = tryParse(body)
  return Array.isArray(json) ? json.length : undefined
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''))
}
