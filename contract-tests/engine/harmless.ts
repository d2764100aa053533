// What of a reply is shown by default: documented fields in the documented shape, and headers of a list.
import { isDateTime } from '../../spec/date-time.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { petStatuses } from '../../spec/operations.ts'
import { IMF_FIXDATE, waitOf } from '../../spec/retry-after.ts'

/** Whether a member is a documented integer, and one of int64. */
export const isWhole = (name: string, value: unknown): boolean => WHOLE.has(name) && isInt64(value)

const WHOLE = new Set(['id', 'categoryId', 'status'])

type Shape = (text: string) => boolean

const like =
  (pattern: RegExp): Shape =>
  (text) =>
    pattern.test(text)

// A number in quotes is wrong, but shows which.
const ID = like(/^-?\d{1,19}$/)
const LONGEST_MESSAGE = 300
const LONGEST_TIME = 40

/** The shapes of the texts of the documented fields. A message is for whoever reads the report. No object: a service may name a member `__proto__`. */
export const fieldShapes: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    id: ID,
    categoryId: ID,
    status: (text: string) => petStatuses.some((status) => status === text),
    code: like(/^[\w.:-]{1,40}$/),
    message: ({ length }: string) => length <= LONGEST_MESSAGE,
  }),
)

/** The names of members that are shown: those that many services have, and the documented ones. */
export const shownMembers = new Set(
  'id name categoryId status code message tags photoUrls category createdAt updatedAt created_at updated_at links _links href data items pets results total count page limit offset next previous prev cursor meta error errors detail details title type instance path timestamp requestId traceId description field reason version'.split(
    ' ',
  ),
)

const FIGURE = like(/^-?\d{1,15}(?:\.\d{1,9})?$/)
const HTTP_DATE = like(IMF_FIXDATE)

/** The shapes of the values of headers. */
export const headerShapes: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    age: FIGURE,
    allow: like(/^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)(?:, ?|$)){1,7}$/),
    'cache-control': like(
      /^(?:(?:no-store|no-cache|private|public|must-revalidate|(?:max-age|s-maxage)=\d{1,9})(?:, ?|$)){1,6}$/i,
    ),
    connection: like(/^(?:close|keep-alive)$/i),
    'content-encoding': like(/^(?:gzip|br|zstd|deflate|identity)$/i),
    'content-length': FIGURE,
    'content-type': like(
      /^(?:application|text)\/(?:json|problem\+json|html|plain|xml)(?: ?; ?charset=(?:utf-8|iso-8859-1|us-ascii))?$/i,
    ),
    date: (text: string) => HTTP_DATE(text) || (isDateTime(text) && text.length <= LONGEST_TIME),
    expires: (text: string) => text === '0' || HTTP_DATE(text),
    deprecation: like(/^(?:@\d{1,12}|true)$/),
    'keep-alive': like(/^timeout=\d{1,5}(?:, ?max=\d{1,5})?$/i),
    location: like(/^\/v1\/pets\/\d{1,19}$/),
    'retry-after': (text: string) =>
      waitOf({ retryAfter: text, date: undefined }, 0) !== undefined && text.length <= LONGEST_TIME,
    sunset: HTTP_DATE,
    'transfer-encoding': like(/^chunked$/i),
    vary: like(/^(?:(?:Origin|Accept|Accept-Encoding|Authorization)(?:, ?|$)){1,4}$/i),
    'www-authenticate': like(/^Bearer(?: realm="(?:api|pets|petstore|Pet Store)")?$/i),
    'x-ratelimit-limit': FIGURE,
    'x-ratelimit-remaining': FIGURE,
    'x-ratelimit-reset': FIGURE,
  }),
)

/** The names of headers that are shown. */
export const shownHeaders = new Set([
  ...headerShapes.keys(),
  ...'access-control-allow-origin access-control-expose-headers alt-svc content-language etag last-modified link server strict-transport-security via x-content-type-options x-powered-by x-request-id'.split(
    ' ',
  ),
])
