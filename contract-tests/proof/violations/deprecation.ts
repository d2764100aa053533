import { asError, both, lists, onJson, onReply, parameter, reads, type Json } from './bend.ts'
import type { Ask } from './service.ts'
import { violation } from './violation.ts'

const isRead = ({ operation, headers }: Ask): boolean => operation === 'getPet' && 'authorization' in headers
const asArray = (json: Json): readonly Json[] => json as unknown as readonly Json[]

export const deprecation = [
  violation('DEPRECATION-1', 'getPet is gone before its day, with 410', onReply(reads, asError(410))),
  violation('DEPRECATION-1', 'getPet is gone before its day, with 404', onReply(isRead, asError(404))),
  violation('DEPRECATION-1', 'getPet is not implemented', onReply(reads, asError(501))),
  violation(
    'DEPRECATION-3',
    'new pets stand in no list with a filter',
    onJson(
      both(lists, (ask) => parameter(ask, 'status') !== undefined),
      (json) => asArray(json).filter(({ name }) => !String(name).startsWith('contract')),
    ),
  ),
  violation('DEPRECATION-3', 'what getPet returns as sold is listed as sold no more', (healthy) => {
    const read = new Set<string>()
    return async (ask) => {
      const reply = await healthy(ask)
      if (reads(ask, reply)) read.add(ask.path.slice('/pets/'.length))
      const hides = lists(ask, reply) && parameter(ask, 'status') === 'sold'
      if (!hides) return reply
      const kept = (JSON.parse(reply.body) as Json[]).filter(
        ({ name, id }) => !String(name).startsWith('contract') || !read.has(String(id)),
      )
      return { ...reply, body: JSON.stringify(kept) }
    }
  }),
  violation('DEPRECATION-3', 'lists with a filter are those of the beginning', (healthy) => {
    const first = new Map<string, string>()
    return async (ask) => {
      const reply = await healthy(ask)
      if (!lists(ask, reply) || parameter(ask, 'status') === undefined) return reply
      const body = first.get(ask.path) ?? reply.body
      first.set(ask.path, body)
      return { ...reply, body }
    }
  }),
]
