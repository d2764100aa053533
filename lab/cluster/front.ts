import { Agent, createServer, request as ask, type Server } from 'node:http'
import { pipeline } from 'node:stream'

/** How long a client's connection may wait for its next request, in milliseconds: longer than clients keep one themselves. */
const IDLE_MS = 75_000

/**
 * A server that gives each request to the next of several others, by their origins at that moment: what a load balancer does.
 * Bodies and streams pass as they come. It answers 502 where nobody is left, and where whoever was asked has gone.
 */
export function roundRobin(origins: () => readonly string[]): Server {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer({ keepAliveTimeout: IDLE_MS }, (request, response) => {
    const all = origins()
    turn += 1
    const origin = all[turn % all.length]
    const fail = (): void => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    }
    if (origin === undefined) {
      fail()
      return
    }
    const { method, headers, url = '' } = request
    const passed = ask(origin + url, { method, headers, agent }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.statusMessage, reply.rawHeaders)
      pipeline(reply, response, () => undefined)
    })
    passed.on('error', fail)
    response.once('close', () => passed.destroy())
    request.pipe(passed)
  })
  return server.on('close', () => {
    agent.destroy()
  })
}
