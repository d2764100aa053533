import type { ServiceTime } from '../engine/service-time.ts'
import type { Transport, Reply, Request } from '../engine/transport.ts'

/** A scripted reply: the given fields, over an empty list with 59 of 60 requests left. */
export function reply(difference: Partial<Reply> = {}): Reply {
  const headers = { 'content-type': 'application/json', ...rateLimit(59), ...difference.headers }
  return { status: 200, body: '[]', ...difference, headers }
}

export function rateLimit(remaining: number, reset = 60): Reply['headers'] {
  return {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  }
}

/** A transport that sends one reply after the other, and the last one ever after; an Error is thrown. */
export function scripted(...script: readonly (Reply | Error)[]): Transport & {
  readonly requests: readonly Request[]
} {
  const requests: Request[] = []
  const transport: Transport = (request) => {
    requests.push(request)
    const next = script[Math.min(requests.length, script.length) - 1] ?? reply()
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
  }
  return Object.assign(transport, { requests })
}

/** A time that passes only by `pass`, which records how long. */
export function manualTime(): ServiceTime & { readonly passed: readonly number[] } {
  let now = 0
  const passed: number[] = []
  return {
    passed,
    now: () => now,
    ahead: 0,
    observe: () => undefined,
    mayPass: () => true,
    pass: (milliseconds) => {
      passed.push(milliseconds)
      now += milliseconds
      return Promise.resolve()
    },
  }
}
