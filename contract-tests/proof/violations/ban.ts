import { asError, keyOf, withHeader } from './mutate.ts'
import { type Overlay, type Reply, type ServiceRequest, violation } from './service.ts'

const isSecond = (request: ServiceRequest): boolean => keyOf(request) === 'free-demo-key-2'
const resetOf = ({ headers }: Reply): number => Number(headers['x-ratelimit-reset'])

/** Whether a refusal speaks of a ban: it ends later than the minute that was full. */
const banEnds = (reply: Reply): boolean => Number(reply.headers['retry-after']) > 61

/** Bends what the second key is answered once it is banned. */
const onceBanned =
  (change: (reply: Reply, request: ServiceRequest) => Reply): Overlay =>
  (healthy) => {
    let ban: Reply | undefined
    return async (request) => {
      const reply = await healthy(request)
      if (!isSecond(request)) return reply
      if (reply.status === 429 && banEnds(reply)) ban = reply
      return ban && reply.status === 200 ? change(ban, request) : reply
    }
  }

export const ban = [
  violation(
    'LIMIT-12',
    'a ban never ends',
    onceBanned((banned) => banned),
    { needs: 'ban' },
  ),
  violation(
    'LIMIT-12',
    'after a ban, the key is answered 403',
    onceBanned((banned) => asError(403)(banned)),
    { needs: 'ban' },
  ),
  violation(
    'LIMIT-12',
    'a ban begins anew when it ends',
    onceBanned((banned) => withHeader(banned, 'x-ratelimit-reset', String(resetOf(banned) + 120))),
    { needs: 'ban' },
  ),
]
