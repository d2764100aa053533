import { redactKey } from '../../core/message/redact.ts'
import { DEFAULT_WORLD, type Worlds } from '../../core/world/worlds.ts'
import type { ControlRefusal } from './control-refusal.ts'
import type { ControlRequest } from './control-request.ts'

type Asked = Pick<ControlRequest, 'method' | 'place' | 'path'>

/**
 * Publishes a refusal as an event, to the log and all other listeners. Not that of a lease that has ended: a reset ends it too, and
 * who has it asks for its end however its run ended.
 */
export function publishRefusal(worlds: Worlds, asked: Asked, refusal: ControlRefusal): void {
  if (refusal.status === 404 && LEASE.test(asked.path)) return
  const [, named = DEFAULT_WORLD] = /^\/worlds\/([^/]*)/.exec(asked.path) ?? []
  const { name, time } = worlds.cached(named) ?? worlds.default
  const sentence = sentenceOf(asked, refusal)
  const change = { world: name, time, what: 'refused', sentence } as const
  worlds.events.emit({ kind: 'change', change })
}

const LEASE = /^\/worlds\/[^/]+\/leases\/[^/]+$/
const LONGEST_PATH = 200

/** The request and the reason of its refusal, with redacted keys. */
function sentenceOf({ method, place, path }: Asked, { status, message }: ControlRefusal): string {
  const target = (place + path).slice(0, LONGEST_PATH)
  const asked = target.replace(
    /(\/keys\/)([^/]+)/,
    (_whole, before: string, key: string) => before + redactKey(key),
  )
  const why = message.replace(/There is no key ".*$/s, 'There is no such key').replaceAll(target, asked)
  return `${method} ${asked}: ${status} ${why}`
}
