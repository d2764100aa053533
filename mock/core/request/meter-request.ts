import { settle, type Choices } from '../../../spec/choices.ts'
import { planName } from '../../../spec/plans.ts'
import type { Caller } from '../limits/caller.ts'
import { continuesAfterRefusal } from '../limits/client-statistics.ts'
import type { Arrival } from '../limits/client-waits.ts'
import {
  admit,
  isBannedByHand,
  newMeter,
  readQuota,
  refund,
  type Admission,
  type Quota,
} from '../limits/meter.ts'
import { MOST_CHARACTERS } from '../memory/bounds.ts'
import { truncate } from '../memory/memory.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { errors } from '../message/errors.ts'
import { refusal, type Outcome, type Refusal } from '../message/outcome.ts'
import { header, type Request } from '../message/request.ts'
import { challenge } from './authenticate.ts'
import type { RequestContext, ServiceState, StateStore } from './request-context.ts'

// No window opens at this time, so a refund finds none.
const UNCOUNTED = { minute: -1, day: -1 }

/**
 * Counts a request against its caller's quota, or admits it uncounted if it is not metered. While limits are off, its quota is
 * whole: a client that goes by what remains would wait for a window that nothing is counted in.
 */
export function meterRequest(
  state: ServiceState,
  request: Request,
  caller: Caller,
  now: number,
  arrival: Arrival,
): Admission {
  const { settings } = state
  const { meter, limits, statistics } = caller
  if (isMetered(state, request, caller)) {
    if (!caller.hasKey) return admit(meter, limits, now, settings)
    const isContinued = (): boolean => continuesAfterRefusal(statistics, clientName(request), arrival)
    return admit(meter, limits, now, settings, isContinued)
  }
  const shown = state.limitsOn ? meter : newMeter()
  return { admitted: true, quota: readQuota(shown, limits, now, settings), ...UNCOUNTED }
}

/** Distinguishes programs that use the same key. */
export function clientName(request: Request): string {
  const agent = header(request, 'user-agent') ?? ''
  return `${request.address} ${agent.length > MOST_CHARACTERS.userAgent ? truncate(agent, MOST_CHARACTERS.userAgent) : agent}`
}

// A CORS preflight comes from the browser and carries no key, so it is free.
function isMetered({ limitsOn: limits, settings }: ServiceState, request: Request, caller: Caller): boolean {
  if (!limits || request.method === 'OPTIONS') return false
  return (
    caller.hasKey ||
    settle(settings.choices, 'unauthenticated-meter', { 'by-address': true, uncounted: false })
  )
}

/** Refunds a request that ended in an error, if errors do not count. Returns the quota for the headers. */
export function chargeOutcome<State extends ServiceState>(
  store: StateStore<State>,
  context: RequestContext<State>,
  { status }: Pick<Outcome, 'status'>,
): Awaitable<Quota> {
  const { admission, now, state } = context
  const counts = status < 400 || settle(state.settings.choices, 'do-errors-count', { yes: true, no: false })
  if (counts || !admission.admitted || admission.minute === UNCOUNTED.minute) return admission.quota
  const refunded = store.changeCaller(context, ({ meter, limits }, { settings }) => {
    refund(meter, admission)
    return readQuota(meter, limits, now, settings)
  })
  return andThen(refunded, (quota) => quota ?? admission.quota)
}

type Refused = Extract<Admission, { admitted: false }>

/** The refusal of a request over the limit, or of a banned key (section When exceeded). */
export function tooManyRequests(caller: Caller, refused: Refused, now: number, choices: Choices): Refusal {
  const wait = `Retry after ${refused.retryAfter} s`
  if (refused.by === 'banned') {
    const code = codeWhileBanned(choices)
    const by = isBannedByHand(caller.meter) ? 'by the control API' : 'after too many requests over the limit'
    const message = `The API key is banned for a while, ${by}. ${wait}`
    const reason = { step: 'meter', rule: 'status-while-banned', sentence: banSentence(refused, by) } as const
    return refusal(code, message, reason, errors[code] === 401 ? challenge(BANNED_KEY, choices) : undefined)
  }
  const { window } = refused.quota
  return refusal(
    'rate_limit_exceeded',
    `The rate limit of ${caller.limits[window]} requests a ${window} is exceeded. ${wait}`,
    {
      step: 'meter',
      rule: refused.by === 'striking' ? 'ban' : 'LIMIT-7',
      sentence: limitSentence(caller, refused, now),
    },
  )
}

function codeWhileBanned(choices: Choices) {
  return settle(choices, 'status-while-banned', {
    '429': 'api_key_banned',
    '401': 'banned_api_key',
    '403': 'forbidden_api_key',
  })
}

const BANNED_KEY = 'Bearer realm="petstore", error="invalid_token", error_description="Banned API key"'

function limitSentence(caller: Caller, refused: Refused, now: number): string {
  const { window } = refused.quota
  const who = caller.hasKey ? `plan ${planName(caller.plan)}` : 'an anonymous client'
  const limit = `${who} is allowed ${caller.limits[window]} requests a ${window}`
  const opened = `the window opened ${time(caller.meter[window].opened ?? now)}`
  if (refused.by === 'striking') {
    return `banned until ${time(refused.until)} after ${caller.meter.strikes} refusals; ${limit}`
  }
  return `${limit}; ${opened} and resets in ${refused.retryAfter} s`
}

function banSentence(refused: Refused, by: string): string {
  return `the key is banned until ${time(refused.until)}, in ${refused.retryAfter} s, ${by}`
}

/** The time of day in UTC. The log and the journal show the date. */
function time(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}
