import { StoreError } from '../../core/request/request-context.ts'
import { asList, type Reply } from './reply.ts'
import type { RedisClient } from './routes.ts'

/** How long a replica has to acknowledge a write, in milliseconds. */
const WAIT_MS = 500

/** For so long it is believed whether a Redis has a replica, in milliseconds. */
const BELIEVED_MS = 1000

/** Writes that are acknowledged once a replica has them, where their Redis has one that is connected. */
export class Replicas {
  readonly #beliefs = new WeakMap<RedisClient, { readonly since: number; readonly hasReplica: boolean }>()
  readonly #asking = new WeakMap<RedisClient, Promise<boolean>>()

  /** Sends a write. Rejects with a StoreError where no replica acknowledges it in time; it may have been made then. */
  async write(client: RedisClient, args: readonly string[]): Promise<Reply> {
    const answer = this.#hasReplica(client)
    // Sent in this turn if it can be: a command of another sender must not come between ASKING and this one.
    const hasReplica = typeof answer === 'boolean' ? answer : await answer
    if (!hasReplica) return await client.sendCommand(args)
    // WAIT speaks of what its own connection has written. Both commands are sent at once, so they are on the same one.
    const written = client.sendCommand(args)
    const [reply, replicas] = await Promise.all([written, client.sendCommand(['WAIT', '1', String(WAIT_MS)])])
    if (replicas !== 0) return reply
    // It may have become a primary of its own, so this write is not answered, even if the next ones need not wait.
    this.#askSoon(client)
    throw new StoreError(`No replica has acknowledged a write within ${WAIT_MS} ms`)
  }

  #hasReplica(client: RedisClient): Promise<boolean> | boolean {
    const belief = this.#beliefs.get(client)
    if (!belief) return this.#ask(client)
    if (performance.now() > belief.since + BELIEVED_MS) this.#askSoon(client)
    return belief.hasReplica
  }

  /** The belief stays until there is an answer. */
  #askSoon(client: RedisClient): void {
    this.#ask(client).catch(() => undefined)
  }

  #ask(client: RedisClient): Promise<boolean> {
    const before = this.#asking.get(client)
    if (before) return before
    const asking = hasReplica(client)
      .then((answer) => {
        this.#beliefs.set(client, { since: performance.now(), hasReplica: answer })
        return answer
      })
      .finally(() => this.#asking.delete(client))
    this.#asking.set(client, asking)
    return asking
  }
}

/** Whether a Redis has a replica that is connected, and this user may wait for it. */
async function hasReplica(client: RedisClient): Promise<boolean> {
  try {
    const [role] = await Promise.all([client.sendCommand(['ROLE']), client.sendCommand(['WAIT', '0', '0'])])
    const [name, , replicas] = asList(role)
    return name === 'master' && asList(replicas).length > 0
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('NOPERM')) return false
    throw error
  }
}
