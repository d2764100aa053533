import type { NextFunction, Request as ExpressRequest, Response } from 'express'
import type { Request } from '../core/message/request.ts'
import type { Worlds } from '../core/world/worlds.ts'
import { inTurn, type Work } from './in-turn.ts'
import { locate } from './locate.ts'
import { readRequestBody } from './read-request-body.ts'
import type { Sleep } from './send-harmed.ts'
import { sendReply, sendWhole } from './send-reply.ts'

const CONTROL = /^\/_mock(?:[/?]|$)/

/** The service as an Express handler: every request but those for the control API is a world's to answer. */
export function serviceHandler(worlds: Worlds, sleep: Sleep) {
  return (request: ExpressRequest, response: Response, next: NextFunction): void => {
    if (CONTROL.test(request.url)) {
      next()
      return
    }
    const { world, base, path, query } = locate(worlds, request.url)
    const carryOut: Work = () => {
      const reply = world.answer({
        method: request.method,
        base: base === '' ? '' : request.baseUrl + base,
        mount: request.baseUrl,
        path,
        query,
        headers: request.headers,
        address: request.socket.remoteAddress ?? '',
        readBody: (limit) => readRequestBody(request, limit),
      } satisfies Request)
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
