import { createHash } from 'node:crypto'
import { platformAfter } from '../../../spec/after.ts'
import { StoreError } from '../../core/request/request-context.ts'
import { Replicas } from './replicas.ts'
import type { Reply } from './reply.ts'
import type { RedisClient, Routes } from './routes.ts'

/** A script, and the digest that Redis knows it by. */
export interface Script {
  readonly text: string
  readonly digest: string
}

export function script(text: string): Script {
  return { text, digest: createHash('sha1').update(text).digest('hex') }
}

/** A script that a full Redis (maxmemory) runs too: what it stores is bounded, or replaces as much. */
export function boundedScript(text: string): Script {
  return script(`#!lua flags=allow-oom\n${text}`)
}

/** The way to Redis: commands of the same turn of the event loop to one server share a round trip. */
export interface RedisLink {
  /** Sends a name, a key and what follows. Rejects with a StoreError where Redis does not answer in time, or at all. */
  command(...args: readonly string[]): Promise<Reply>
  /** Runs a script on keys, all of them of one world. */
  run(script: Script, keys: Keys, args: readonly string[]): Promise<Reply>
  /** Runs a script that writes. Where its Redis has a replica that is connected, it resolves once one has what was written. */
  commit(script: Script, keys: Keys, args: readonly string[]): Promise<Reply>
  /** Sends a command to each Redis that has keys, for each of which `ask` is called with what sends one to it. */
  everywhere<Value>(ask: (command: Command) => Promise<Value>): Promise<readonly Value[]>
  /** Keys of one group can be read with one command. */
  groupOf(key: string): string
  /**
   * Opens a connection of its own to the Redis that has a key, for commands that it blocks for `HOLD_MS` or until there are events.
   * It ends with the signal.
   */
  wait(key: string, until: AbortSignal): Promise<Command>
  close(): void
}

export type Command = (...args: readonly string[]) => Promise<Reply>

/**
 * Keys of a script: all that it reads or writes. While they move to another server, Redis refuses a script some of whose keys are not
 * there; others would be missing in silence.
 */
export type Keys = readonly [string, ...string[]]

const FULL = 'Redis is full: remove a world or pets, or raise its maxmemory'

/** How long Redis may block a command that waits for events, in milliseconds. */
export const HOLD_MS = 5000

/**
 * How long Redis has to answer, in milliseconds: a client gets its reply within a second. The second part begins when the timer of
 * the first one runs: if this process was blocked, it reads in it what has arrived meanwhile.
 */
const PATIENCE = 600
const AFTER_IT = 100

/** Characters for which it has a millisecond more: a request of the service has 100,000, a start with a million pets 50,000,000. */
const SENT_IN_A_MS = 10_000

/** How long Redis has to answer a command, in milliseconds. */
export function patienceFor(args: readonly string[]): number {
  let length = 0
  for (const arg of args) length += arg.length
  return PATIENCE + Math.floor(length / SENT_IN_A_MS)
}

type Send = (client: RedisClient, args: readonly string[]) => Promise<Reply>

const sendNow: Send = async (client, args) => await ready(client).sendCommand(args)

function ready(client: RedisClient): RedisClient {
  if (!client.isReady) throw new StoreError('Redis is not connected')
  return client
}

/** The link over routes that are open. */
export function redisLink(routes: Routes): RedisLink {
  const replicas = new Replicas()
  const write: Send = async (client, args) => await replicas.write(ready(client), args)
  const runBy = async (how: Send, script: Script, keys: Keys, args: readonly string[]): Promise<Reply> => {
    const rest = [String(keys.length), ...keys, ...args]
    try {
      return await sendTo(routes, keys[0], ['EVALSHA', script.digest, ...rest], how)
    } catch (error) {
      // After a restart Redis has no scripts.
      if (!(error instanceof StoreError) || !error.message.startsWith('NOSCRIPT')) throw error
      return await sendTo(routes, keys[0], ['EVAL', script.text, ...rest], how)
    }
  }
  return {
    command: (...args) => sendTo(routes, args[1] ?? '', args, sendNow),
    run: (script, keys, args) => runBy(sendNow, script, keys, args),
    commit: (script, keys, args) => runBy(write, script, keys, args),
    everywhere: async (ask) => {
      const clients = await inTime(routes.all(), [])
      return await Promise.all(clients.map((client) => ask((...args) => inTime(sendNow(client, args), args))))
    },
    groupOf: (key) => routes.groupOf(key),
    wait: async (key, until) => {
      const own = await routes.connect(key)
      const end = (): void => {
        own.destroy()
      }
      if (until.aborted) end()
      until.addEventListener('abort', end, { once: true })
      return (...args) => own.sendCommand(args)
    },
    close: () => {
      routes.close()
    },
  }
}

function sendTo(routes: Routes, key: string, args: readonly string[], how: Send): Promise<Reply> {
  const until = performance.now() + patienceFor(args)
  const sent = routes.send(key, (client) => how(client, args), until)
  return inTime(sent, args, () => {
    routes.noteSilence(key)
  })
}

/** What is asked of Redis with a command; rejects with a StoreError where it does not come in time, or fails. */
export async function inTime<Value>(
  asked: Promise<Value>,
  args: readonly string[],
  late?: () => void,
  after = platformAfter,
): Promise<Value> {
  const patience = patienceFor(args)
  let cancel: (() => void) | undefined
  const lateness = new Promise<never>((_resolve, reject) => {
    cancel = after(patience, () => {
      cancel = after(AFTER_IT, () => {
        late?.()
        reject(new StoreError(`Redis has not answered within ${patience + AFTER_IT} ms`))
      })
    })
  })
  try {
    return await Promise.race([asked, lateness])
  } catch (error) {
    if (error instanceof StoreError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new StoreError(message.startsWith('OOM') ? `${FULL} (${message})` : message, { cause: error })
  } finally {
    cancel?.()
  }
}
