import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderLine } from './headers.ts'
import { sendError } from './send.ts'

/** The reply of the service on its way back. */
export interface Passing {
  readonly kind: 'passing'
  readonly status: number
  readonly lines: readonly HeaderLine[]
  /** Who answered, in words. */
  readonly sentence: string
  /** The whole body; `undefined` where it passes as it comes. */
  readonly body: Buffer | undefined
  /** The body without its codings; `undefined` where it was not read. */
  readonly text: string | undefined
  /** The body of the request, if it has passed whole and is not large. */
  readonly requestBody: Buffer | undefined
  /** Sends the status with these header lines. */
  sendHead(lines: readonly HeaderLine[]): void
  /** Sends all of it, with these header lines. Never rejects. */
  send(lines: readonly HeaderLine[]): Promise<void>
}

/** Why there is no reply of the service. */
export interface Failure {
  readonly kind: 'failure'
  readonly status: 413 | 502 | 504
  readonly code: string
  readonly message: string
}

/** The client has left before there was a reply. */
export interface Left {
  readonly kind: 'left'
}

/** Stands before the service: it may answer in its place, and may change what passes back. */
export interface Gate {
  /** Answers a request, and resolves with who did. `forward` sends it to the service, once at most. Never rejects. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    forward: () => Promise<Passing | Failure | Left>,
  ): Promise<'gate' | 'service'>
}

/** Lets all requests through, and passes all replies back as they are. */
export const openGate: Gate = {
  async answer(_request, response, forward) {
    const reply = await forward()
    if (reply.kind === 'passing') await reply.send(reply.lines)
    else if (reply.kind === 'failure') sendError(response, reply)
    return 'service'
  },
}

/** A reply whose body is all there. */
export function wholePassing(
  response: ServerResponse,
  whole: Pick<Passing, 'status' | 'lines' | 'sentence'> &
    Partial<Pick<Passing, 'text' | 'requestBody'>> & {
      readonly statusMessage?: string | undefined
      readonly body?: Buffer
    },
): Passing {
  const { status, statusMessage, body = Buffer.alloc(0), text = '', requestBody } = whole
  const sendHead = (lines: readonly HeaderLine[]): void => {
    if (statusMessage === undefined) response.writeHead(status, lines.flat())
    else response.writeHead(status, statusMessage, lines.flat())
  }
  return {
    ...whole,
    kind: 'passing',
    body,
    text,
    requestBody,
    sendHead,
    send: (lines) => {
      sendHead(lines)
      response.end(body)
      return Promise.resolve()
    },
  }
}
