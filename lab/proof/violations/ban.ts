import { asError, FIRST, keyOf, onReply, timeOf, withHeader, withSpare } from './mutate.ts'
import { type Overlay, type Reply, type ServiceRequest, violation } from './service.ts'

const isSecond = (request: ServiceRequest): boolean => keyOf(request) === 'free-demo-key-2'
const resetOf = ({ headers }: Reply): number => Number(headers['x-ratelimit-reset'])

/** Whether a refusal speaks of a ban: it ends later than the minute that was full. */
const banEnds = (reply: Reply): boolean => Number(reply.headers['retry-after']) > 61

/** Bends what the second key is answered once it has been banned: what `isBent` says of, or what it is served afterwards. */
const onceBanned =
  (change: (ban: Reply) => Reply, isBent = ({ status }: Reply): boolean => status === 200): Overlay =>
  (healthy) => {
    let ban: Reply | undefined
    return async (request) => {
      const reply = await healthy(request)
      if (!isSecond(request)) return reply
      if (reply.status === 429 && banEnds(reply)) ban = reply
      return ban && isBent(reply) ? change(reply.status === 429 ? reply : ban) : reply
    }
  }

/** Whether a refusal is one of the last ten seconds of a ban. */
const isLate = ({ status, headers }: Reply): boolean => status === 429 && Number(headers['retry-after']) <= 10

const STRIKES = 6

export const ban = [
  violation(
    'LIMIT-7',
    'a creation during a ban is refused and stored',
    (healthy) => async (request) => {
      const reply = await healthy(request)
      const isBanned = isSecond(request) && reply.status === 429 && banEnds(reply)
      if (isBanned && request.operation === 'createPet') await healthy(withSpare(request))
      return reply
    },
    { needs: 'ban' },
  ),
  violation(
    'LIMIT-7',
    'over the limit, creations alone are answered 403',
    onReply(({ operation }, { status }) => operation === 'createPet' && status === 429, asError(403)),
  ),
  violation(
    'LIMIT-9',
    'a ban that the minute hides lasts longer than it says',
    (healthy) => {
      let refusals = 0
      let [refused, until]: [Reply | undefined, number] = [undefined, 0]
      return async (request) => {
        const reply = await healthy(request)
        if (!isSecond(request)) return reply
        if (reply.status === 429) {
          refused = reply
          refusals += 1
          if (refusals === STRIKES) until = timeOf(reply) + 100
        }
        if (timeOf(reply) >= until || refused === undefined) return reply
        return withHeader(
          { ...refused, headers: { ...refused.headers, date: reply.headers['date'] ?? '' } },
          'retry-after',
          '4',
        )
      }
    },
    { needs: 'ban', mock: { choices: { ban: 'none' } } },
  ),
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
    'after a ban, creations stay refused',
    (healthy) => {
      let ban: Reply | undefined
      return async (request) => {
        const isKept = isSecond(request) && request.operation === 'createPet' && ban !== undefined
        const reply = await healthy(
          isKept ? { ...request, method: 'GET', operation: 'listPets', body: undefined } : request,
        )
        if (isSecond(request) && reply.status === 403) ban = reply
        return isKept && reply.status === 200 && ban !== undefined ? ban : reply
      }
    },
    { needs: 'ban', mock: { choices: { 'status-while-banned': '403' } } },
  ),
  violation('LIMIT-12', 'towards its end, a ban is answered 500', onceBanned(asError(500), isLate), {
    needs: 'ban',
  }),
  violation('LIMIT-12', 'towards its end, a ban is answered 404', onceBanned(asError(404), isLate), {
    needs: 'ban',
  }),
  violation(
    'LIMIT-11',
    'a ban of the second key is one of the first key too',
    (healthy) => {
      let ban: Reply | undefined
      return async (request) => {
        const reply = await healthy(request)
        if (isSecond(request)) ban = reply.status === 429 && banEnds(reply) ? reply : undefined
        return ban && keyOf(request) === FIRST ? ban : reply
      }
    },
    { needs: 'ban' },
  ),
  violation(
    'LIMIT-11',
    'a ban of the second key, with 403, is one of the first key too',
    (healthy) => {
      let ban: Reply | undefined
      return async (request) => {
        const reply = await healthy(request)
        if (isSecond(request)) ban = reply.status === 403 ? reply : undefined
        return ban && keyOf(request) === FIRST ? ban : reply
      }
    },
    { needs: 'ban', mock: { choices: { 'status-while-banned': '403' } } },
  ),
  violation(
    'LIMIT-12',
    'who goes on gets another key banned',
    (healthy) => {
      let usual: Reply | undefined
      let isBanned = false
      return async (request) => {
        const isRefused = isBanned && keyOf(request) === FIRST
        // What is refused adds nothing.
        const reply = await healthy(isRefused ? { ...request, body: '{' } : request)
        if (keyOf(request) === FIRST) return isRefused ? asError(403)(reply) : reply
        if (!isSecond(request)) return reply
        isBanned = reply.status === 429 && banEnds(reply)
        if (reply.status === 429 && !isBanned) usual = reply
        return isBanned && usual ? usual : reply
      }
    },
    { needs: 'ban' },
  ),
  violation(
    'LIMIT-12',
    'a ban begins anew when it ends',
    onceBanned((banned) => withHeader(banned, 'x-ratelimit-reset', String(resetOf(banned) + 120))),
    { needs: 'ban' },
  ),
]
