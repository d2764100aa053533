import type { PassingReply, PassingRequest } from '../../../contract-tests/history/recorder.ts'

/** A request with its reply, and its place among the others: `after` counts those that were answered before it was sent. */
export interface Answered {
  readonly after: number
  readonly request: PassingRequest
  readonly reply: PassingReply
  /** By the world's clock, Unix milliseconds. */
  readonly sent: number
  readonly received: number
}

/** Records the reply to a request; the body is known only now, because it is read on the way. */
export type Ending = (reply: PassingReply, body: string | undefined, received: number) => void

/**
 * What clients have seen of one world, in parts. A part ends where something else than a client changes the world. Where the
 * clock is set back, the windows of its limits end too late, so that nothing is recorded until the world begins anew.
 */
export class ServiceStory {
  readonly #parts: Answered[][] = []
  #part: Answered[] = []
  #latest = Number.NEGATIVE_INFINITY
  #isPast = false

  /** Each with its exchanges in the order in which they were answered. */
  get parts(): readonly (readonly Answered[])[] {
    return this.#part.length === 0 ? this.#parts : [...this.#parts, this.#part]
  }

  /** A request is sent. Call the result with its reply; without that, or after an interruption, it is left out. */
  begin(request: PassingRequest, sent: number): Ending | undefined {
    this.#isPast ||= sent < this.#latest
    if (this.#isPast) return undefined
    this.#latest = sent
    const part = this.#part
    const after = part.length
    return (reply, body, received) => {
      if (part === this.#part && received >= sent) {
        part.push({ after, request: { ...request, body }, reply, sent, received })
      }
    }
  }

  /** The world begins anew. */
  renew(): void {
    this.interrupt()
    this.#isPast = false
    this.#latest = Number.NEGATIVE_INFINITY
  }

  interrupt(): void {
    if (this.#part.length > 0) this.#parts.push(this.#part)
    // A new one in any case, so that requests under way are left out.
    this.#part = []
  }
}
