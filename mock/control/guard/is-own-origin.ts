import { parseHost } from './parse-host.ts'

/** Tells whether an Origin header names the place that the request went to; `null` and several origins do not. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (!/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === origin.toLowerCase() && parseHost(host, url.protocol)?.nameAndPort === url.host
}
