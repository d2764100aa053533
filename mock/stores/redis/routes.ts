import type { Reply } from './reply.ts'

/** What carries commands: the client of one Redis. */
export interface RedisClient {
  readonly isReady: boolean
  sendCommand(args: readonly string[]): Promise<Reply>
  destroy(): void
}

/** The ways to the Redis that has a key: there is one, or several have the slots of a cluster. */
export interface Routes {
  /** Sends to the Redis that has a key, and again where that refers to another one, until a time of `performance.now()`. */
  send(key: string, send: (client: RedisClient) => Promise<Reply>, until: number): Promise<Reply>
  /** The client of each Redis that has keys. */
  all(): Promise<readonly RedisClient[]>
  /** Keys of one group can be read with one command. */
  groupOf(key: string): string
  /** Another connection to the Redis that has a key, for blocked commands. */
  connect(key: string): Promise<RedisClient>
  /** Called when the Redis that has a key was silent for too long. */
  noteSilence(key: string): void
  close(): void
}

/** The way to a single Redis; `connect` makes another connection. */
export function singleRoute(client: RedisClient, connect: () => Promise<RedisClient>): Routes {
  return {
    send: async (_key, send) => {
      try {
        return await send(client)
      } catch (error) {
        // A primary that became a replica: its address may lead to the new primary.
        if (error instanceof Error && error.message.startsWith('READONLY'))
          client.sendCommand(['QUIT']).catch(() => undefined)
        throw error
      }
    },
    all: () => Promise.resolve([client]),
    groupOf: () => '',
    connect,
    noteSilence: () => undefined,
    close: () => {
      client.destroy()
    },
  }
}
