import { asError, asks, keyOf, onJson, onReply, onRequest, replies, withHeaders, type When } from './bend.ts'
import type { Ask, Overlay } from './service.ts'
import type { OperationId } from '../../../spec/index.ts'
import { violation } from './violation.ts'

const GOOD = 'Bearer free-demo-key'
const is =
  (operation: OperationId) =>
  (ask: Ask): boolean =>
    ask.operation === operation
const withGoodKey = (ask: Ask): Ask => withHeaders(ask, { authorization: GOOD })
const header = ({ headers }: Ask): string => headers['authorization'] ?? ''
const hasKey: When = (ask) => keyOf(ask) !== undefined && header(ask).startsWith('Bearer free-demo-key')

/** Lets a request in that brings no valid key, and no body that would be stored. */
const letsIn = (which: (ask: Ask) => boolean): Overlay => onRequest(which, withGoodKey)

/** Answers 401 and adds the pet all the same. */
const storesUnauthorized =
  (which: (ask: Ask) => boolean): Overlay =>
  (healthy) =>
  async (ask) => {
    const reply = await healthy(ask)
    if (reply.status === 401 && is('createPet')(ask) && which(ask)) await healthy(withGoodKey(ask))
    return reply
  }

export const auth = [
  violation(
    'AUTH-1',
    'the key is not taken for lists',
    onReply((ask, reply) => is('listPets')(ask) && hasKey(ask, reply), asError(401)),
  ),
  violation(
    'AUTH-1',
    'the key is not taken for creations',
    onReply((ask, reply) => is('createPet')(ask) && hasKey(ask, reply), asError(401)),
  ),
  violation(
    'AUTH-1',
    'the key is not taken for reading',
    onReply((ask, reply) => is('getPet')(ask) && hasKey(ask, reply), asError(403)),
  ),
  violation(
    'AUTH-2',
    'no key is needed to list',
    letsIn((ask) => is('listPets')(ask) && header(ask) === ''),
  ),
  violation(
    'AUTH-2',
    'no key is needed to read',
    letsIn((ask) => is('getPet')(ask) && header(ask) === ''),
  ),
  violation(
    'AUTH-2',
    'no key is needed to add',
    letsIn((ask) => is('createPet')(ask) && header(ask) === ''),
  ),
  violation(
    'AUTH-2',
    'a missing key is answered 403',
    onReply((ask, { status }) => status === 401 && header(ask) === '', asError(403)),
  ),
  violation(
    'AUTH-2',
    'a missing key is answered 400 on creations',
    onReply((ask, { status }) => status === 401 && header(ask) === '' && is('createPet')(ask), asError(400)),
  ),
  violation(
    'AUTH-2',
    'a missing key is answered 404 when reading',
    onReply((ask, { status }) => status === 401 && header(ask) === '' && is('getPet')(ask), asError(404)),
  ),
  violation(
    'AUTH-3',
    'any key lists',
    letsIn((ask) => is('listPets')(ask) && header(ask) === 'Bearer no-such-key'),
  ),
  violation(
    'AUTH-3',
    'any key reads',
    letsIn((ask) => is('getPet')(ask) && header(ask) === 'Bearer no-such-key'),
  ),
  violation(
    'AUTH-3',
    'any key adds',
    letsIn((ask) => is('createPet')(ask) && header(ask) === 'Bearer no-such-key'),
  ),
  violation(
    'AUTH-3',
    'the beginning of a key is enough',
    letsIn((ask) => GOOD.startsWith(header(ask)) && header(ask).length > 12),
  ),
  violation(
    'AUTH-3',
    'an invalid key is answered 403',
    onReply((ask, { status }) => status === 401 && header(ask).startsWith('Bearer '), asError(403)),
  ),
  violation(
    'AUTH-3',
    'an invalid key is a crash on creations',
    onReply(
      (ask, { status }) => status === 401 && header(ask).startsWith('Bearer ') && is('createPet')(ask),
      asError(500),
    ),
  ),
  violation(
    'AUTH-4',
    'the key is taken from the query',
    letsIn((ask) => ask.path.includes('api_key=free-demo-key')),
  ),
  violation(
    'AUTH-4',
    'the key is taken from X-Api-Key',
    letsIn(({ headers }) => headers['x-api-key'] === 'free-demo-key'),
  ),
  violation(
    'AUTH-4',
    'the scheme is not looked at',
    letsIn((ask) => header(ask) === 'Token free-demo-key'),
  ),
  violation(
    'AUTH-4',
    'the key is taken under the Basic scheme',
    letsIn((ask) => header(ask).startsWith('Basic ')),
  ),
  violation(
    'AUTH-4',
    'the key is taken without a scheme',
    letsIn((ask) => header(ask) === 'free-demo-key'),
  ),
  violation(
    'AUTH-5',
    'what comes without a key is refused and stored',
    storesUnauthorized((ask) => header(ask) === ''),
  ),
  violation(
    'AUTH-5',
    'what comes with a wrong key is refused and stored',
    storesUnauthorized((ask) => header(ask) !== ''),
  ),
  violation(
    'AUTH-5',
    'whatever is unauthorized is refused and stored',
    storesUnauthorized(() => true),
  ),
]

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
  violation(
    'ERROR-1',
    'a 404 has no body',
    onReply(replies(404), (reply) => ({ ...reply, body: '' })),
  ),
  violation('ERROR-1', 'the status in a 401 is text', errorOf(set('status', '401'), 401)),
  violation('ERROR-1', 'codes are null', errorOf(set('code', null), 404)),
  violation(
    'ERROR-1',
    'a body that is refused is told of without a message',
    onJson((ask, { status }) => status === 400 && asks(/POST/)(ask), without('message')),
  ),
  violation('ERROR-2', 'the status in the body is 0', errorOf(set('status', 0), 400, 401, 404)),
  violation('ERROR-2', 'the status in a 401 is 403', errorOf(set('status', 403), 401)),
  violation('ERROR-2', 'the status in a 404 is 400', errorOf(set('status', 400), 404)),
  violation('ERROR-2', 'the status in a 400 is 422', errorOf(set('status', 422), 400)),
]
