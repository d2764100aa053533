import { planLimits } from '../limits/caller.ts'
import type { Awaitable } from '../message/awaitable.ts'
import { refusal, type Outcome, type Refusal } from '../message/outcome.ts'
import { writeReply, type RefusedAdmission, type Reply } from './reply.ts'
import { StoreError, type ServiceState } from './request-context.ts'
import type { Forwarded } from './service-behind.ts'

/** An outcome, or what a service behind has answered. */
type Answered = Outcome | Forwarded

/** Runs a step. An exception is a bug of the mock, which is answered 500; a StoreError is thrown on. */
export function orBug<Undecided extends undefined>(
  decide: () => Awaitable<Answered> | Undecided,
): Awaitable<Answered> | Undecided {
  try {
    const decided = decide()
    return decided instanceof Promise ? decided.catch(bug) : decided
  } catch (error) {
    return bug(error)
  }
}

function bug(error: unknown): Refusal {
  if (error instanceof StoreError) throw error
  const what = error instanceof Error ? error.message : String(error)
  return refusal('internal_error', 'The mock has made a mistake; its log says more', {
    step: 'bug',
    sentence: `a mistake in the mock itself: ${what}`,
  })
}

const MESSAGE = 'The service cannot reach the store of its state. Retry after 1 s'

/**
 * The reply if the store of the state does not answer. The caller cannot be identified then, so the headers show the limit
 * of the plan Free with nothing left. Throws any other error.
 */
export function unavailable({ clock, settings }: ServiceState, error: unknown): Reply {
  if (!(error instanceof StoreError)) throw error
  const now = clock.now()
  const reset = Math.floor(now / 1000) + 1
  const { minute: limit } = planLimits({ plan: 'free' })
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
    quota: refused.quota,
    refused,
    date: clock.httpDate(now),
  })
}
