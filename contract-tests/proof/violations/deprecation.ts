import { parseJson } from '../../../spec/index.ts'
import { type Json, asError, both, lists, onJson, onReply, parameter, reads, withJson } from './mutate.ts'
import { type ServiceRequest, violation } from './service.ts'

const isRead = ({ operation, headers }: ServiceRequest): boolean =>
  operation === 'getPet' && 'authorization' in headers
const asArray = (json: Json): readonly Json[] => json as unknown as readonly Json[]

export const deprecation = [
  violation('DEPRECATION-1', 'getPet is gone before its day, with 410', onReply(reads, asError(410))),
  violation('DEPRECATION-1', 'getPet is gone before its day, with 404', onReply(isRead, asError(404))),
  violation('DEPRECATION-1', 'getPet is not implemented', onReply(reads, asError(501))),
  violation(
    'DEPRECATION-3',
    'new pets stand in no list with a filter',
    onJson(
      both(lists, (request) => parameter(request, 'status') !== undefined),
      (json) => asArray(json).filter(({ name }) => !String(name).includes('contract')),
    ),
  ),
  violation(
    ['DEPRECATION-3', 'LIST-5'],
    'what getPet returns as sold is listed as sold no more',
    (healthy) => {
      const read = new Set<string>()
      return async (request) => {
        const reply = await healthy(request)
        if (reads(request, reply)) read.add(request.path.slice('/pets/'.length))
        const hides = lists(request, reply) && parameter(request, 'status') === 'sold'
        if (!hides) return reply
        const kept = (parseJson(reply.body) as Json[]).filter(
          ({ name, id }) => !String(name).includes('contract') || !read.has(String(id)),
        )
        return withJson(reply, kept)
      }
    },
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
