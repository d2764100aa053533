import type { NextFunction, Request as ExpressRequest, Response } from 'express'
import type { Worlds } from '../core/world/worlds.ts'
import { inTurn, type Work } from './in-turn.ts'
import { ask } from '../edge/locate.ts'
import { readRequestBody } from './read-request-body.ts'
import type { Sleep } from '../edge/deliver.ts'
import { sendReply, sendWhole } from './send-reply.ts'

const CONTROL = /^\/_mock(?:[/?]|$)/

/** The service as an Express handler: every request but those for the control API is a world's to answer. */
export function serviceHandler(worlds: Worlds, sleep: Sleep) {
  return (request: ExpressRequest, response: Response, next: NextFunction): void => {
    if (CONTROL.test(request.url)) {
      next()
      return
    }
    const carryOut: Work = () => {
      const reply = ask(worlds, {
        method: request.method,
        mount: request.baseUrl,
        target: request.url,
        headers: request.headers,
        address: request.socket.remoteAddress ?? '',
        readBody: (limit) => readRequestBody(request, limit),
      })
      if (reply instanceof Promise) {
        reply.then((late) => sendReply(request, response, late, sleep)).catch(next)
        return reply
      }
      if (reply.delivery || request.method === 'POST') sendReply(request, response, reply, sleep).catch(next)
      else sendWhole(request, response, reply)
      return undefined
    }
    inTurn(request.socket, carryOut, next)
  }
}
