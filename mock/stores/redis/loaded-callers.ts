import { MOST } from '../../core/memory/bounds.ts'
import { BoundedMap } from '../../core/limits/bounded-map.ts'
import type { Caller, Callers } from '../../core/limits/caller.ts'
import { Budget } from '../../core/memory/memory.ts'
import type { Request } from '../../core/message/request.ts'
import { presentedToken } from '../../core/request/authenticate.ts'
import type { CallerName, CallerWrite, Loaded } from './exchange.ts'
import { parseCaller, serializeCaller } from './records.ts'

/** The callers that a batch of steps works on, each as it was loaded. */
export function parseCallers(loaded: readonly Loaded[]): Callers {
  const keys = new BoundedMap<Caller>(MOST.callers)
  const addresses = new BoundedMap<Caller>(MOST.callers)
  for (const { kind, id, text } of loaded) {
    const isKey = kind === 'k'
    const callers = isKey ? keys : addresses
    if (!callers.get(id)) callers.set(id, parseCaller(id, isKey, text))
  }
  return { keys, addresses, share: new Budget(Infinity).open() }
}

/** The writes that store the callers that have changed since they were loaded. */
export function changedCallers(
  { keys, addresses }: Callers,
  loaded: readonly Loaded[],
): readonly CallerWrite[] {
  const before = new Map(loaded.map((one) => [nameKey(one), one]))
  const writes: CallerWrite[] = []
  for (const caller of [...keys.values(), ...addresses.values()]) {
    const name = callerName(caller)
    const was = before.get(nameKey(name))
    const text = serializeCaller(caller)
    if (text !== was?.text) writes.push({ ...name, version: was?.version ?? '0', text })
    before.delete(nameKey(name))
  }
  for (const { kind, id, version } of before.values()) writes.push({ kind, id, version, text: '' })
  return writes
}

/** Each name once. */
export function distinct(names: readonly CallerName[]): readonly CallerName[] {
  return [...new Map(names.map((name) => [nameKey(name), name])).values()]
}

/** Whom a request may be charged to: its address, and the key that it presents. */
export function callerNames(request: Request): readonly CallerName[] {
  const address = { kind: 'a', id: request.address } as const
  const token = presentedToken(request)
  return token === undefined ? [address] : [address, { kind: 'k', id: token }]
}

export function callerName({ id, hasKey }: Caller): CallerName {
  return { kind: hasKey ? 'k' : 'a', id }
}

/** One text for each name, and another for another. */
export function nameKey({ kind, id }: CallerName): string {
  return kind + id
}
