import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { onOtherPorts, RedisServer } from './redis-server.ts'

/** The slots of a Redis Cluster. */
const SLOTS = 16_384

/** A part of the slots of a cluster. */
export interface Shard {
  readonly primary: RedisServer
  readonly replica: RedisServer | undefined
}

export interface RedisClusterOptions {
  readonly shards: number
  /** Whether each shard has a replica, which takes over when its primary is gone. */
  readonly replicas?: boolean
  /** Options of the command line of each Redis. */
  readonly options?: readonly string[]
}

/** A Redis Cluster on free ports, whose shards have equal parts of the slots. */
export class RedisCluster implements AsyncDisposable {
  readonly shards: readonly Shard[]

  private constructor(shards: readonly Shard[]) {
    this.shards = shards
  }

  /** Resolves once the cluster serves all slots, and each replica is in step: Redis takes two seconds for that. */
  static start(options: RedisClusterOptions): Promise<RedisCluster> {
    return onOtherPorts(() => RedisCluster.#start(options))
  }

  static async #start({
    shards,
    replicas = false,
    options = [],
  }: RedisClusterOptions): Promise<RedisCluster> {
    await using started = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'petstore-cluster-'))
    started.defer(() => rm(folder, { recursive: true, force: true }))
    const nodes = await plan(shards, replicas)
    const starts = await Promise.allSettled(
      nodes.map(async ({ id, port, bus }) => {
        const file = join(folder, id)
        await writeFile(file, describe(nodes, id))
        const own = ['--cluster-enabled', 'yes', '--cluster-config-file', file, '--cluster-port', String(bus)]
        // Otherwise a primary waits five seconds for further replicas before it sends its data.
        const soon = ['--repl-diskless-sync-delay', '0']
        return started.use(await RedisServer.startAt(port, ...own, ...soon, ...options))
      }),
    )
    // Not before all of them have started or failed: what starts later would go on running.
    const servers = starts.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
    const [primaries, copies] = [servers.slice(0, shards), servers.slice(shards)]
    for (const one of primaries) await answers(one, ['CLUSTER', 'INFO'], 'cluster_state:ok')
    for (const one of copies) await answers(one, ['INFO', 'replication'], 'master_link_status:up')
    const cluster = new RedisCluster(primaries.map((primary, at) => ({ primary, replica: copies[at] })))
    cluster.#started = started.move()
    return cluster
  }

  #started = new AsyncDisposableStack()

  /** The address of one node, which leads to all of them. */
  get address(): string {
    return this.shards[0]?.primary.address ?? ''
  }

  /** The shard that has a slot. */
  shardOf(slot: number): Shard {
    const shard = this.shards[Math.floor((slot * this.shards.length) / SLOTS)]
    if (!shard) throw new RangeError(`There is no slot ${slot}`)
    return shard
  }

  /** Moves the keys of a slot to another shard, as `redis-cli --cluster reshard` does: one by one, while clients use them. */
  async moveSlot(slot: number, from: RedisServer, to: RedisServer): Promise<void> {
    const number = String(slot)
    const [source, target] = [await from.ask('CLUSTER', 'MYID'), await to.ask('CLUSTER', 'MYID')]
    await to.ask('CLUSTER', 'SETSLOT', number, 'IMPORTING', source)
    await from.ask('CLUSTER', 'SETSLOT', number, 'MIGRATING', target)
    for (let key = await keyIn(from, number); key !== ''; key = await keyIn(from, number)) {
      await from.ask('MIGRATE', '127.0.0.1', String(to.port), key, '0', '5000')
    }
    for (const one of [to, from]) await one.ask('CLUSTER', 'SETSLOT', number, 'NODE', target)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#started.disposeAsync()
  }
}

/** The name of a key in a slot; empty where there is none. */
function keyIn(server: RedisServer, slot: string): Promise<string> {
  return server.ask('CLUSTER', 'GETKEYSINSLOT', slot, '1')
}

interface PlannedNode {
  readonly id: string
  readonly port: number
  /** The port for the other nodes. */
  readonly bus: number
  /** Whose replica it is; empty for a primary. */
  readonly of: string
}

/** First the primaries, then a replica of each. */
async function plan(shards: number, replicas: boolean): Promise<readonly PlannedNode[]> {
  const nodes: PlannedNode[] = []
  while (nodes.length < (replicas ? 2 * shards : shards)) {
    const [port, bus] = [await freePort(), await freePort()]
    const of = nodes[nodes.length - shards]?.id ?? ''
    nodes.push({ id: randomBytes(20).toString('hex'), port, bus, of })
  }
  return nodes
}

/** The cluster as the file of one of its nodes has it, so that no node has to meet another. */
function describe(nodes: readonly PlannedNode[], own: string): string {
  const shards = nodes.filter(({ of }) => of === '').length
  const lines = nodes.map(({ id, port, bus, of }, at) => {
    const flags = (id === own ? 'myself,' : '') + (of === '' ? 'master -' : `slave ${of}`)
    const [from = 0, end = 0] = [at, at + 1].map((part) => Math.ceil((part * SLOTS) / shards))
    const slots = of === '' ? ` ${from}-${end - 1}` : ''
    return `${id} 127.0.0.1:${port}@${bus} ${flags} 0 0 ${(at % shards) + 1} connected${slots}\n`
  })
  return `${lines.join('')}vars currentEpoch ${shards} lastVoteEpoch 0\n`
}

async function answers(redis: RedisServer, question: readonly string[], answer: string): Promise<void> {
  while (!(await redis.ask(...question)).includes(answer)) await sleep(20)
}
