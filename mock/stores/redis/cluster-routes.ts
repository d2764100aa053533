import type { Awaitable } from '../../core/message/awaitable.ts'
import { StoreError } from '../../core/request/request-context.ts'
import { parseRedirection, slotOf, SLOTS, type Place, type SlotRange } from './cluster-slots.ts'
import type { Reply } from './reply.ts'
import type { RedisClient, Routes } from './routes.ts'

/** How the nodes of a cluster are reached. */
export interface ClusterPorts {
  /** Connects to a node. The client connects again by itself, and each time that it is without a connection `lost` is called. */
  readonly connect: (place: Place, lost: () => void) => Promise<RedisClient>
  /** Connects for commands that a node blocks; the client ends with its connection. */
  readonly connectToWait: (place: Place) => Promise<RedisClient>
  /** Which primary has which slots: asked of one of these nodes, or else of those that the address names; `undefined` where none of them can say. */
  readonly discover: (nodes: readonly Node[]) => Promise<readonly SlotRange[] | undefined>
}

/** A node, and the client that is connected to it. */
export interface Node {
  readonly place: Place
  readonly client: RedisClient
}

/** Milliseconds between two questions of who has which slots, at least. */
const ASK_EVERY = 100

/** Milliseconds after which a command that a node put off is sent again. */
const LATER = 10

/** How often a command may be referred to another node. */
const MOST_REFERRALS = 16

// The real timer, also where a test replaces the global ones.
const { setTimeout } = globalThis

/** The ways to the primaries of a Redis Cluster. They follow slots that move, and a replica that takes over. */
export class ClusterRoutes implements Routes {
  readonly #ports: ClusterPorts
  /** By address: the primaries, connected or about to be. */
  readonly #nodes = new Map<string, Awaitable<Node>>()
  readonly #owners: (Place | undefined)[] = Array.from({ length: SLOTS })
  #asking: Promise<void> | undefined
  #asked = -ASK_EVERY
  #isClosed = false

  private constructor(ports: ClusterPorts) {
    this.#ports = ports
  }

  /** Connects to all primaries of the cluster. */
  static async open(ports: ClusterPorts): Promise<ClusterRoutes> {
    const routes = new ClusterRoutes(ports)
    try {
      await routes.#ask([])
      if (routes.#owners.includes(undefined)) throw new Error('CLUSTERDOWN Some slots have no primary')
      await routes.all()
      return routes
    } catch (error) {
      routes.close()
      throw error
    }
  }

  async send(key: string, send: (client: RedisClient) => Promise<Reply>, until: number): Promise<Reply> {
    const slot = slotOf(key)
    let asked: Place | undefined
    for (let referrals = 0; ;) {
      const node = this.#nodeAt(asked ?? this.#ownerOf(slot))
      const { client, place } = node instanceof Promise ? await node : node
      // Its sender has given up meanwhile.
      if (performance.now() > until) throw new StoreError('Redis was connected too late')
      try {
        // A node takes a command for a slot that it is about to get only right behind ASKING.
        if (asked) client.sendCommand(['ASKING']).catch(() => undefined)
        return await send(client)
      } catch (error) {
        const redirection = error instanceof Error ? parseRedirection(error.message, place.host) : undefined
        if (!redirection || referrals > MOST_REFERRALS || performance.now() > until) throw error
        asked = redirection.kind === 'ask' ? redirection.place : undefined
        if (redirection.kind === 'later') await new Promise((resolve) => setTimeout(resolve, LATER))
        else referrals += 1
        if (redirection.kind === 'moved') {
          this.#owners[redirection.slot] = redirection.place
          this.#refresh()
        }
      }
    }
  }

  async all(): Promise<readonly RedisClient[]> {
    const places = new Map(this.#owners.map((place) => [place && addressOf(place), place]))
    const nodes = await Promise.all(
      [...places.values()].map(async (place) => place && (await this.#nodeAt(place))),
    )
    return nodes.flatMap((node) => node?.client ?? [])
  }

  groupOf(key: string): string {
    return String(slotOf(key))
  }

  connect(key: string): Promise<RedisClient> {
    return this.#ports.connectToWait(this.#ownerOf(slotOf(key)))
  }

  noteSilence(key: string): void {
    const owner = this.#owners[slotOf(key)]
    if (owner) this.#refresh(owner)
  }

  close(): void {
    this.#isClosed = true
    for (const address of this.#nodes.keys()) this.#drop(address)
  }

  #ownerOf(slot: number): Place {
    const owner = this.#owners[slot]
    if (!owner) throw new StoreError(`CLUSTERDOWN No Redis has the slot ${slot}`)
    return owner
  }

  #nodeAt(place: Place): Awaitable<Node> {
    if (this.#isClosed) throw new StoreError('The store is closed')
    const address = addressOf(place)
    const before = this.#nodes.get(address)
    if (before) return before
    const lost = (): void => {
      this.#refresh(place)
    }
    const connecting = this.#ports.connect(place, lost).then(
      (client) => {
        const node = { place, client }
        // It may have lost its slots meanwhile.
        if (this.#nodes.get(address) === connecting) this.#nodes.set(address, node)
        else client.destroy()
        return node
      },
      (error: unknown) => {
        if (this.#nodes.get(address) === connecting) this.#nodes.delete(address)
        lost()
        throw error
      },
    )
    // Whoever needs it hears of the error.
    connecting.catch(() => undefined)
    this.#nodes.set(address, connecting)
    return connecting
  }

  #drop(address: string): void {
    const node = this.#nodes.get(address)
    this.#nodes.delete(address)
    if (node && !(node instanceof Promise)) node.client.destroy()
  }

  /** Asks who has which slots, others than a node that may have failed. */
  #refresh(failed?: Place): void {
    if (this.#isClosed || this.#asking || performance.now() < this.#asked + ASK_EVERY) return
    const nodes = [...this.#nodes.values()].flatMap((node) => (node instanceof Promise ? [] : node))
    const others = nodes.filter(({ place, client }) => client.isReady && !isSame(place, failed))
    this.#asking = this.#ask(others)
      .catch(() => undefined)
      .finally(() => {
        this.#asked = performance.now()
        this.#asking = undefined
      })
  }

  async #ask(nodes: readonly Node[]): Promise<void> {
    const ranges = await this.#ports.discover(nodes)
    if (!ranges || this.#isClosed) return
    for (const { from, to, primary } of ranges) this.#owners.fill(primary, from, to + 1)
    const used = new Set(ranges.map(({ primary }) => addressOf(primary)))
    for (const address of this.#nodes.keys()) if (!used.has(address)) this.#drop(address)
  }
}

function isSame(place: Place, other: Place | undefined): boolean {
  return place.host === other?.host && place.port === other.port
}

function addressOf({ host, port }: Place): string {
  return `${host}:${port}`
}
