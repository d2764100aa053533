import { Agent, createServer, request as ask, type Server } from 'node:http'
import { pipeline } from 'node:stream'

/** How long an idle connection stays open, in milliseconds: longer than clients reuse one. */
const IDLE_MS = 75_000

/**
 * A load balancer: it passes each request to the next of the origins of that moment, and streams bodies both ways. It answers 502
 * if there is no origin, or if the connection to one fails.
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
