import type { IdentifyKey } from '../message/key-id.ts'
import { redactAuthorization, redactKey, redactTarget } from '../message/redact.ts'
import type { JournalEntry } from './journal.ts'

/** An exchange as it is shown: plain data, keys cut. */
export interface JournalEntryView {
  readonly id: number
  readonly world: string
  /** ISO 8601, by the world's clock. */
  readonly time: string
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly operation: string | null
  /** The key, cut; null without a valid one. */
  readonly key: string | null
  /** Distinguishes keys that are cut alike; null without a valid one. */
  readonly keyId: string | null
  readonly address: string
  readonly status: number
  readonly reason: { readonly step: string; readonly rule: string | null; readonly sentence: string }
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string | null }
  readonly reply: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}

export function viewEntry(exchange: JournalEntry, keyId: IdentifyKey): JournalEntryView {
  const { request, reply, reason, key } = exchange
  return {
    id: exchange.id,
    world: exchange.world,
    time: new Date(exchange.time).toISOString(),
    method: request.method,
    target: targetOf(exchange),
    operation: exchange.operation ?? null,
    key: key === undefined ? null : redactKey(key),
    keyId: key === undefined ? null : keyId(key),
    address: request.address,
    status: reply.status,
    reason: { step: reason.step, rule: reason.rule ?? null, sentence: reason.sentence },
    request: { headers: requestHeaders(request.headers), body: exchange.body ?? null },
    reply: { headers: pairs(reply.headers), body: reply.body },
  }
}

/** Path and query, with whatever looks like a key cut. */
export function targetOf({ request: { base, path, query } }: Pick<JournalEntry, 'request'>): string {
  return redactTarget(base + path + (query === '' ? '' : `?${query}`))
}

const SECRET_HEADERS =
  /authorization|cookie|token|secret|credential|passw|^sec-websocket-protocol$|(?:^|-)(?:auth|key|apikey)(?:-|$)/i
// These repeat a target, the request's own or the one before.
const ADDRESS_HEADERS = /^(?:referer|link|location|x-forwarded-uri|x-original-ur[il]|x-rewrite-url)$/i

function requestHeaders(headers: JournalEntry['request']['headers']): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
    return [name, SECRET_HEADERS.test(name) ? redactAuthorization(text) : shownHeader(name, text)]
  })
  return Object.fromEntries(shown) as Record<string, string>
}

function shownHeader(name: string, text: string): string {
  return ADDRESS_HEADERS.test(name) ? redactTarget(text) : text
}

function pairs(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < list.length; at += 2) {
    const name = list[at] ?? ''
    headers[name] = shownHeader(name, list[at + 1] ?? '')
  }
  return headers
}
