import { percentDecode } from './request.ts'

/** A key as it may be shown: enough to tell two demo keys apart, too little to use. */
export function redactKey(key: string): string {
  if (key.length < 6) return '…'
  if (key.length < 12) return `${key.slice(0, 2)}…`
  return `${key.slice(0, 4)}…${key.slice(-2)}`
}

const CREDENTIALS = /^(\S+)(\s+)(\S.*)$/

/** An Authorization header with its credentials cut: `Bearer free…ey`. */
export function redactAuthorization(value: string): string {
  const [, scheme, gap, credentials] = CREDENTIALS.exec(value) ?? []
  if (scheme === undefined || credentials === undefined) return '…'
  return `${scheme}${gap ?? ' '}${redactKey(credentials)}`
}

const NAME = /(?<=^|[?=])[^?=]*=/g
const SECRET = /key|token|secret|auth|bearer|passw|credential/i

/** A path with its query, in which whatever looks like a credential is cut. */
export function redactTarget(target: string): string {
  // Each line of the log comes through here.
  return SECRET.test(target) || target.includes('%')
    ? target.split('&').map(redactParameter).join('&')
    : target
}

// One pattern for the whole of it would take minutes for a target such as `?key?key?key…`, which anyone can send.
function redactParameter(parameter: string): string {
  for (const { 0: name, index } of parameter.matchAll(NAME)) {
    const end = index + name.length
    if (SECRET.test(percentDecode(name)) && end < parameter.length) {
      return parameter.slice(0, end) + redactKey(parameter.slice(end))
    }
  }
  return parameter
}

/** The address of a store as it may be shown: `…` stands for its password. */
export function redactPassword(address: string): string {
  const url = new URL(address)
  if (url.password === '') return url.href
  url.password = '…'
  return url.href.replace(encodeURIComponent('…'), '…')
}
