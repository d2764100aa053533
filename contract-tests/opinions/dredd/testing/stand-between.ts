import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a reply becomes on its way. */
export type Change = (reply: Reply) => Reply

export interface Standing extends AsyncDisposable {
  /** The base address; nothing but the service is behind it. */
  readonly baseUrl: string
}

/** A server that passes requests on to a service, hides its control API, and changes the replies. */
export async function standBetween(upstream: string, change: Change = (reply) => reply): Promise<Standing> {
  const server = createServer((request, response) => {
    void answer(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
  })
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const { method = '', url = '', headers } = request
    if (!url.startsWith('/v1/')) return { status: 404, headers: {}, body: 'no such page' }
    const body = Buffer.concat(await request.toArray()).toString()
    const { authorization, 'content-type': type } = headers
    const reply = await fetch(upstream + url.slice('/v1'.length), {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(body !== '' && { body }),
    })
    return change({
      status: reply.status,
      headers: Object.fromEntries(
        [...reply.headers].filter(([name]) => name.startsWith('x-') || PASSED.has(name)),
      ),
      body: await reply.text(),
    })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const PASSED = new Set(['content-type', 'retry-after'])
