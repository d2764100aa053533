/** A key as it may be shown: enough to tell two demo keys apart, too little to use. */
export function redactKey(key: string): string {
  if (key.length < 12) return '…'
  return `${key.slice(0, 4)}…${key.slice(-2)}`
}

const CREDENTIALS = /^(\S+)(\s+)(\S.*)$/

/** An Authorization header with its credentials cut: `Bearer free…ey`. */
export function redactAuthorization(value: string): string {
  const [, scheme, gap, credentials] = CREDENTIALS.exec(value) ?? []
  if (scheme === undefined || credentials === undefined) return '…'
  return `${scheme}${gap ?? ' '}${redactKey(credentials)}`
}

const SECRET_PARAMETER = /([?&][^=&]*(?:key|token|secret|auth|bearer)[^=&]*=)([^&]+)/gi

/** A path with its query, in which whatever looks like a credential is cut. */
export function redactTarget(target: string): string {
  return target.replaceAll(SECRET_PARAMETER, (_whole, name: string, value: string) => name + redactKey(value))
}
