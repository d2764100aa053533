import { connect, type Socket } from 'node:net'
import { HttpReply } from './http-reply.ts'

/** The bytes that a server sent over one connection. */
export interface Talk {
  readonly replies: readonly HttpReply[]
  /** Whether the server ended the connection. */
  readonly closed: boolean
  readonly text: string
}

export interface TalkOptions {
  /** The number of replies to wait for. Default: 1. With `Infinity` the server has to end the connection. */
  readonly replies?: number
  /** The request is a HEAD: its reply has no body, despite its Content-Length. */
  readonly toHead?: boolean
}

/** The input of a client: text (as UTF-8), bytes, or a function of the socket. */
export type Says = string | Buffer | ((socket: Socket) => void)

// Much longer than any reply needs: only a server that hangs exceeds it.
const PATIENCE_MS = 8_000

/** Sends anything to a server, valid or not, and reads until it has replied or ended the connection. */
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
 * The complete replies at the start of what a server sent, without interim ones (1xx). Independent of Node's lenient parser, so
 * that malformed replies are noticed. Throws for anything but HTTP/1.1.
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
