// What the rate-limit headers tell, and whom: the words of the violations about limits.
import { keyOf, withHeaders, type When } from './bend.ts'
import type { Ask, Reply } from './service.ts'

export const LIMIT = 'x-ratelimit-limit'
export const LEFT = 'x-ratelimit-remaining'
export const RESET = 'x-ratelimit-reset'
export const FIRST = 'free-demo-key'
export const SECOND = 'free-demo-key-2'
const SPARE = 'enterprise-demo-key'

export const counts: When = (ask, { status }) => keyOf(ask) === FIRST && ask.base === '/v1' && status !== 401
export const withSpare = (ask: Ask): Ask => withHeaders(ask, { authorization: `Bearer ${SPARE}` })
export const number = (reply: Reply, name: string): number => Number(reply.headers[name])
export const timeOf = (reply: Reply): number => Date.parse(reply.headers['date'] ?? '') / 1000
