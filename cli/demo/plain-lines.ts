import { clients, type ClientId } from '../../mock/scenarios/clients.ts'
import { clockText, tookText, type ScenarioEvent } from '../../mock/scenarios/scenario-report.ts'
import { figure } from '../../spec/wording.ts'
import type { Sink } from '../environment/environment.ts'

/** Shows a scenario while it runs. */
export interface Audience {
  readonly publish: (event: ScenarioEvent) => void
  /** It is over. */
  readonly close: () => void
}

/** Prints a scenario in lines, for a file or a pipe: one for each change, not for each request. */
export function plainLines(stdout: Sink): Audience {
  const refused = new Map<ClientId, boolean>()
  /** When the last line of each client was, Unix milliseconds of the world. */
  const last = new Map<ClientId, number>()
  let start: number | undefined

  const turn = (event: ScenarioEvent): string | undefined => {
    const wasRefused = refused.get(event.client)
    switch (event.kind) {
      case 'served':
        refused.set(event.client, false)
        if (wasRefused === undefined) return 'is served'
        return wasRefused ? `is served again: ${figure(event.served)} so far` : undefined
      case 'refused':
        refused.set(event.client, true)
        return wasRefused === true ? undefined : `is refused with ${event.status}${asked(event.asked)}`
      case 'banned':
        return `is banned for ${clockText(event.lasts)}`
      case 'failed':
        return event.what
      case 'ended':
        return ENDED[event.result.ending]
      case 'sent':
      case 'waiting':
        return undefined
    }
  }
  return {
    publish: (event) => {
      start ??= event.at
      const what = turn(event)
      if (what === undefined) return
      const at = Math.max(last.get(event.client) ?? start, beginOf(event))
      last.set(event.client, at)
      // The table says it of the same figure. The others are whole seconds that have passed, as bans begin and end with them.
      const time = event.kind === 'ended' ? tookText(event.result) : clockText(wholeSeconds(at - start))
      stdout.write(`${time.padStart(5)}  ${clients[event.client].name.padEnd(8)}  ${what}\n`)
    },
    close: () => undefined,
  }
}

/** When the change was, Unix milliseconds of the world: a ban is found after it has begun. */
function beginOf(event: ScenarioEvent): number {
  return event.kind === 'banned' ? Math.min(event.at, event.until - event.lasts) : event.at
}

function wholeSeconds(milliseconds: number): number {
  return milliseconds - (milliseconds % 1000)
}

const ENDED = {
  done: 'is done',
  'out-of-time': 'gives up: it would need too long',
  stopped: 'is stopped',
} as const

function asked(wait: number | undefined): string {
  return wait === undefined ? '' : `, Retry-After ${clockText(wait)}`
}
