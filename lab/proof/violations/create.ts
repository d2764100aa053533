import { parseJson } from '../../../spec/exact-json/json.ts'
import {
  asError,
  creates,
  type Json,
  lists,
  onPets,
  onReply,
  onRequest,
  reads,
  withJson,
  withSpare,
} from './mutate.ts'
import { STORED, type Overlay, type ServiceRequest, violation } from './service.ts'

const isCreation = ({ operation }: ServiceRequest): boolean => operation === 'createPet'
const withKey = ({ headers }: ServiceRequest): boolean =>
  / free-demo-key(-2)?$/.test(headers['authorization'] ?? '')
const bodyOf = ({ body = '' }: ServiceRequest): string => body

/** Accepts bodies that a service must refuse, by giving the healthy service a valid body in their place. */
const accepts = (which: (body: string) => boolean): Overlay =>
  onRequest(
    (request) => isCreation(request) && withKey(request) && which(bodyOf(request)),
    (request) => ({
      ...request,
      body: GOOD,
      headers: { ...request.headers, 'content-type': 'application/json' },
    }),
  )

const GOOD = '{"name":"accepted","categoryId":1}'
const has =
  (pattern: RegExp) =>
  (body: string): boolean =>
    pattern.test(body)
const isJson = (body: string): boolean => {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

/** Refuses with 400, and stores a pet anyway. */
const storesRefused =
  (which: (body: string) => boolean): Overlay =>
  (healthy) =>
  async (request) => {
    const reply = await healthy(request)
    const [name] = /contract[\w-]*/.exec(bodyOf(request)) ?? []
    if (reply.status === 400 && isCreation(request) && name !== undefined && which(bodyOf(request))) {
      await healthy({ ...request, body: JSON.stringify({ name, categoryId: 1 }) })
    }
    return reply
  }

/** Accepts whatever is sent, and returns it unchanged from then on. */
const storesAsSent: Overlay = (healthy) => {
  const sent = new Map<string, Json>()
  const asSent = (pet: Json): Json => sent.get(String(pet['id'])) ?? pet
  return async (request) => {
    const reply = await healthy(request)
    if (isCreation(request) && withKey(request) && reply.status === 400) {
      const stored = await healthy(withSpare({ ...request, body: GOOD }))
      const { id } = parseJson(stored.body) as Json
      const pet = { ...fieldsOf(bodyOf(request)), id }
      sent.set(String(id), pet)
      return withJson({ ...reply, status: 201 }, pet)
    }
    if (reads(request, reply)) return withJson(reply, asSent(parseJson(reply.body) as Json))
    return lists(request, reply) ? withJson(reply, (parseJson(reply.body) as Json[]).map(asSent)) : reply
  }
}

function fieldsOf(body: string): Json {
  return isJson(body) && body !== '' ? (parseJson(body) as Json) : {}
}

const refusesStatus = (status: string): Overlay =>
  onReply(
    (request, reply) => creates(request, reply) && bodyOf(request).includes(`"status":"${status}"`),
    asError(400),
  )

export const create = [
  violation(
    'CREATE-3',
    'the case of field names is not looked at',
    onRequest(isCreation, (request) => ({
      ...request,
      body: request.body?.replaceAll(
        /"[A-Z]\w*":/g,
        (name) => name.slice(0, 1) + name.charAt(1).toLowerCase() + name.slice(2),
      ),
    })),
  ),
  violation(
    'CREATE-4',
    'a category of few digits may be a text',
    onRequest(isCreation, (request) => ({
      ...request,
      body: request.body?.replace(/"categoryId":"(\d{1,9})"/, '"categoryId":$1'),
    })),
  ),
  violation(
    'CREATE-4',
    'the case of a status is not looked at',
    onRequest(isCreation, (request) => ({
      ...request,
      body: request.body?.replace(/"status":"[A-Z]+"/, (status) => status.toLowerCase()),
    })),
  ),
  violation(
    'CREATE-1',
    'a creation is answered 200',
    onReply(creates, (reply) => ({ ...reply, status: 200 })),
  ),
  violation(
    'CREATE-1',
    'a creation is answered 202',
    onReply(creates, (reply) => ({ ...reply, status: 202 })),
  ),
  violation(
    'CREATE-1',
    'a creation is answered with a list',
    onReply(creates, (reply) => ({ ...reply, body: `[${reply.body}]` })),
  ),
  violation(
    'CREATE-1',
    'a creation has no body',
    onReply(creates, (reply) => ({ ...reply, body: '' })),
  ),
  violation(
    'CREATE-1',
    'a body has to begin with its brace',
    onRequest(
      (request) => isCreation(request) && bodyOf(request).startsWith('\n'),
      (request) => ({ ...request, body: '[]' }),
    ),
  ),
  violation('CREATE-1', 'a creation is a crash', onReply(creates, asError(500))),
  violation('CREATE-1', 'every valid body is refused', onReply(creates, asError(400)), { also: STORED }),
  violation(
    'CREATE-2',
    'the name comes back in capitals',
    onPets(creates, (pet) => ({ ...pet, name: String(pet['name']).toUpperCase() })),
  ),
  violation(
    'CREATE-2',
    'the status comes back as the default',
    onPets(creates, (pet) => ({ ...pet, status: 'available' })),
  ),
  violation(
    'CREATE-2',
    'the status does not come back',
    onPets(creates, ({ status: _status, ...pet }) => pet),
  ),
  violation(
    'CREATE-2',
    'another category comes back',
    onPets(creates, (pet) =>
      typeof pet['categoryId'] === 'number' ? { ...pet, categoryId: pet['categoryId'] + 1 } : pet,
    ),
  ),
  violation(
    'CREATE-2',
    'sold pets come back as pending',
    onPets(creates, (pet) => (pet['status'] === 'sold' ? { ...pet, status: 'pending' } : pet)),
  ),
  violation(
    'PET-4',
    'negative categories lose their sign',
    onPets(creates, (pet) => ({ ...pet, categoryId: absolute(pet['categoryId']) })),
  ),
  violation(
    'CREATE-3',
    'a missing name is made up',
    accepts((body) => isJson(body) && !has(/"name"/)(body) && has(/^\{"categoryId/)(body)),
  ),
  violation(
    'CREATE-3',
    'a missing category is made up',
    accepts((body) => isJson(body) && has(/"name":"/)(body) && !has(/categoryId/)(body)),
  ),
  violation(
    'CREATE-3',
    'a missing name is answered 422',
    refusedWith(422, (body) => isJson(body) && !has(/"name"/)(body) && has(/^\{"categoryId/)(body)),
  ),
  violation(
    'CREATE-3',
    'a missing category is a crash',
    refusedWith(500, (body) => isJson(body) && has(/^\{"name":"[^"]*"\}$/)(body)),
  ),
  violation('CREATE-4', 'a name that is a number is accepted', accepts(has(/"name":\d/))),
  violation('CREATE-4', 'a category that is text is accepted', accepts(has(/"categoryId":"/))),
  violation('CREATE-4', 'a category with a fraction is cut', accepts(has(/"categoryId":1\.5/))),
  violation('CREATE-4', 'a category of 2^63 is accepted', accepts(has(/:9223372036854775808/))),
  violation('CREATE-4', 'an unknown status is accepted', accepts(has(/"SOLD"/))),
  violation('CREATE-4', 'an unknown status is answered 422', refusedWith(422, has(/"SOLD"/))),
  violation('CREATE-4', 'a category of 2^63 is a crash', refusedWith(500, has(/:9223372036854775808/))),
  ...(['null', 'true', '\\[', '\\{'] as const).flatMap((value) => [
    violation(
      'CREATE-4',
      `a name that begins with ${value} is accepted`,
      accepts(has(new RegExp(`"name":${value}`))),
    ),
    violation(
      'CREATE-4',
      `a category that begins with ${value} is accepted`,
      accepts(has(new RegExp(`"categoryId":${value}`))),
    ),
  ]),
  violation(
    'CREATE-4',
    'a category below int64 is accepted',
    accepts(has(/"categoryId":-9223372036854775809|"categoryId":-\d{20,}/)),
    { needs: 'deep' },
  ),
  violation(
    ['CREATE-3', 'CREATE-4', 'CREATE-5', 'PET-5'],
    'nothing that is sent is looked at, and lists show it as it came',
    storesAsSent,
    { mock: { choices: { 'default-status': 'absent' } } },
  ),
  violation(
    'CREATE-5',
    'no body is a crash',
    refusedWith(500, (body) => body === ''),
  ),
  violation(
    'CREATE-5',
    'no body adds a pet',
    accepts((body) => body === ''),
  ),
  violation('CREATE-5', 'an object that stands in a string is accepted', accepts(has(/^"\{/))),
  violation('CREATE-3', 'category_id is accepted too', accepts(has(/"category_id"/))),
  violation('CREATE-5', 'an array is accepted as its first pet', accepts(has(/^\[\{/))),
  violation(
    'CREATE-5',
    'JSON that is cut off is mended',
    accepts((body) => has(/^\{/)(body) && !isJson(body)),
  ),
  violation('CREATE-5', 'a comma behind the last member is passed over', accepts(has(/,\}$/))),
  violation(
    'CREATE-5',
    'JSON that is cut off is answered 500',
    refusedWith(500, (body) => has(/^\{/)(body) && !isJson(body)),
  ),
  violation(
    'CREATE-6',
    'whatever is refused is stored all the same',
    storesRefused(() => true),
  ),
  violation('CREATE-6', 'a body with an unknown status is refused and stored', storesRefused(has(/"SOLD"/))),
  violation(
    'CREATE-6',
    'a body that is cut off is refused and stored',
    storesRefused((body) => has(/^\{/)(body) && !isJson(body)),
  ),
  violation('CREATE-6', 'an array is refused and stored', storesRefused(has(/^\[/))),
  violation(
    'CREATE-6',
    'a name that is no text is refused and stored as one',
    (healthy) => async (request) => {
      const reply = await healthy(request)
      const [, name, categoryId = '1'] =
        /^\{"name":(7|null|true|[[{].*),"categoryId":(\d+)\}$/.exec(bodyOf(request)) ?? []
      if (reply.status === 400 && name !== undefined) {
        await healthy({ ...request, body: `{"name":${JSON.stringify(name)},"categoryId":${categoryId}}` })
      }
      return reply
    },
  ),
  violation('CREATE-6', 'a status of null is refused and stored', storesRefused(has(/"status":null/))),
  violation('CREATE-7', 'no pet can be added as sold', refusesStatus('sold')),
  violation('CREATE-7', 'no pet can be added as pending', refusesStatus('pending')),
  violation(
    'CREATE-7',
    'a status must be set',
    onReply(
      (request, reply) => creates(request, reply) && !bodyOf(request).includes('"status"'),
      asError(400),
    ),
    { also: STORED },
  ),
  violation(
    'CREATE-7',
    'a status that is set is a crash',
    onReply(
      (request, reply) => creates(request, reply) && bodyOf(request).includes('"status":"'),
      asError(500),
    ),
  ),
]

function absolute(value: unknown): unknown {
  return (typeof value === 'number' || typeof value === 'bigint') && value < 0 ? -value : value
}

function refusedWith(status: number, which: (body: string) => boolean): Overlay {
  return onReply(
    (request, reply) =>
      isCreation(request) && withKey(request) && reply.status === 400 && which(bodyOf(request)),
    asError(status),
  )
}
