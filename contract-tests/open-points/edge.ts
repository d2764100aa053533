import type { Observation } from '../engine/check.ts'
import { rateLimitOf } from '../engine/exchange.ts'
import { byStatus, memberOf } from '../engine/expect.ts'
import { missing } from '../engine/verdicts.ts'
import { errorsCount } from './limit.ts'
import { lowerCaseScheme } from '../probes/given.ts'
import { readListed } from '../probes/given.ts'
import { asNobody, create, list, withHeaders } from '../probes/requests.ts'

const styles = [
  ['snake', /^[a-z0-9]+(_[a-z0-9]+)+$/],
  ['kebab', /^[a-z0-9]+(-[a-z0-9]+)+$/],
  ['screaming', /^[A-Z0-9]+(_[A-Z0-9]+)+$/],
  ['dotted', /^[a-z0-9]+(\.[a-z0-9]+)+$/],
] as const

export const edgePoints: readonly Observation[] = [
  {
    id: 'error-code-style',
    observe: async ({ session }) => {
      const { json } = await session.share(asNobody(list()))
      const code = String(memberOf(json, 'code'))
      return (
        styles.find(([, pattern]) => pattern.test(code))?.[0] ??
        missing(`the code ${code} is in none of the styles`)
      )
    },
  },
  {
    id: 'wrong-media-type',
    cost: 1,
    observe: async (run) => {
      const probe = withHeaders(
        { 'Content-Type': 'text/plain' },
        create({ name: run.settings.mark, categoryId: 1 }),
      )
      // Of such a request the document says nothing, so nothing in the reply is owed.
      const reply = await run.session.share({ ...probe, operation: undefined })
      return byStatus(reply, { 400: '400', 415: '415' })
    },
  },
  {
    id: 'method-not-allowed',
    observe: async ({ session }) => {
      const reply = await session.share({ ...list(), method: 'PATCH', operation: undefined })
      return byStatus(reply, { 404: '404', 405: '405' })
    },
  },
  {
    id: 'www-authenticate',
    observe: async ({ session }) => {
      const { headers } = await session.share(asNobody(list()))
      return 'www-authenticate' in headers ? 'yes' : 'no'
    },
  },
  {
    id: 'scheme-case',
    observe: async (run) => {
      return byStatus(await lowerCaseScheme(run), { 200: 'any-case', 401: 'exact' })
    },
  },
  {
    id: 'unauthenticated-meter',
    cost: 1,
    observe: async ({ session }) => {
      const first = rateLimitOf(await session.share(asNobody(list())))
      const second = rateLimitOf(await session.send(asNobody(list())))
      if (first.reset !== second.reset) return missing('the window changed in between')
      if (second.remaining < first.remaining) return 'by-address'
      return errorsCount(session) === 'yes'
        ? 'uncounted'
        : missing('errors do not count, and it answers nothing else')
    },
  },
  {
    id: 'deprecation-headers',
    observe: async (run) => {
      const { status, headers } = await readListed(run)
      if (status !== 200) return missing('no pet could be read')
      return 'deprecation' in headers || 'sunset' in headers ? 'standard' : 'none'
    },
  },
]
