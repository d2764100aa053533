import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Replying } from './refuse-unreadable.ts'

/**
 * Answers a request that asks for another protocol as though it did not (RFC 9110 §7.8). Node does so too, but forgets what
 * came right behind it: so the request is read once more, without its `Upgrade`, and all that follows. The same is done with
 * one that Node has been made to stop at (`StoppingRequest`).
 */
export function ignoreUpgrade(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, rest: Buffer) => {
    // Before the wait: a client that has said all must not be at its end while there is something to be read.
    socket.unshift(Buffer.concat([headWithoutUpgrade(request), rest]))
    afterReplies(socket, () => {
      socket.off('error', ignore)
      socket.setTimeout(0)
      server.emit('connection', socket)
    })
  })
}

/**
 * Goes on once all earlier requests are answered of a connection that Node has let go of, unless it ends before. It is not read
 * meanwhile. Its errors are ignored, for nobody hears of them.
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
    // The last reply may have ended it.
    if (socket.writable) goOn()
  }
  socket.on('error', ignore)
  // A reply that nobody reads.
  socket.on('timeout', end)
  // Node still resumes it when enough of a reply is out, and what came would be lost. Not so while somebody else is to read it.
  socket.on('readable', ignore)
  next()
}

function ignore(): void {
  // There is nothing to be done.
}

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${value}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
