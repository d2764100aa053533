import { request, type IncomingMessage } from 'node:http'
import type { Mock } from '../../mock.ts'

/** One block of an event stream, parsed as the HTML standard says (Server-sent events, Interpreting an event stream). */
export interface Frame {
  readonly event: string
  readonly id: string
  readonly data: unknown
}

/** A client of an event stream that reads only on demand. */
export class Follower {
  readonly status: number
  readonly #response: IncomingMessage
  readonly #chunks: AsyncIterator<string, undefined>
  #buffer = ''

  private constructor(response: IncomingMessage) {
    this.#response = response
    this.status = response.statusCode ?? 0
    this.#chunks = response.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string, undefined>
  }

  /** Opens a stream. Resolves when the head of the reply has arrived. */
  static async open(mock: Mock | Mock<true>, path: string): Promise<Follower> {
    const outgoing = request({ host: '127.0.0.1', port: mock.port, path, agent: false })
    outgoing.end()
    return new Promise((resolve, reject) => {
      outgoing.once('response', (response) => {
        resolve(new Follower(response))
      })
      outgoing.once('error', reject)
    })
  }

  get headers(): IncomingMessage['headers'] {
    return this.#response.headers
  }

  /** The next event; `undefined` at the end of the stream. Skips comments and `retry`. */
  async next(): Promise<Frame | undefined> {
    for (;;) {
      const block = await this.#block()
      if (block === undefined) return undefined
      const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
      const data = fields.get('data')
      if (data === undefined) continue
      return {
        event: fields.get('event') ?? '',
        id: fields.get('id') ?? '',
        data: JSON.parse(data) as unknown,
      }
    }
  }

  /** All events up to the first of a kind, including it. */
  async until(event: string): Promise<Frame[]> {
    const frames: Frame[] = []
    for (;;) {
      const frame = await this.next()
      if (!frame) throw new Error(`the stream ended before any ${event}`)
      frames.push(frame)
      if (frame.event === event) return frames
    }
  }

  close(): void {
    this.#response.destroy()
  }

  async #block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#buffer.indexOf('\n\n')
      if (end !== -1) {
        const block = this.#buffer.slice(0, end)
        this.#buffer = this.#buffer.slice(end + 2)
        return block
      }
      const chunk = await this.#chunks.next()
      if (chunk.done) return undefined
      this.#buffer += chunk.value
    }
  }
}
