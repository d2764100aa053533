import type { KeyCutter } from '../../../contract-tests/engine/cut-keys.ts'
import type { Passing } from '../../../contract-tests/opinions/proxy/gate.ts'
import type { HeaderLine } from '../../../contract-tests/opinions/proxy/headers.ts'
import { withFault, type InjectedFault } from '../../../mock/core/faults/faults.ts'
import type { Refusal } from '../../../mock/core/message/outcome.ts'
import type { Quota } from '../../../mock/core/limits/meter.ts'
import { header, type Request } from '../../../mock/core/message/request.ts'
import { PAGE, PAGE_TYPE, type Reply, type ReplyContext } from '../../../mock/core/request/reply.ts'
import type { Forwarded } from '../../../mock/core/request/service-behind.ts'
import { isSafeMethod } from '../../../spec/methods.ts'

/**
 * Headers, and the parameter of a query, that some services take for the method in place of the one of the request. Gateways of the
 * CGI kind read an underscore for a hyphen; some read a query with semicolons, drop spaces before a name, or read a name with brackets as a list.
 */
const METHOD_HEADER = /^x[-_](?:http[-_]method(?:[-_]override)?|method[-_]override)$/i
const METHOD_PARAMETER = /^\s*_method(?:\[.*)?$/i

/** Refuses a request that may change something. */
export function holdBack(request: Request): Refusal | undefined {
  const { method, base, path } = request
  const meant = [method, ...overridingMethods(request)].find((one) => !isSafeMethod(one.trim().toUpperCase()))
  if (meant === undefined) return undefined
  const held = meant === method ? method : `${method} with another method in it`
  const message = `This proxy only lets requests through that change nothing: ${method} ${base + path} was not sent to the service`
  const sentence = `--read-only holds ${held} back; the service was not asked`
  return { status: 403, code: 'read_only', message, reason: { step: 'forward', sentence } }
}

/** The methods that a request asks for beside its own. */
function overridingMethods(request: Request): readonly string[] {
  const names = Object.keys(request.headers).filter((name) => METHOD_HEADER.test(name))
  const named = names.flatMap((name) => header(request, name)?.split(',') ?? [])
  const parameters = [...new URLSearchParams(request.query.replaceAll(';', '&'))]
  return [...named, ...parameters.filter(([name]) => METHOD_PARAMETER.test(name)).map(([, value]) => value)]
}

/** The reply of a service as a world sees it. */
export function forwarded(passing: Passing, fault: InjectedFault | undefined, redact: KeyCutter): Forwarded {
  const { status, requestBody } = passing
  const answered = redact(passing.sentence)
  const sentence = fault ? withFault(answered, fault) : answered
  return {
    status,
    requestBody: requestBody?.length ? requestBody.toString() : undefined,
    write: (context) => ({
      ...written(passing, context),
      status,
      reason: { step: 'forward', sentence },
    }),
  }
}

const RATE_LIMIT = /^x-ratelimit-(?:limit|remaining|reset)$/i
const OF_CONTENT = /^(?:content-(?!security-).*|etag|last-modified)$/i

/** The reply with our quota in place of its own. A 429 of the service speaks of its own quota, and stays as it is. */
function written(
  { status, lines, text = '' }: Passing,
  { operation, fault, quota }: ReplyContext,
): Omit<Reply, 'status' | 'reason'> {
  const isPage = fault?.effect?.kind === 'not-json'
  const ours = quota && status !== 429 ? quotaLines(quota) : []
  const isReplaced = (name: string): boolean =>
    (ours.length > 0 && RATE_LIMIT.test(name)) || (isPage && OF_CONTENT.test(name))
  const own = lines.filter(([name]) => !isReplaced(name))
  return {
    headers: [...own, ...ours].flat().concat(isPage ? PAGE_TYPE : []),
    body: isPage ? PAGE : text,
    operation,
    fault,
  }
}

function quotaLines({ limit, remaining, reset }: Quota): readonly HeaderLine[] {
  return [
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(reset)],
  ]
}
