import { redactPassword } from '../../core/message/redact.ts'
import { throwInvalid } from '../../core/world/control-error.ts'

/** The default prefix of all keys of a mock. */
const DEFAULT_PREFIX = 'petstore'

/** Where a store is. */
export interface Address {
  /** A URL for each host that is named, several where they are nodes of a cluster. */
  readonly urls: readonly [string, ...string[]]
  readonly prefix: string
  /** The address without its password, for messages. */
  readonly shown: string
}

const PREFIX = /^[\w.:-]{1,64}$/

const PARTS = /^(rediss?:\/\/(?:[^/?#]*@)?)([^/?#@]+)([^?#]*)/i

/** Parses an address such as `redis://user:password@host:6379/0?prefix=team`, or with `a:6379,b:6379`. Throws a ControlError. */
export function parseAddress(address: string): Address {
  const [shown, head = '', hosts = '', path = ''] = PARTS.exec(address) ?? []
  const [first, ...others] = hosts.split(',').map((host) => URL.parse(head + host + path))
  const isWhole = first?.hostname && others.every((url) => url?.hostname)
  if (!isWhole || shown === undefined) {
    throwInvalid('store must be an address such as redis://localhost:6379, or rediss://… for TLS')
  }
  if (!/^\/?\d*$/.test(path)) throwInvalid('store: the database is a number, as redis://localhost:6379/0')
  const query = new URLSearchParams(address.slice(shown.length).replace(/#.*/, ''))
  const { prefix = DEFAULT_PREFIX, ...parameters } = Object.fromEntries(query)
  const [parameter] = Object.keys(parameters)
  if (parameter !== undefined)
    throwInvalid(`store: ${parameter} is no parameter of the address; ?prefix=NAME is`)
  if (!PREFIX.test(prefix))
    throwInvalid('store: prefix must be of 1 to 64 letters (a to z), digits, and . : _ -')
  return {
    urls: [first.href, ...others.flatMap((url) => url?.href ?? [])],
    prefix,
    shown: redactPassword(shown),
  }
}
