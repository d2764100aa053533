import { petStatuses } from '../../../spec/operations.ts'
import { type Json, asError, lists, listWithout, onReply, parameter, reads } from './mutate.ts'
import { type ServiceRequest, violation } from './service.ts'

const isRead = ({ operation, headers }: ServiceRequest): boolean =>
  operation === 'getPet' && 'authorization' in headers
const isOurs = ({ name }: Json): boolean => String(name).includes('contract')

export const deprecation = [
  violation('DEPRECATION-1', 'getPet is gone before its day, with 410', onReply(reads, asError(410))),
  violation('DEPRECATION-1', 'getPet is gone before its day, with 404', onReply(isRead, asError(404))),
  violation('DEPRECATION-1', 'getPet is not implemented', onReply(reads, asError(501))),
  violation(
    'DEPRECATION-3',
    'new pets stand in no list with a filter',
    (healthy) => (request) =>
      listWithout(healthy, request, (pet) => parameter(request, 'status') !== undefined && isOurs(pet)),
  ),
  violation('DEPRECATION-3', 'what getPet returns as sold is listed as sold no more', (healthy) => {
    const read = new Set<string>()
    return async (request) => {
      const isOfSold = parameter(request, 'status') === 'sold'
      const reply = await listWithout(
        healthy,
        request,
        (pet) => isOfSold && isOurs(pet) && read.has(String(pet['id'])),
      )
      if (reads(request, reply)) read.add(request.path.slice('/pets/'.length))
      return reply
    }
  }),
  ...petStatuses.map((status) =>
    violation(
      'DEPRECATION-3',
      `new pets that are ${status} stand in no list with that filter`,
      (healthy) => (request) =>
        listWithout(healthy, request, (pet) => parameter(request, 'status') === status && isOurs(pet)),
    ),
  ),
  violation('DEPRECATION-3', 'lists with a filter are those of the beginning', (healthy) => {
    const first = new Map<string, string>()
    return async (request) => {
      const reply = await healthy(request)
      if (!lists(request, reply) || parameter(request, 'status') === undefined) return reply
      const body = first.get(request.path) ?? reply.body
      first.set(request.path, body)
      return { ...reply, body }
    }
  }),
]
