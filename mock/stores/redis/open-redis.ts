import type { Memory } from '../../core/memory/memory.ts'
import { StoreError } from '../../core/request/request-context.ts'
import { ControlError } from '../../core/world/control-error.ts'
import { shared, type SharedWorlds } from '../../core/world/control-types.ts'
import type { KeySecret } from '../../core/message/key-id.ts'
import type { WorldSeed } from '../../core/world/world-state.ts'
import type { WorldStores } from '../../core/world/world-store.ts'
import { Worlds } from '../../core/world/worlds.ts'
import { newKeySecret } from '../memory-worlds.ts'
import { parseAddress } from './address.ts'
import { connect, START_PATIENCE } from './connect.ts'
import { redisLink, type Command, type RedisLink } from './redis-link.ts'
import { asList, asText } from './reply.ts'
import { FORM, redisWorlds, sharedKeySecret } from './redis-worlds.ts'

/** A store in Redis, until it is closed. */
export interface OpenStore {
  readonly stores: WorldStores
  /** The worlds of this store; those that are always there begin with the seed where they are missing. */
  readonly begin: (seed: WorldSeed) => Promise<SharedWorlds>
  readonly link: RedisLink
  /** A ControlError for a StoreError, which says what is wrong with the address or its Redis; any other error unchanged. */
  readonly explained: (error: unknown) => unknown
  readonly close: () => void
}

/**
 * Opens the store at an address such as `redis://user:password@host:6379/0?prefix=team`, with `rediss:` for TLS. One of a
 * cluster leads to all its nodes. Rejects with a ControlError that says what is wrong.
 */
export async function openRedis(
  address: string,
  memory: Memory,
  patience = START_PATIENCE,
): Promise<OpenStore> {
  const place = parseAddress(address)
  const { prefix, shown } = place
  const routes = await connect(place, patience).catch((error: unknown) => {
    if (error instanceof ControlError) throw error
    // Without the cause, whose message names another address.
    throw new ControlError('conflict', `${shown} ${whyNot(error)}`)
  })
  const link = redisLink(routes)
  let secret: KeySecret
  try {
    await checkEviction(link, shown)
    await checkForm(link, prefix, shown)
    secret = await sharedKeySecret(link, prefix, newKeySecret())
  } catch (error) {
    link.close()
    throw explained(error)
  }
  const close = (): void => {
    link.close()
  }
  const stores = redisWorlds(link, prefix, memory, secret)
  const begin = async (seed: WorldSeed): Promise<SharedWorlds> => shared(await Worlds.begin(seed, stores))
  return { stores, begin, link, explained, close }

  function explained(error: unknown): unknown {
    if (!(error instanceof StoreError)) return error
    return new ControlError('conflict', `${shown} ${whyNot(error)}`, { cause: error })
  }
}

/** Patterns of errors of the client or of Redis, and what to do about each. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [
    /NOPERM/,
    'lets this user do too little: a mock needs scripts, streams, all keys of its prefix, and CLUSTER in a cluster',
  ],
  [/OOM|READONLY|MISCONF|LOADING|NOREPLICAS/, 'accepts no writes, which a mock needs'],
  [/WRONGPASS|NOAUTH|without any password/, 'lets nobody in so: give it the right redis://USER:PASSWORD@…'],
  [
    /certificate|altnames/i,
    'has a certificate that is not trusted here: set NODE_EXTRA_CA_CERTS to the file of its authority, and call its host as it does',
  ],
  [
    /CLUSTERDOWN/,
    'leads to a Redis Cluster that is not whole: each slot needs a primary (redis-cli --cluster check HOST:6379)',
  ],
  [/MOVED/, 'is a node of a Redis Cluster, and does not say so: let this user call HELLO'],
  [/several hosts/, 'names several hosts, as for a Redis Cluster, but leads to no cluster: name one'],
  [
    /unknown command|syntax error/,
    'lacks what a mock needs: a Redis 7 or newer, and of a Sentinel the primary that it watches',
  ],
  [/WRONGTYPE/, 'has keys of another program under this prefix: choose another, as ?prefix=NAME'],
  [/has not answered|has acknowledged/, 'answers too slowly to begin with: is it busy, or far away?'],
  [
    /DB index|SELECT/,
    'has no database of that number, and a cluster has but one: leave it out, as redis://HOST:6379',
  ],
  [
    /ECONNRESET|EPROTO|SSL|timeout|closed/i,
    'does not answer as a Redis does: is its address right, with rediss:// where it speaks TLS, and redis:// where not?',
  ],
  [/^/, 'cannot be reached: is a Redis there, and is its address right?'],
]

function whyNot(error: unknown): string {
  const message = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
  const [, why = ''] = refusals.find(([pattern]) => pattern.test(message)) ?? []
  return `${why} (${message})`
}

/** Rejects with a ControlError if Redis may delete pets to make room. A Redis that does not say is trusted. */
async function checkEviction(link: RedisLink, shown: string): Promise<void> {
  await link.everywhere(async (command) => {
    const info = asText(await command('INFO', 'memory').catch(() => ''))
    const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? []
    const [, limit = '0'] = /^maxmemory:(\d+)/m.exec(info) ?? []
    if (policy === 'noeviction' || limit === '0') return
    const what = `${shown} deletes keys when it is full (maxmemory-policy ${policy}), and so would lose pets: set it to noeviction`
    throw new ControlError('conflict', what)
  })
}

/** Reserves the prefix for mocks of this form; rejects with a ControlError if others use it. */
async function checkForm(link: RedisLink, prefix: string, shown: string): Promise<void> {
  const refuse = (whose: string): never => {
    const what = `${shown} has keys of ${whose} under the prefix ${prefix}: choose another, as ?prefix=NAME`
    throw new ControlError('conflict', what)
  }
  const key = `${prefix}:form`
  const before = await link.command('SET', key, FORM, 'NX', 'GET')
  if (before === FORM) return
  if (before !== null) {
    const isOurs = typeof before === 'string' && before.startsWith('petstore-mock ')
    refuse(isOurs ? `a mock of another version (${before}, and this one is ${FORM})` : 'another program')
  }
  const all = await link.everywhere((command) => foreignKey(command, prefix))
  const foreign = all.find((one) => one !== undefined)
  if (foreign === undefined) return
  await link.command('DEL', key)
  refuse(`another program (${foreign})`)
}

/** A key of one Redis under a prefix that is not a mock's, if there is one. SCAN does not block other clients. */
async function foreignKey(command: Command, prefix: string): Promise<string | undefined> {
  const isOurs = (key: string): boolean =>
    /^(form|key-secret|worlds|changes|\{.*)$/.test(key.slice(prefix.length + 1))
  let cursor = '0'
  do {
    const [next, keys] = asList(await command('SCAN', cursor, 'MATCH', `${prefix}:*`, 'COUNT', '1000'))
    const foreign = asList(keys)
      .map(asText)
      .find((key) => !isOurs(key))
    if (foreign !== undefined) return foreign
    cursor = asText(next)
  } while (cursor !== '0')
  return undefined
}
