import { setTimeout as sleep } from 'node:timers/promises'
import { ControlError } from '../../core/world/control-error.ts'
import type { Address } from './address.ts'
import { ClusterRoutes, type ClusterPorts } from './cluster-routes.ts'
import { parseSlots, type Place, type SlotRange } from './cluster-slots.ts'
import { HOLD_MS, inTime } from './redis-link.ts'
import { asText } from './reply.ts'
import { singleRoute, type RedisClient, type Routes } from './routes.ts'

/** The timeout of a first connection to all of an address, in milliseconds: a machine that starts much at once is slow. */
export const START_PATIENCE = 20_000
/** The timeout of a socket, in milliseconds: of a cluster, another node may still answer. */
const SOCKET_PATIENCE = 10_000

/** Connects to the Redis of an address, or to the primaries of the cluster that it leads to, within so many milliseconds. */
export async function connect(address: Address, patience: number): Promise<Routes> {
  const timer = new AbortController()
  // The client itself has no timeout for a server that accepts the connection and sends nothing.
  const late = sleep(patience, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`timeout of ${patience} ms`)
  })
  const opening = open(address)
  try {
    return await Promise.race([opening, late])
  } catch (error) {
    opening.then((routes) => {
      routes.close()
    }, ignore)
    throw error
  } finally {
    timer.abort()
    late.catch(ignore)
  }
}

const ignore = (): undefined => undefined

async function open({ urls }: Address): Promise<Routes> {
  const { client, url } = await connectToFirst(urls)
  try {
    const isCluster = (await modeOf(client)) === 'cluster'
    if (!isCluster && urls.length > 1) throw new Error('several hosts')
    if (isCluster) {
      client.destroy()
      return await ClusterRoutes.open(portsOf(urls))
    }
    return singleRoute(client, () => connectToWait(url))
  } catch (error) {
    client.destroy()
    throw error
  }
}

/** The first of these that can be reached. */
async function connectToFirst(
  urls: Address['urls'],
): Promise<{ readonly client: RedisClient; readonly url: string }> {
  const [url, ...others] = urls
  try {
    return { client: await connectToStay(url, ignore), url }
  } catch (error) {
    const [second, ...rest] = others
    if (second === undefined) throw error
    return await connectToFirst([second, ...rest])
  }
}

/** How a Redis works: `standalone`, `cluster` or `sentinel`. One that does not say is `undefined`, and shows its errors later. */
async function modeOf(client: RedisClient): Promise<string | undefined> {
  const hello = await client.sendCommand(['HELLO']).catch(() => null)
  if (typeof hello !== 'object' || hello === null) return undefined
  const mode = hello[hello.indexOf('mode') + 1]
  return typeof mode === 'string' ? mode : undefined
}

/** How the nodes of a cluster are reached, of which these are some. */
function portsOf(urls: readonly string[]): ClusterPorts {
  const urlOf = ({ host, port }: Place): string => {
    const url = new URL(urls[0] ?? '')
    url.host = `${host.includes(':') ? `[${host}]` : host}:${port}`
    return url.href
  }
  return {
    connect: (place, lost) => connectToStay(urlOf(place), lost),
    connectToWait: (place) => connectToWait(urlOf(place)),
    discover: async (nodes) => {
      for (const { client, place } of nodes) {
        const ranges = await slotsSeenBy(client, place.host)
        if (ranges) return ranges
      }
      for (const url of urls) {
        const connecting = connectToWait(url)
        // A node that is silent accepts connections all the same.
        const client = await inTime(connecting, []).catch(ignore)
        const ranges = client && (await slotsSeenBy(client, new URL(url).hostname))
        connecting.then((client) => {
          client.destroy()
        }, ignore)
        if (ranges) return ranges
      }
      return undefined
    },
  }
}

/** Which primary has which slots, as a node sees it; `undefined` if it does not answer, or knows of no whole cluster. */
async function slotsSeenBy(client: RedisClient, host: string): Promise<readonly SlotRange[] | undefined> {
  try {
    const asked = [client.sendCommand(['CLUSTER', 'INFO']), client.sendCommand(['CLUSTER', 'SLOTS'])] as const
    const [state, slots] = await inTime(Promise.all(asked), [])
    return asText(state).includes('cluster_state:ok') ? parseSlots(slots, host) : undefined
  } catch (error) {
    if (/^(NOPERM|NOAUTH)/.test(error instanceof Error ? error.message : '')) throw error
    return undefined
  }
}

/** A client that connects again whenever it has lost its connection, and calls `lost` then. */
async function connectToStay(url: string, lost: () => void): Promise<RedisClient> {
  let hasStarted = false
  const client = await newClient(url, {
    reconnectStrategy: (retries, cause) => (hasStarted ? Math.min(50 * (retries + 1), 500) : cause),
  })
  try {
    await client.connect()
  } catch (error) {
    client.destroy()
    throw error
  }
  hasStarted = true
  client.on('error', lost)
  return client
}

/** A client that ends with its connection, or when Redis stays silent for longer than it blocks a command. */
async function connectToWait(url: string): Promise<RedisClient> {
  const client = await newClient(url, { reconnectStrategy: false, socketTimeout: 2 * HOLD_MS })
  await client.connect()
  return client
}

interface SocketOptions {
  readonly reconnectStrategy: false | ((retries: number, cause: Error) => number | Error)
  readonly socketTimeout?: number
}

async function newClient(url: string, socket: SocketOptions) {
  const { createClient } = await loadClient()
  const client = createClient({
    url,
    RESP: 2,
    // Commands must fail when Redis is gone, not wait for it.
    disableOfflineQueue: true,
    socket: { connectTimeout: SOCKET_PATIENCE, ...socket },
  })
  // Each command rejects by itself; without a listener the process would end.
  client.on('error', ignore)
  return client
}

/** Loads the Redis client, an optional peer dependency. */
async function loadClient() {
  try {
    return await import('@redis/client')
  } catch (cause) {
    const what =
      'A store in Redis needs the package @redis/client: npm install @redis/client (in a clone: npm ci)'
    throw new ControlError('conflict', what, { cause })
  }
}
