import type { ServerResponse } from 'node:http'
import type { ErrorBody } from '../../../spec/index.ts'
import type { HeaderLine } from './end-to-end.ts'

/** Answers with an Error body of the proxy's own, which a web page can read as well. */
export function sendError(
  response: ServerResponse,
  status: number,
  { code, message }: Pick<ErrorBody, 'code' | 'message'>,
  lines: readonly HeaderLine[] = [],
): void {
  const body = JSON.stringify({ code, message, status } satisfies ErrorBody)
  const headers: readonly HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Access-Control-Allow-Origin', '*'],
    // What is left of a request's body may not be read any more.
    ['Connection', 'close'],
    ...lines,
  ]
  response.writeHead(status, headers.flat())
  response.end(body)
}
