import { cutterOf, type KeyCutter } from '../engine/cut-keys.ts'
import type { Entry } from './entry.ts'

const SECRET = /key|token|secret|auth|passw|credential/i

/** The keys that a request was sent with: in its Authorization header, another one that is named for keys, or its query. */
export function keysIn({ url, request: { headers } }: Pick<Entry, 'url' | 'request'>): readonly string[] {
  const query = [...(URL.parse(url)?.searchParams ?? [])]
  return [
    ...query.flatMap(([name, value]) => (SECRET.test(name) ? value : [])),
    ...Object.entries(headers).flatMap(([name, value]) => {
      if (/^(?:x-)?api-?key$/i.test(name)) return value
      return /authorization$/i.test(name) ? credentialsIn(value) : []
    }),
  ]
}

function credentialsIn(authorization: string): readonly string[] {
  const [scheme = '', ...credentials] = authorization.split(/\s+/)
  if (credentials.length === 0) return [scheme]
  return /^basic$/i.test(scheme) ? [...credentials, ...credentials.flatMap(decoded)] : credentials
}

/** User and password. */
function decoded(credentials: string): readonly string[] {
  return Buffer.from(credentials, 'base64').toString().split(':')
}

/** An address whose query shows no value of a parameter that is named for keys. */
export function withoutSecrets(url: string): string {
  const [address = '', ...query] = url.split('?')
  if (query.length === 0 || !SECRET.test(query.join('?'))) return url
  const shown = query
    .join('?')
    .split('&')
    .map((parameter) => {
      const [name = ''] = parameter.split('=')
      return SECRET.test(name) && parameter.length > name.length + 1 ? `${name}={key}` : parameter
    })
  return `${address}?${shown.join('&')}`
}

// The parts of many keys stand in every text by chance, and a recording may have a new key every minute.
const MOST_SPELLED = 20

/** Redacts keys in texts: the first of them as `cutterOf` does, any further one as it is. */
export function keysCutter(keys: readonly string[]): KeyCutter {
  const cut = cutterOf(new Map(keys.slice(0, MOST_SPELLED).map((key) => [key, '{key}'])))
  const others = new Set(keys.slice(MOST_SPELLED))
  if (others.size === 0) return cut
  return (text) => cut(text.replaceAll(/[\w.~+/=-]{4,}/g, (word) => (others.has(word) ? '{key}' : word)))
}
