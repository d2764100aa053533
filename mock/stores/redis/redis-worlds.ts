import { machineTime } from '../../../spec/machine-time.ts'
import type { Memory } from '../../core/memory/memory.ts'
import { keyIdentifier, type KeySecret } from '../../core/message/key-id.ts'
import { StoreError } from '../../core/request/request-context.ts'
import type { WorldSeed } from '../../core/world/world-state.ts'
import type { Publish, WorldStores } from '../../core/world/world-store.ts'
import { isLasting } from '../../core/world/worlds.ts'
import { changesKey, journalKey, Notes } from './notes.ts'
import { boundedScript, type RedisLink } from './redis-link.ts'
import { asList, asText, type Reply } from './reply.ts'
import { RedisWorld } from './redis-world.ts'
import { SharedEvents } from './shared-events.ts'
import { ENDING_SECONDS, epochKeys } from './whole-state.ts'

/** The form of the stored data. Mocks of another form must not touch it. */
export const FORM = 'petstore-mock 1'

/** Stores the secret of the key ids, which all mocks under a prefix share, unless there is one; resolves to the stored one. */
export async function sharedKeySecret(
  link: RedisLink,
  prefix: string,
  secret: KeySecret,
): Promise<KeySecret> {
  const before = await link.command('SET', `${prefix}:key-secret`, secret, 'NX', 'GET')
  return typeof before === 'string' ? before : secret
}

/** Worlds in Redis, whose keys all have the prefix `prefix`. */
export function redisWorlds(link: RedisLink, prefix: string, memory: Memory, secret: KeySecret): WorldStores {
  const worlds = `${prefix}:worlds`
  // A hash tag: all keys of a world are in one slot of a Redis Cluster.
  const baseOf = (name: string): string => `${prefix}:{${name}}`
  const notes = new Notes(link, memory.journals.bytes / 8)
  const begin = async (world: RedisWorld, name: string, seed: WorldSeed): Promise<void> => {
    await link.command('SET', `${prefix}:form`, FORM, 'NX')
    await sharedKeySecret(link, prefix, secret)
    await world.begin(seed)
    await link.command('ZADD', worlds, 'NX', String(Date.now()), name)
  }
  const open = (name: string, publish: Publish, seed: WorldSeed): RedisWorld => {
    const world: RedisWorld = new RedisWorld(link, baseOf(name), notes, memory, publish, async () => {
      if (!isLasting(name)) throw new StoreError('the world has been removed')
      await begin(world, name, seed)
      publish('reset', 'begun anew, for Redis had lost it')
    })
    return world
  }
  return {
    time: machineTime,
    memory,
    keyId: keyIdentifier(() => secret),
    events: new SharedEvents(link, notes, { prefix, worlds, baseOf }),
    ready: async () => {
      // Both change nothing. The first fails where a cluster lacks some slots, the second where a Redis accepts no writes.
      await link.command('PERSIST', `${prefix}:form`)
      await link.everywhere((command) => command('EVAL', nothing.text, '0'))
    },
    names: async () => {
      const names = await link.command('ZRANGE', worlds, '0', '-1')
      return asList(names).map(asText)
    },
    has: async (name) => (await link.command('EXISTS', `${baseOf(name)}:control`)) === 1,
    create: async (name, seed, publish) => {
      const world = open(name, publish, seed)
      await begin(world, name, seed)
      return world
    },
    open,
    remove: async (name) => {
      await link.command('ZREM', worlds, name)
      await removeKeys(link, baseOf(name))
    },
    checkRoom: () => undefined,
  }
}

/** Refused where Redis refuses scripts that write. */
const nothing = boundedScript('return 1')

/** Removes the keys of a world; those of its state expire, because requests may be under way in it. */
async function removeKeys(link: RedisLink, base: string): Promise<void> {
  const control = `${base}:control`
  const epoch = await link.command('HGET', control, 'epoch')
  await link.command('DEL', control, journalKey(base), changesKey(base))
  if (typeof epoch !== 'string') return
  const expire = (key: string, seconds: number): Promise<Reply> =>
    link.command('EXPIRE', key, String(seconds))
  // Epochs count on, so that a request that is under way does not reach a new world of the same name.
  const expiries = epochKeys(`${base}:${epoch}`).map((key) => expire(key, ENDING_SECONDS))
  await Promise.all([...expiries, expire(`${base}:epochs`, FORGETTING_SECONDS)])
}

/** How long the epochs of a removed world are stored, in seconds. */
const FORGETTING_SECONDS = 3600
