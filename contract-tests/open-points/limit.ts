import { openPoint } from '../engine/clause.ts'
import { unseen } from '../engine/expect/observe.ts'
import { refusal } from '../probes/over-the-limit.ts'
import { errorsCount } from './errors-count.ts'
import { windowAlignment } from './window-alignment.ts'

openPoint('window-alignment', ({ session }) => windowAlignment(session))

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
