import { plans, type Choices } from '../../../spec/index.ts'
import type { Caller } from '../limits/caller.ts'
import { admit, standing, type Admission } from '../limits/meter.ts'
import type { ErrorCode } from '../message/errors.ts'
import { refuse, type Refusal } from '../message/outcome.ts'
import type { Request } from '../message/request.ts'
import type { WorldState } from '../world/world-state.ts'

// No window opens at this time, so nothing is ever taken back from one.
const UNCOUNTED = { minute: -1, day: -1 }

/** Counts a request against its caller's allowance, or lets it pass uncounted where nothing is metered. */
export function meterRequest(state: WorldState, request: Request, caller: Caller, now: number): Admission {
  const { settings } = state
  const { meter, allowance } = caller
  if (isMetered(state, request, caller)) return admit(meter, allowance, now, settings, caller.hasKey)
  return { admitted: true, standing: standing(meter, allowance, now, settings), ...UNCOUNTED }
}

// A CORS preflight is the browser's own question and carries no key: it must cost nothing.
function isMetered({ limits, settings }: WorldState, request: Request, caller: Caller): boolean {
  if (!limits || request.method === 'OPTIONS') return false
  return caller.hasKey || settings.choices['unauthenticated-meter'] === 'by-address'
}

type Refused = Extract<Admission, { admitted: false }>

/** The refusal of a request over the limit, or of a banned key (section When exceeded). */
export function tooManyRequests(caller: Caller, refused: Refused, now: number, choices: Choices): Refusal {
  const wait = `Retry after ${refused.retryAfter} s`
  if (refused.by !== 'banned') {
    const message = `The rate limit of ${caller.allowance[refused.standing.window]} requests a ${refused.standing.window} is exceeded. ${wait}`
    const rule = refused.by === 'striking' ? 'ban' : 'LIMIT-7'
    return refuse('rate_limit_exceeded', message, {
      step: 'meter',
      rule,
      sentence: why(caller, refused, now),
    })
  }
  return refuse(
    BANNED[choices['status-while-banned']],
    `The API key is banned for a while, after too many requests over the limit. ${wait}`,
    { step: 'meter', rule: 'status-while-banned', sentence: banSentence(refused) },
    choices['status-while-banned'] === '401' && choices['www-authenticate'] === 'yes'
      ? [
          'WWW-Authenticate',
          'Bearer realm="petstore", error="invalid_token", error_description="Banned API key"',
        ]
      : undefined,
  )
}

const BANNED: Record<Choices['status-while-banned'], ErrorCode> = {
  '429': 'api_key_banned',
  '401': 'banned_api_key',
  '403': 'forbidden_api_key',
}

function why(caller: Caller, refused: Refused, now: number): string {
  const { window } = refused.standing
  const who = caller.hasKey ? `plan ${planName(caller)}` : 'an anonymous client'
  const limit = `${who} is allowed ${caller.allowance[window]} requests a ${window}`
  const opened = `the window opened ${time(caller.meter[window].opened ?? now)}`
  if (refused.by === 'striking') {
    return `${limit}; ${caller.meter.strikes} refusals earned a ban until ${time(refused.until)}`
  }
  return `${limit}; ${opened} and resets in ${refused.retryAfter} s`
}

function planName(caller: Caller): string {
  return plans.find(({ id }) => id === caller.plan)?.name ?? caller.plan
}

function banSentence(refused: Refused): string {
  return `the key is banned until ${time(refused.until)}, in ${refused.retryAfter} s`
}

/** Time of day, UTC; the log and the journal show the date already. */
function time(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}
