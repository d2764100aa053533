import type { IncomingMessage, ServerResponse } from 'node:http'
import { stringifyJson } from '../../spec/index.ts'
import type { OpenStream } from './handler.ts'
import { Refusal } from './refusal.ts'

/** Any operation's answer, as it goes out. */
export type AnyAnswer =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly text: string; readonly type: string }
  | { readonly status: number; readonly stream: OpenStream }
  | { readonly status: number }

/** Sends an answer or a refusal. JSON is indented, for it is read by people too. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: AnyAnswer | Refusal,
): void {
  if (response.destroyed) return
  if (answer instanceof Refusal) {
    sendText(response, answer.status, 'application/json', toJson(answer.body), answer.headers)
  } else if ('json' in answer) {
    sendText(response, answer.status, 'application/json', toJson(answer.json))
  } else if ('text' in answer) {
    sendText(response, answer.status, answer.type, answer.text)
  } else if (!('stream' in answer)) {
    response.writeHead(answer.status).end()
  } else if (request.method === 'HEAD') {
    response.writeHead(answer.status, { 'Content-Type': 'text/event-stream' }).end()
  } else {
    answer.stream(response)
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
