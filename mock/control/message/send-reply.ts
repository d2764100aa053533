import type { IncomingMessage, ServerResponse } from 'node:http'
import { stringifyJson } from '../../../spec/index.ts'
import { ControlRefusal } from './control-refusal.ts'

/** Takes over a response whose head has not been sent yet. */
export type OpenStream = (response: ServerResponse) => void

/** Any operation's reply, as it goes out. */
export type AnyReply =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly text: string; readonly type: string }
  | { readonly status: number; readonly stream: OpenStream }
  | { readonly status: number }

/** Sends a reply or a refusal. JSON is indented, for it is read by people too. */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: AnyReply | ControlRefusal,
): void {
  if (response.destroyed) return
  if (reply instanceof ControlRefusal) {
    sendText(response, reply.status, 'application/json', toJson(reply.body), reply.headers)
  } else if ('json' in reply) {
    sendText(response, reply.status, 'application/json', toJson(reply.json))
  } else if ('text' in reply) {
    sendText(response, reply.status, reply.type, reply.text)
  } else if (!('stream' in reply)) {
    response.writeHead(reply.status).end()
  } else if (request.method === 'HEAD') {
    response.writeHead(reply.status, { 'Content-Type': 'text/event-stream' }).end()
  } else {
    reply.stream(response)
  }
}

function toJson(value: unknown): string {
  return `${stringifyJson(value, 2)}\n`
}

function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: readonly string[] = [],
): void {
  const fields = ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(text)), ...headers]
  response.writeHead(status, fields)
  response.end(text)
}
