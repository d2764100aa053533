import { didYouMean } from '../../spec/wording.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { EventHub, type Every } from './events/event-hub.ts'
import { handlers, type Context } from './handlers/handlers.ts'
import { Leases } from './handlers/leases.ts'
import { ControlRefusal, refusalOf } from './message/control-refusal.ts'
import type { AnyReply } from './message/control-reply.ts'
import type { ControlRequest } from './message/control-request.ts'
import { documented, type Operation, type OperationId } from './message/document.ts'
import { readInput } from './message/read-input.ts'
import { tellRefusal } from './message/tell-refusal.ts'

/** Answers a request that may use the control API; never rejects. */
export type ControlApi = (request: ControlRequest) => Promise<AnyReply | ControlRefusal>

/**
 * The control API, whatever the way in: each operation of the document with its handler. What it refuses is told to the
 * listeners of the worlds. Its streams and leases end with the signal.
 */
export function controlApi(worlds: Worlds, every: Every, until: AbortSignal | undefined): ControlApi {
  const events = new EventHub(every, worlds.keyId)
  const leases = new Leases(worlds, every)
  closeWith(until, events, leases)
  return async (request) => {
    const mount = request.place.slice(0, -'/_mock'.length)
    const reply = await replyTo(request, { worlds, events, leases, mount }).catch(refusalOrMistake)
    if (reply instanceof ControlRefusal) tellRefusal(worlds, request, reply)
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

/** A path of the document, and how to tell it. */
interface Placed {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly operations: readonly Operation[]
}

// A slash more at the end is none.
const placed: readonly Placed[] = [...new Set(documented.map(({ path }) => path))].map((path) => ({
  pattern: new RegExp(`^${path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`),
  names: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
  operations: documented.filter((operation) => operation.path === path),
}))

/** The parameters in a path, decoded; throws a URIError where that cannot be done. */
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

/** The reply to a method that a path does not have, and to OPTIONS; a browser's preflight is given no permission. */
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

/** A refusal for what was thrown; a mistake of our own goes to the log. */
export function refusalOrMistake(error: unknown): ControlRefusal {
  const refusal = refusalOf(error)
  if (!refusal) console.error(error)
  return refusal ?? new ControlRefusal('internal_error', 'The mock has made a mistake; its log says more')
}

/** " Did you mean X?" for the path of the document nearest to one that is not in it; empty when none is near. */
export function nearestPath(prefix: string, path: string): string {
  const written = path.split('/')
  const candidates = documented.map((operation) => prefix + filledIn(operation.path, written))
  return didYouMean((prefix + path).slice(0, 200), candidates)
}

/** A path of the document with what was written in the places of its parameters. */
function filledIn(path: string, written: readonly string[]): string {
  const parts = path.split('/').map((part, at) => {
    const given = written[at] ?? ''
    return part.startsWith('{') && given !== '' ? given : part
  })
  return parts.join('/')
}
