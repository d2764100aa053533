import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Replying } from './refuse-unreadable.ts'

/**
 * Ignores the Upgrade header of requests (RFC 9110 §7.8). Node does so too, but loses the bytes that follow the request on its
 * connection. So the request is read again without `Upgrade`, with all that follows it. The same is done with requests at
 * which Node was made to stop (`StoppingRequest`).
 */
export function ignoreUpgrade(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, rest: Buffer) => {
    // Before the wait, so that a half-closed connection does not end while it has unread bytes.
    socket.unshift(Buffer.concat([headWithoutUpgrade(request), rest]))
    afterReplies(socket, () => {
      socket.off('error', ignore)
      socket.setTimeout(0)
      server.emit('connection', socket)
    })
  })
}

/**
 * Calls `goOn` once all earlier requests of a connection that Node has released are answered, unless it ends before. The
 * connection is not read in the meantime. Its errors are ignored.
 */
export function afterReplies(socket: Socket & Replying, goOn: () => void): void {
  const end = (): void => {
    socket.destroy()
  }
  const next = (): void => {
    const reply = socket._httpMessage
    if (reply) {
      reply.once('close', next)
      return
    }
    socket.off('timeout', end)
    socket.off('readable', ignore)
    // The last reply may have ended the connection.
    if (socket.writable) goOn()
  }
  socket.on('error', ignore)
  // The client does not read its reply.
  socket.on('timeout', end)
  // Node resumes the socket when a reply is flushed, and would lose bytes. A listener for 'readable' prevents it.
  socket.on('readable', ignore)
  next()
}

function ignore(): void {
  // Nothing to do.
}

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${value}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
