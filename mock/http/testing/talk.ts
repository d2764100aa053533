import { connect, type Socket } from 'node:net'
import { rawReplies, type RawReply } from './raw-replies.ts'

/** What came back over one connection. */
export interface Talk {
  readonly replies: readonly RawReply[]
  /** Whether the server ended the connection. */
  readonly closed: boolean
  readonly text: string
}

export interface TalkOptions {
  /** Replies to wait for; 1 where it is not said. With `Infinity` the server has to end the connection. */
  readonly replies?: number
  /** The request is a HEAD: its reply has no body, whatever its length says. */
  readonly toHead?: boolean
}

/** What a client sends: text (as UTF-8), bytes, or whatever it does with the socket. */
export type Says = string | Buffer | ((socket: Socket) => void)

// Far more than any answer takes: only a server that hangs is caught by it.
const PATIENCE_MS = 8_000

/** Says something to a server, however impolite, and listens until it has replied or hung up. */
export function talk(port: number, says: Says, options: TalkOptions = {}): Promise<Talk> {
  const { replies: wanted = 1, toHead = false } = options
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const heard = (): Buffer => Buffer.concat(chunks)
    const settle = (closed: boolean): void => {
      clearTimeout(patience)
      socket.destroy()
      try {
        resolve({ replies: rawReplies(heard(), toHead), closed, text: heard().toString('latin1') })
      } catch (error) {
        reject(error as Error)
      }
    }
    const patience = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the server hangs; so far it said ${JSON.stringify(heard().toString('latin1'))}`))
    }, PATIENCE_MS)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (isEnough(heard(), wanted, toHead)) settle(false)
    })
    socket.once('close', () => {
      settle(true)
    })
    // A reset is an end like any other; `close` follows.
    socket.on('error', () => undefined)
    socket.once('connect', () => {
      if (typeof says === 'function') says(socket)
      else socket.write(says)
    })
  })
}

function isEnough(bytes: Buffer, wanted: number, toHead: boolean): boolean {
  try {
    return rawReplies(bytes, toHead).length >= wanted
  } catch {
    return true
  }
}
