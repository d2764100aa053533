import { asList, type Reply } from './reply.ts'

/** The slots of a Redis Cluster; each key is in one. */
export const SLOTS = 16_384

/** The slot of a key: the CRC16 (XMODEM) of its hash tag, or of all of it. */
export function slotOf(key: string): number {
  const [, tag = key] = /^[^{]*\{([^}]+)\}/.exec(key) ?? []
  let crc = 0
  for (const byte of new TextEncoder().encode(tag)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc % SLOTS
}

/** Where a Redis listens. */
export interface Place {
  readonly host: string
  readonly port: number
}

/** Slots that one Redis has, the first and the last of them included. */
export interface SlotRange {
  readonly from: number
  readonly to: number
  readonly primary: Place
}

/** The host that an answer names; one that does not know its own name leaves it out, and is where it was asked. */
function hostOr(host: Reply | undefined, asked: string): string {
  return typeof host === 'string' && host !== '' && host !== '?' ? host : asked
}

/** The reply to CLUSTER SLOTS of the node on a host. */
export function parseSlots(reply: Reply, asked: string): readonly SlotRange[] {
  return asList(reply).map((range) => {
    const [from, to, primary] = asList(range)
    const [host, port] = asList(primary)
    return { from: Number(from), to: Number(to), primary: { host: hostOr(host, asked), port: Number(port) } }
  })
}

/** A reply with which a node of a cluster refers to another, or to later; it has done nothing then. */
export type Redirection =
  | { readonly kind: 'moved'; readonly slot: number; readonly place: Place }
  | { readonly kind: 'ask'; readonly place: Place }
  | { readonly kind: 'later' }

/** Reads an error of the node on a host; `undefined` for one that is final. */
export function parseRedirection(message: string, asked: string): Redirection | undefined {
  const [, kind, slot, host, port] = /^(MOVED|ASK) (\d+) (.*):(\d+)$/.exec(message) ?? []
  const place = { host: hostOr(host, asked), port: Number(port) }
  if (kind === 'MOVED') return { kind: 'moved', slot: Number(slot), place }
  if (kind === 'ASK') return { kind: 'ask', place }
  // Of the keys of a slot that is on its way, some are here, and some are there.
  return message.startsWith('TRYAGAIN') ? { kind: 'later' } : undefined
}
