import { connect, type Socket } from 'node:net'
import { HttpReply } from './http-reply.ts'

/** What a server sent over one connection. */
export interface Talk {
  readonly replies: readonly HttpReply[]
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

// Far more than any reply takes: only a server that hangs is caught by it.
const PATIENCE_MS = 8_000

/** Says something to a server, however impolite, and listens until it has replied or hung up. */
export async function talk(port: number, says: Says, options: TalkOptions = {}): Promise<Talk> {
  const { replies: wanted = 1, toHead = false } = options
  const { heard, closed } = await listenTo(port, says, (bytes) => isEnough(bytes, wanted, toHead))
  return { replies: rawReplies(heard, toHead), closed, text: heard.toString('latin1') }
}

function listenTo(
  port: number,
  says: Says,
  isEnough: (heard: Buffer) => boolean,
): Promise<{ readonly heard: Buffer; readonly closed: boolean }> {
  return new Promise((resolve, reject) => {
    let heard = Buffer.alloc(0)
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const settle = (closed: boolean): void => {
      clearTimeout(patience)
      socket.destroy()
      resolve({ heard, closed })
    }
    const patience = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the server hangs; so far it said ${JSON.stringify(heard.toString('latin1'))}`))
    }, PATIENCE_MS)
    socket.on('data', (chunk) => {
      heard = Buffer.concat([heard, chunk])
      if (isEnough(heard)) settle(false)
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
  if (bytes.toString('latin1').split('HTTP/1.').length <= wanted) return false
  try {
    return rawReplies(bytes, toHead).length >= wanted
  } catch {
    return true
  }
}

const HEAD_END = '\r\n\r\n'

/**
 * The whole replies at the beginning of what a server sent, interim ones (1xx) left out; written apart from Node's own
 * parser, so that a reply which only a lenient client understands is noticed. Throws for what is no HTTP/1.1.
 */
export function rawReplies(bytes: Buffer, toHead = false): readonly HttpReply[] {
  const replies: HttpReply[] = []
  let rest = bytes
  for (;;) {
    const headEnd = rest.indexOf(HEAD_END)
    if (headEnd === -1) return replies
    const { status, headers } = readHead(rest.subarray(0, headEnd).toString('latin1'))
    const bodyStart = headEnd + HEAD_END.length
    const length = toHead || status < 200 || status === 204 ? 0 : contentLength(headers)
    if (rest.length < bodyStart + length) return replies
    const body = rest.subarray(bodyStart, bodyStart + length).toString()
    if (status >= 200) replies.push(new HttpReply(status, headers, body))
    rest = rest.subarray(bodyStart + length)
  }
}

function readHead(head: string): { readonly status: number; readonly headers: Headers } {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/.exec(statusLine)?.[1]
  if (status === undefined) throw new Error(`no status line: ${JSON.stringify(statusLine)}`)
  const headers = new Headers()
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): *(.*?) *$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`no header: ${JSON.stringify(line)}`)
    headers.append(name, value)
  }
  return { status: Number(status), headers }
}

function contentLength(headers: Headers): number {
  const value = headers.get('Content-Length') ?? ''
  if (!/^\d+$/.test(value)) throw new Error(`no Content-Length: ${JSON.stringify(value)}`)
  return Number(value)
}
