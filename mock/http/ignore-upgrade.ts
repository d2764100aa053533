import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Replying } from './refuse-unreadable.ts'

/**
 * Answers a request that asks for another protocol as though it did not (RFC 9110 §7.8). Node does so too, but forgets what
 * came right behind it: so the request is read once more, without its `Upgrade`, and all that follows.
 */
export function ignoreUpgrade(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, rest: Buffer) => {
    // Node has let go of the connection, and of its errors.
    socket.on('error', () => undefined)
    afterReplies(socket, () => {
      socket.unshift(Buffer.concat([headWithoutUpgrade(request), rest]))
      server.emit('connection', socket)
    })
  })
}

/** Goes on once all earlier requests of a connection are answered, unless it ends before. */
function afterReplies(socket: Socket & Replying, goOn: () => void): void {
  const reply = socket._httpMessage
  if (reply)
    reply.once('close', () => {
      afterReplies(socket, goOn)
    })
  else if (!socket.destroyed) goOn()
}

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${value}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
