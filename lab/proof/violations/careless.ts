// What careless code does with values that are nothing to it: 0, null, a list without a pet.
import { asError, asks, lists, onReply, onRequest } from './mutate.ts'
import { violation } from './service.ts'

const isNull = asks(/^POST \/pets null$/)

export const careless = [
  violation('CREATE-5', 'null is a crash', onReply(isNull, asError(500))),
  violation(
    'CREATE-5',
    'null is accepted as an object',
    onRequest(isNull, (request) => ({ ...request, body: '{"name":"accepted","categoryId":1}' })),
  ),
  violation(
    'LIST-1',
    'a list without a pet is answered 204',
    onReply(
      (request, reply) => lists(request, reply) && reply.body === '[]',
      (reply) => ({ ...reply, status: 204, body: '' }),
    ),
    { mock: { pets: 0 } },
  ),
]
