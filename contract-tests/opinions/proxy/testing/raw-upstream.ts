import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export interface RawUpstream extends AsyncDisposable {
  readonly origin: string
  /** All that it was sent. */
  readonly heard: () => string
}

/** A service on raw TCP: once the head of a request has arrived, `answer` writes to the connection. */
export async function startRawUpstream(answer: (socket: Socket) => void): Promise<RawUpstream> {
  const sockets = new Set<Socket>()
  let heard = ''
  const server = createServer((socket) => {
    let own = ''
    let isAsked = false
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      own += chunk.toString('latin1')
      heard += chunk.toString('latin1')
      if (isAsked || !own.includes('\r\n\r\n')) return
      isAsked = true
      answer(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => heard,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
