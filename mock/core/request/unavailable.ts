import { limitsOf } from '../limits/caller.ts'
import { refusal } from '../message/outcome.ts'
import { writeReply, type RefusedAdmission, type Reply } from './reply.ts'
import { StoreError, type ServiceState } from './request-context.ts'

const MESSAGE = 'The service cannot reach what it keeps its state in. Retry after 1 s'

/** The reply where the state cannot be had: nothing is known of the caller, so it is told the Free figures, and none left. Throws any other error. */
export function unavailable({ clock, settings }: ServiceState, error: unknown): Reply {
  if (!(error instanceof StoreError)) throw error
  const now = clock.now()
  const reset = Math.floor(now / 1000) + 1
  const { minute: limit } = limitsOf({ plan: 'free' })
  const refused: RefusedAdmission = {
    admitted: false,
    quota: { window: 'minute', limit, remaining: 0, reset },
    by: 'minute',
    until: reset * 1000,
    retryAfter: 1,
  }
  const sentence = `the store of the mock's state does not answer: ${error.message}`
  return writeReply(refusal('store_unavailable', MESSAGE, { step: 'store', sentence }), {
    choices: settings.choices,
    operation: undefined,
    fault: undefined,
    told: undefined,
    quota: refused.quota,
    refused,
    date: clock.httpDate(now),
  })
}
