import { BlockList, isIP } from 'node:net'
import { SettingsError } from './settings.ts'

/** Environment variables. */
type Variables = Readonly<Record<string, string | undefined>>

/** How a run in code goes through proxies. */
export interface ProxyOptions {
  /** Environment variables, such as `process.env`: the proxies that they name are used. */
  readonly proxyEnv?: Variables | undefined
}

/** The proxies of services, by the origin of each. A service without one is asked directly. */
export type Proxies = ReadonlyMap<string, Proxy>

/** A proxy, and the variable that names it. */
export interface Proxy {
  readonly name: string
  /** Begins with `http://` or `https://`. */
  readonly url: string
}

/** The base addresses of a service. */
export interface Addresses {
  readonly baseUrl: string
  readonly secondBaseUrl?: string | undefined
}

/** The proxies that environment variables name for a service; throws a SettingsError for one that cannot be used. */
export function proxiesIn(variables: Variables, { baseUrl, secondBaseUrl = baseUrl }: Addresses): Proxies {
  return new Map(
    [baseUrl, secondBaseUrl].flatMap((address) => {
      const service = new URL(address)
      const proxy = proxyOf(service, variables)
      return proxy === undefined ? [] : [[service.origin, proxy]]
    }),
  )
}

/** A variable in small letters or in capitals, of which the former counts first. */
export function valueOf(name: string, variables: Variables): { name: string; value: string } | undefined {
  return [name, name.toUpperCase()].flatMap((one) => {
    const value = variables[one]?.trim() ?? ''
    return value === '' ? [] : [{ name: one, value }]
  })[0]
}

// A proxy reaches another machine by these names.
const THIS_MACHINE = ['localhost', '127.0.0.0/8', '0.0.0.0', '::1', '::']

function proxyOf(service: URL, variables: Variables): Proxy | undefined {
  const named = valueOf(`${service.protocol.slice(0, -1)}_proxy`, variables)
  const direct =
    valueOf('no_proxy', variables)
      ?.value.toLowerCase()
      .split(/[\s,]+/) ?? []
  if (named === undefined || [...THIS_MACHINE, ...direct].some((entry) => covers(entry, service))) return
  const url = proxyUrl(named.value)
  if (url && ![url.username, url.password].every(isDecodable))
    throw new SettingsError(`${named.name} has a % in its user or its password: write it as %25`)
  if (url) return { name: named.name, url: url.href }
  // The value may hold a password.
  throw new SettingsError(
    `${named.name} must name an http:// or https:// proxy, such as http://proxy.example:3128: NO_PROXY=${service.hostname} does without`,
  )
}

/** The address of a proxy, which begins with `http://` where no scheme is written, as in curl. */
function proxyUrl(text: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Whether an entry of NO_PROXY is a host, a domain above it, an address or a range of them that a service is at, or `*`. */
function covers(written: string, { hostname: host, port, protocol }: URL): boolean {
  // A name with the dot of the root at its end is the same name.
  const [entry, hostname] = [written.replace(/(?<=[^*])\.(?=$|:)/, ''), host.replace(/\.$/, '')]
  const at = port === '' ? { 'http:': 80, 'https:': 443 }[protocol] : port
  if (['*', hostname, `${hostname}:${at}`].includes(entry)) return true
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(address)
  const name = entry.replace(/^\*?\./, '')
  if (version === 0) return name !== '' && `.${hostname}`.endsWith(`.${name}`)
  const [first = '', last = first] = entry.split('-')
  const [network = '', bits = ''] = entry.split('/')
  // An IPv4 address that is written as an IPv6 one, such as ::ffff:127.0.0.1, is in ranges of both versions.
  const family = (one: string) => (version === 6 && isIP(one) === 6 ? 'ipv6' : 'ipv4')
  const list = new BlockList()
  try {
    if (bits === '') list.addRange(first, last, family(first))
    else list.addSubnet(network, Number(bits), family(network))
  } catch {
    // A name, or IPv6 addresses for an IPv4 one.
    return false
  }
  return list.check(address, family(address))
}
