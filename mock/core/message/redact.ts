import { percentDecode } from './request.ts'

/** Redacts a key. The rest distinguishes the demo keys, and is too little to use. */
export function redactKey(key: string): string {
  if (key.length < 6) return '…'
  if (key.length < 12) return `${key.slice(0, 2)}…`
  return `${key.slice(0, 4)}…${key.slice(-2)}`
}

const CREDENTIALS = /^(\S+)(\s+)(\S.*)$/

/** Redacts the credentials of an Authorization header: `Bearer free…ey`. */
export function redactAuthorization(value: string): string {
  const [, scheme, gap, credentials] = CREDENTIALS.exec(value) ?? []
  if (scheme === undefined || credentials === undefined) return '…'
  return `${scheme}${gap ?? ' '}${redactKey(credentials)}`
}

const NAME = /(?<=^|[?=])[^?=]*=/g
const SECRET = /key|token|secret|auth|bearer|passw|credential/i

/** Redacts whatever looks like a credential in a path with its query. */
export function redactTarget(target: string): string {
  // The log calls this for each line, so the common case is fast.
  return SECRET.test(target) || target.includes('%')
    ? target.split('&').map(redactParameter).join('&')
    : target
}

// A single pattern would backtrack for minutes on a target such as `?key?key?key…`, which anyone can send.
function redactParameter(parameter: string): string {
  for (const { 0: name, index } of parameter.matchAll(NAME)) {
    const end = index + name.length
    if (SECRET.test(percentDecode(name)) && end < parameter.length) {
      return parameter.slice(0, end) + redactKey(parameter.slice(end))
    }
  }
  return parameter
}

/** Redacts the password in the address of a store: `…` replaces it. */
export function redactPassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^:@/?#]*:)[^/?#]*@/, '$1…@')
}
