import { clients, type Client, type ClientId } from '../../mock/scenarios/clients.ts'
import { clockText, type Ending, type ScenarioEvent } from '../../mock/scenarios/scenario-report.ts'
import { counted, figure } from '../../spec/wording.ts'
import type { Paint } from '../environment/paint.ts'

/** The events of a client in one second of the world. */
interface Second {
  served: number
  refused: number
  /** Remaining in the last reply; as in the second before, if there was none. */
  remaining: number | undefined
}

/** The current activity of a client. Times in Unix milliseconds of the world. */
type Doing =
  | { readonly kind: 'asking' | 'refused' }
  | { readonly kind: 'waiting' | 'banned'; readonly until: number }
  | { readonly kind: 'ended'; readonly ending: Ending }

// Longer than a scenario; the clock of the world can be moved further by somebody.
const MOST_SECONDS = 1000

/** One client: its requests in each second, and its current activity. */
export class Lane {
  readonly client: Client
  /** Of the scenario, from its first second on. */
  readonly seconds: Second[] = []
  readonly bans: { readonly from: number; readonly until: number }[] = []
  served = 0
  refused = 0
  doing: Doing = { kind: 'asking' }
  endedAt: number | undefined
  readonly #start: number

  /** `start` is when the scenario began, Unix milliseconds of the world. */
  constructor(client: ClientId, start: number) {
    this.client = clients[client]
    this.#start = start
  }

  note(event: ScenarioEvent): void {
    switch (event.kind) {
      case 'served':
        this.served += 1
        this.#count(event.at, 'served', event.remaining)
        this.doing = { kind: 'asking' }
        break
      case 'refused':
        this.refused += 1
        this.#count(event.at, 'refused', 0)
        if (this.doing.kind !== 'banned') this.doing = { kind: 'refused' }
        break
      case 'banned':
        this.bans.push({ from: event.at, until: event.until })
        this.doing = event
        break
      case 'waiting':
        if (this.doing.kind !== 'banned') this.doing = event
        break
      case 'ended':
        this.endedAt = event.at
        this.doing = { kind: 'ended', ending: event.result.ending }
        break
      case 'sent':
      case 'failed':
    }
  }

  #count(at: number, what: 'served' | 'refused', remaining: number): void {
    const index = Math.min(Math.floor((at - this.#start) / 1000), MOST_SECONDS - 1)
    while (this.seconds.length <= index) {
      this.seconds.push({ served: 0, refused: 0, remaining: this.seconds.at(-1)?.remaining })
    }
    const second = this.seconds[index]
    if (!second) return
    second[what] += 1
    second.remaining = remaining
  }
}

const ENDED = { done: 'done', 'out-of-time': 'out of time', stopped: 'stopped' } as const

/** How far a client has come of the `requests` that it needs, in words. */
export function progressOf({ served, refused, bans }: Lane, requests: number): string[] {
  return [
    `${figure(served)} of ${figure(requests)} served`,
    `${figure(refused)} refused`,
    ...(bans.length === 0 ? [] : [counted(bans.length, 'ban')]),
  ]
}

/** What a client is at, in words. */
export function whatItIsAt({ doing }: Lane, now: number, paint: Paint): string {
  switch (doing.kind) {
    case 'asking':
      return paint('green', 'asking')
    case 'refused':
      return paint('red', 'refused, and asks again')
    case 'waiting':
      return paint('yellow', `waits ${clockText(doing.until - now)}`)
    case 'banned':
      return paint('red', `banned for ${clockText(doing.until - now)} more`)
    case 'ended':
      return paint('bold', ENDED[doing.ending])
  }
}
