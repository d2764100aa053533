import { asks, both, onJson, onReply, replies, withHeader } from './mutate.ts'
import { type Overlay, type Reply, violation } from './service.ts'

const errorOf = (
  change: (body: Record<string, unknown>) => unknown,
  ...statuses: readonly number[]
): Overlay => onJson(replies(...statuses), change)
const without =
  (field: string) =>
  ({ [field]: _gone, ...others }: Record<string, unknown>): unknown =>
    others
const set =
  (field: string, value: unknown) =>
  (body: Record<string, unknown>): unknown => ({ ...body, [field]: value })

const withoutBody = (reply: Reply): Reply => ({ ...reply, body: '' })

/** What a framework answers by itself. */
const withDetail = (reply: Reply): Reply => ({
  ...withHeader(reply, 'content-type', 'application/json'),
  status: 422,
  body: '{"detail":[{"loc":["query"],"msg":"not valid"}]}',
})

export const error = [
  violation('ERROR-1', 'a 401 has no code', errorOf(without('code'), 401)),
  violation('ERROR-1', 'a 404 has no message', errorOf(without('message'), 404)),
  violation('ERROR-1', 'a 400 has no status in its body', errorOf(without('status'), 400)),
  violation('ERROR-1', 'codes are numbers', errorOf(set('code', 17), 400, 401, 404)),
  violation(
    'ERROR-1',
    'messages are arrays',
    errorOf((body) => ({ ...body, message: [body['message']] }), 400),
  ),
  violation(
    'ERROR-1',
    'errors are wrapped',
    errorOf((body) => ({ error: body }), 400, 401, 404),
  ),
  violation(
    'ERROR-1',
    'a 401 is wrapped in an array',
    errorOf((body) => [body], 401),
  ),
  violation('GET-2', 'a 404 has no body', onReply(both(asks(/^GET \/pets\//), replies(404)), withoutBody)),
  violation(
    'AUTH-2',
    'a 401 to a request without a key has no body',
    onReply((request, { status }) => status === 401 && !('authorization' in request.headers), withoutBody),
  ),
  violation('ERROR-1', 'errors have no body', onReply(replies(400, 401, 404), withoutBody)),
  violation('ERROR-1', 'the status in a 401 is text', errorOf(set('status', '401'), 401)),
  violation('ERROR-1', 'codes are null', errorOf(set('code', null), 404)),
  violation(
    'ERROR-1',
    'the error for a refused body has no message',
    onJson((request, { status }) => status === 400 && asks(/POST/)(request), without('message')),
  ),
  violation(
    'ERROR-1',
    'a limit of 0 is answered 422, with a detail',
    onReply(
      both(asks(/^GET \/pets\?limit=0 /), (_request, { status }) => status !== 401),
      withDetail,
    ),
  ),
  violation(
    'ERROR-1',
    'an id that is no number is answered 422, with a detail',
    onReply(asks(/^GET \/pets\/\d*[a-z]/), withDetail),
  ),
  violation(
    ['CREATE-5', 'ERROR-1', 'BASE-3'],
    'null is a crash, with a page of HTML',
    onReply(asks(/^POST \/pets null$/), (reply) => ({
      ...withHeader(reply, 'content-type', 'text/html'),
      status: 500,
      body: '<h1>Internal Server Error</h1>',
    })),
  ),
  violation('ERROR-2', 'the status in the body is 0', errorOf(set('status', 0), 400, 401, 404)),
  violation('ERROR-2', 'the status in a 401 is 403', errorOf(set('status', 403), 401)),
  violation('ERROR-2', 'the status in a 404 is 400', errorOf(set('status', 400), 404)),
  violation('ERROR-2', 'the status in a 400 is 422', errorOf(set('status', 422), 400)),
]
