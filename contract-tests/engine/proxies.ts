/** Environment variables. */
type Variables = Readonly<Record<string, string | undefined>>

/** How a run in code goes through proxies. */
export interface ProxyOptions {
  /** Environment variables, such as `process.env`: the proxies that they name are used. */
  readonly proxyEnv?: Variables | undefined
}

/** Proxies as Node's agents take them (`proxyEnv`). */
export interface Proxies {
  readonly HTTP_PROXY?: string | undefined
  readonly HTTPS_PROXY?: string | undefined
  readonly NO_PROXY?: string
}

// A proxy reaches another machine by these names.
const THIS_MACHINE = 'localhost,.localhost,::1,127.0.0.0-127.255.255.255'

/** The proxies that environment variables name; `undefined` where they name none. */
export function proxiesIn(variables: Variables): Proxies | undefined {
  const [http, https] = ['http', 'https'].map((protocol) => proxyFor(protocol, variables))
  if (http === undefined && https === undefined) return undefined
  const others = valueOf('no_proxy', variables)?.value
  return {
    HTTP_PROXY: http?.value,
    HTTPS_PROXY: https?.value,
    NO_PROXY: others === undefined ? THIS_MACHINE : `${others},${THIS_MACHINE}`,
  }
}

/** The variable that names the proxy for a protocol, and what it names. */
export function proxyFor(protocol: string, variables: Variables): Named | undefined {
  return valueOf(`${protocol}_proxy`, variables)
}

interface Named {
  readonly name: string
  readonly value: string
}

/** A variable in small letters or in capitals, of which the former counts first. */
export function valueOf(name: string, variables: Variables): Named | undefined {
  return [name, name.toUpperCase()].flatMap((one) => {
    const value = variables[one] ?? ''
    return value === '' ? [] : [{ name: one, value }]
  })[0]
}
