import { pathOf } from '../../spec/operations.ts'
import { other, type Observation } from '../engine/check.ts'
import { rateLimitOf } from '../history/headers.ts'
import { missing } from '../engine/verdicts.ts'
import { lowerCaseScheme } from '../probes/given.ts'
import { figuresOf } from '../history/plans.ts'
import { asNobody, create, list, OF_NO_PET, withHeaders, withSpareKey } from '../probes/requests.ts'
import { knownCategory } from '../probes/accepted.ts'
import { askedOperation } from '../probes/each-operation.ts'
import { errorsCount } from './limit.ts'
import { byStatus, ofSeveral } from '../probes/seen.ts'

export const edgePoints: readonly Observation[] = [
  {
    id: 'wrong-media-type',
    cost: 2,
    observe: async (run) => {
      const body = { name: `${run.settings.mark}-plain`, categoryId: await knownCategory(run) }
      return ofSeveral(run, ['text/plain', 'application/x-www-form-urlencoded'], '', async (type) => {
        const probe = withSpareKey(run, withHeaders({ 'Content-Type': type }, create(body)))
        // Of such a request the document says nothing, so nothing in the reply is owed.
        const reply = await run.session.share({ ...probe, operation: undefined })
        return byStatus(run, reply, { 400: '400', 415: '415' })
      })
    },
  },
  {
    id: 'method-not-allowed',
    cost: 1,
    observe: (run) =>
      ofSeveral(run, [pathOf('listPets'), pathOf('getPet', OF_NO_PET)], 'PATCH ', async (path) => {
        const probe = { ...list(), path, method: 'PATCH', operation: undefined }
        const isFirst = path === pathOf('listPets')
        const reply = await run.session.share(isFirst ? probe : withSpareKey(run, probe))
        return byStatus(run, reply, { 404: '404', 405: '405' })
      }),
  },
  {
    id: 'scheme-case',
    observe: async (run) => {
      const reply = await lowerCaseScheme(run)
      return reply.status === 401 ? 'exact' : byStatus(run, reply, { 200: 'any-case' })
    },
  },
  {
    id: 'unauthenticated-meter',
    cost: 1,
    observe: async (run) => {
      const { session } = run
      // With a bad limit too, which is of no account without a key.
      const ask = async () =>
        rateLimitOf(await session.send(asNobody(askedOperation('listPets').wrongWithoutKey(run))))
      const earlier = rateLimitOf(await session.share(asNobody(list())))
      const now = await ask()
      // The run may have waited for another window since the first one.
      const [first, second] = earlier.reset === now.reset ? [earlier, now] : [now, await ask()]
      if (Number.isNaN(first.remaining + second.remaining)) return missing('the rate-limit headers (LIMIT-1)')
      const isFree = figuresOf('free').some(({ minute, day }) => [minute, day].includes(first.limit))
      if (!isFree) return other(`a limit of ${first.limit}, which is not the Free plan's`)
      if (first.reset !== second.reset) return missing('two replies in a row with the same X-RateLimit-Reset')
      if (second.remaining < first.remaining) return 'by-address'
      return errorsCount(session) === 'yes'
        ? 'uncounted'
        : missing('errors do not count, and it answers nothing else')
    },
  },
]
