import { openPoint } from '../../clause.ts'
import { unseen } from '../../expect/observe.ts'
import { rateLimitOf } from '../../probe/exchange.ts'
import { errorsCount } from './errors-count.ts'
import { asNobody, list } from '../../probes.ts'
import { refusal } from '../over-the-limit.ts'

openPoint('window-alignment', async ({ session }) => {
  // Windows of two callers that begin with a full minute both, by chance alone, are rare enough.
  const callers = [await session.share(list()), await session.share(asNobody(list()))]
  const resets = callers.map((exchange) => rateLimitOf(exchange).reset)
  if (resets.some(Number.isNaN)) return unseen('there is no X-RateLimit-Reset')
  return resets.every((reset) => reset % 60 === 0) ? 'calendar' : 'first-request'
})

openPoint('do-errors-count', ({ session }) => Promise.resolve(errorsCount(session)))

openPoint('body-of-429', async (run) => {
  const { body, json } = await refusal(run)
  if (body === '') return 'empty'
  return run.checks.Error(json).length === 0 ? 'error' : 'other-object'
})

openPoint('retry-after-form', async (run) => {
  const { headers } = await refusal(run)
  const value = headers['retry-after'] ?? unseen('there is no Retry-After')
  return /^\d+$/.test(value) ? 'seconds' : 'http-date'
})
