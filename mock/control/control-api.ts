import { didYouMean } from '../../spec/wording.ts'
import type { Worlds } from '../core/world/worlds.ts'
import type { ControlAccess } from './lazy-control.ts'
import { EventHub, type Every } from './events/event-hub.ts'
import { handlers, type Context } from './handlers/handlers.ts'
import { Leases } from './handlers/leases.ts'
import { ControlRefusal, refusalOf } from './message/control-refusal.ts'
import type { AnyReply } from './message/control-reply.ts'
import type { ControlRequest } from './message/control-request.ts'
import { documented, type Operation, type OperationId } from './message/document.ts'
import { readInput } from './message/read-input.ts'
import { publishRefusal } from './message/publish-refusal.ts'

/** Answers a request that has passed the guard. Never rejects. */
export type ControlApi = (request: ControlRequest) => Promise<AnyReply | ControlRefusal>

/**
 * The control API, independent of how requests arrive: each operation of its document with its handler. It publishes its
 * refusals as events. Its streams and leases end when the signal aborts.
 */
export function controlApi(
  worlds: Worlds,
  every: Every,
  { until, proxied }: Pick<ControlAccess, 'until' | 'proxied'>,
): ControlApi {
  const events = new EventHub(every, worlds.keyId)
  const leases = new Leases(worlds, every)
  closeWith(until, events, leases)
  return async (request) => {
    const { host } = request
    const mount = request.place.slice(0, -'/_mock'.length)
    const reply = await replyTo(request, { worlds, events, leases, host, mount, proxied }).catch(
      refusalOrInternalError,
    )
    if (reply instanceof ControlRefusal) publishRefusal(worlds, request, reply)
    return reply
  }
}

function closeWith(until: AbortSignal | undefined, events: EventHub, leases: Leases): void {
  const close = (): void => {
    events.close()
    leases.close()
  }
  if (until?.aborted) close()
  until?.addEventListener('abort', close, { once: true })
}

async function replyTo(request: ControlRequest, context: Context): Promise<AnyReply | ControlRefusal> {
  const { method, place, path } = request
  const found = placed.find(({ pattern }) => pattern.test(path))
  if (!found) {
    const message = `There is no ${(place + path).slice(0, 200)}.${nearestPath(place, path)}`
    return new ControlRefusal('path_not_found', message)
  }
  const parameters = parametersOf(found, path)
  const wanted = method === 'HEAD' ? 'GET' : method
  const operation = found.operations.find((one) => one.method.toUpperCase() === wanted)
  return operation ? carryOut(operation, parameters, request, context) : refuseMethod(found, request)
}

/** A path of the document with the pattern that matches it. */
interface Placed {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly operations: readonly Operation[]
}

// A trailing slash is ignored.
const placed: readonly Placed[] = [...new Set(documented.map(({ path }) => path))].map((path) => ({
  pattern: new RegExp(`^${path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`),
  names: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
  operations: documented.filter((operation) => operation.path === path),
}))

/** The decoded parameters of a path. Throws a URIError if one cannot be decoded. */
function parametersOf({ pattern, names }: Placed, path: string): Record<string, string> {
  const values = pattern.exec(path)?.slice(1) ?? []
  return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]))
}

async function carryOut<Id extends OperationId>(
  operation: Operation<Id>,
  parameters: Readonly<Record<string, string>>,
  request: ControlRequest,
  context: Context,
): Promise<AnyReply | ControlRefusal> {
  const input = await readInput(operation, parameters, request)
  return input instanceof ControlRefusal ? input : await handlers[operation.id](input, context)
}

/** The reply to OPTIONS, and to a method that the path does not have. It grants nothing to a browser's preflight. */
function refuseMethod(
  { operations }: Placed,
  { method, place, path }: ControlRequest,
): AnyReply | ControlRefusal {
  const methods = operations.map((operation) => operation.method.toUpperCase())
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const headers = ['Allow', allowed]
  if (method === 'OPTIONS') return { status: 204, headers }
  const message = `${method} is not allowed on ${place + path}: it answers ${allowed}`
  return new ControlRefusal('method_not_allowed', message, headers)
}

/** The refusal for an error. An unexpected error is logged and becomes a 500. */
export function refusalOrInternalError(error: unknown): ControlRefusal {
  const refusal = refusalOf(error)
  if (!refusal) console.error(error)
  return refusal ?? new ControlRefusal('internal_error', 'The mock has made a mistake; its log says more')
}

/** " Did you mean X?" with the most similar path of the document; empty if none is similar. */
export function nearestPath(prefix: string, path: string): string {
  const written = path.split('/')
  const candidates = documented.map((operation) => prefix + filledIn(operation.path, written))
  return didYouMean((prefix + path).slice(0, 200), candidates)
}

/** A path of the document with the parameters that were sent. */
function filledIn(path: string, written: readonly string[]): string {
  const parts = path.split('/').map((part, at) => {
    const given = written[at] ?? ''
    return part.startsWith('{') && given !== '' ? given : part
  })
  return parts.join('/')
}
