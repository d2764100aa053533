import { createHash } from 'node:crypto'
import { StoreError } from '../../core/request/request-context.ts'

/** A reply of Redis (RESP 2). */
export type Reply = string | number | null | readonly Reply[]

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

/** A connection to Redis: commands of the same turn of the event loop share a round trip. */
export interface RedisLink {
  /** Rejects with a StoreError where Redis does not answer in time, or at all. */
  command(...args: readonly string[]): Promise<Reply>
  /** Runs a script on keys, all of them of one world. */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<Reply>
  /**
   * Opens a connection of its own, for commands that Redis blocks for `HOLD_MS` or until there are events. It ends with the signal.
   */
  wait(until: AbortSignal): Promise<RedisLink['command']>
  /** Whether it answers now. */
  readonly isReady: boolean
  close(): void
}

/** What carries commands: the client of Redis. */
export interface RedisClient {
  readonly isReady: boolean
  sendCommand(args: readonly string[]): Promise<Reply>
  destroy(): void
}

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

// The real timers, also where a test replaces the global ones.
const { setTimeout, clearTimeout } = globalThis

/** How long Redis has to answer a command, in milliseconds. */
export function patienceFor(args: readonly string[]): number {
  let length = 0
  for (const arg of args) length += arg.length
  return PATIENCE + Math.floor(length / SENT_IN_A_MS)
}

/** The way over a client that is connected; `connect` makes another connection. */
export function redisLink(client: RedisClient, connect: () => Promise<RedisClient>): RedisLink {
  const command = (...args: readonly string[]): Promise<Reply> => sendCommand(client, args)
  return {
    command,
    run: async ({ text, digest }, keys, args) => {
      const rest = [String(keys.length), ...keys, ...args]
      try {
        return await command('EVALSHA', digest, ...rest)
      } catch (error) {
        // After a restart Redis has no scripts.
        if (!(error instanceof StoreError) || !error.message.startsWith('NOSCRIPT')) throw error
        return await command('EVAL', text, ...rest)
      }
    },
    wait: async (until) => {
      const own = await connect()
      const end = (): void => {
        own.destroy()
      }
      if (until.aborted) end()
      until.addEventListener('abort', end, { once: true })
      return (...args) => own.sendCommand(args)
    },
    get isReady() {
      return client.isReady
    },
    close: () => {
      client.destroy()
    },
  }
}

async function sendCommand(client: RedisClient, args: readonly string[]): Promise<Reply> {
  if (!client.isReady) throw new StoreError('Redis is not connected')
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = patienceFor(args)
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => {
        reject(new StoreError(`Redis has not answered within ${patience + AFTER_IT} ms`))
      }, AFTER_IT)
    }, patience)
  })
  try {
    return await Promise.race([client.sendCommand(args), late])
  } catch (error) {
    if (error instanceof StoreError) throw error
    const message = error instanceof Error ? error.message : String(error)
    // A primary that became a replica: its address may lead to the new primary.
    if (message.startsWith('READONLY')) client.sendCommand(['QUIT']).catch(() => undefined)
    throw new StoreError(message.startsWith('OOM') ? `${FULL} (${message})` : message, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** A reply that must be a list. */
export function asList(reply: Reply | undefined): readonly Reply[] {
  if (typeof reply === 'object' && reply !== null) return reply
  throw new StoreError(`Redis replied ${JSON.stringify(reply)} where a list is due`)
}

/** A reply that must be a text, or a number. */
export function asText(reply: Reply | undefined): string {
  if (typeof reply === 'string' || typeof reply === 'number') return String(reply)
  throw new StoreError(`Redis replied ${JSON.stringify(reply)} where a text is due`)
}

/** What the command TIME replies, in whole Unix milliseconds. */
export function parseTime(seconds: Reply | undefined, micros: Reply | undefined): number {
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}
