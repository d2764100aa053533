import type { NextFunction, Request, Response } from 'express'
import { sendAnswer } from '../send-answer.ts'
import { judgeAccess } from './judge-access.ts'

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // Without this a page could still load what it may not read (Fetch, CORP).
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Lets nobody pass who may not use the control API. Its replies are for no cache and no other origin. */
export function guard(token: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    // The socket's own addresses: what a proxy or a setting of the app makes of them is not asked.
    const { localAddress, remoteAddress } = request.socket
    const refusal = judgeAccess({ localAddress, remoteAddress, headers: request.headers }, token)
    if (refusal) sendAnswer(request, response, refusal)
    else next()
  }
}
