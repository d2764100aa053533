import { MOST } from '../../core/memory/bounds.ts'
import { BoundedMap } from '../../core/limits/bounded-map.ts'
import type { Caller, Callers } from '../../core/limits/caller.ts'
import { Budget } from '../../core/memory/memory.ts'
import type { Request } from '../../core/message/request.ts'
import { presentedToken } from '../../core/request/authenticate.ts'
import type { CallerName, CallerWrite, Loaded } from './exchange.ts'
import { callerOf, callerText } from './records.ts'

/** The callers that a batch of steps works on, each as it was loaded. */
export function callersOf(loaded: readonly Loaded[]): Callers {
  const keys = new BoundedMap<Caller>(MOST.callers)
  const addresses = new BoundedMap<Caller>(MOST.callers)
  for (const { kind, id, text } of loaded) {
    const isKey = kind === 'k'
    const callers = isKey ? keys : addresses
    if (!callers.get(id)) callers.set(id, callerOf(id, isKey, text))
  }
  return { keys, addresses, share: new Budget(Infinity).open() }
}

/** The writes that store them: of those that differ from what was loaded. */
export function writesOf({ keys, addresses }: Callers, loaded: readonly Loaded[]): readonly CallerWrite[] {
  const before = new Map(loaded.map((one) => [keyOf(one), one]))
  const writes: CallerWrite[] = []
  for (const caller of [...keys.values(), ...addresses.values()]) {
    const name = nameOf(caller)
    const was = before.get(keyOf(name))
    const text = callerText(caller)
    if (text !== was?.text) writes.push({ ...name, version: was?.version ?? '0', text })
    before.delete(keyOf(name))
  }
  for (const { kind, id, version } of before.values()) writes.push({ kind, id, version, text: '' })
  return writes
}

/** Each name once. */
export function distinct(names: readonly CallerName[]): readonly CallerName[] {
  return [...new Map(names.map((name) => [keyOf(name), name])).values()]
}

/** Whom a request may be charged to: its address, and the key that it presents. */
export function namesOf(request: Request): readonly CallerName[] {
  const address = { kind: 'a', id: request.address } as const
  const token = presentedToken(request)
  return token === undefined ? [address] : [address, { kind: 'k', id: token }]
}

export function nameOf({ id, hasKey }: Caller): CallerName {
  return { kind: hasKey ? 'k' : 'a', id }
}

/** One text for each name, and another for another. */
export function keyOf({ kind, id }: CallerName): string {
  return kind + id
}
