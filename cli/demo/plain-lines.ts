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
      // The table says it of the same figure.
      const time = event.kind === 'ended' ? tookText(event.result) : clockText(event.at - start)
      stdout.write(`${time.padStart(5)}  ${clients[event.client].name.padEnd(8)}  ${what}\n`)
    },
    close: () => undefined,
  }
}

const ENDED = {
  done: 'is done',
  'out-of-time': 'gives up: it would need too long',
  stopped: 'is stopped',
} as const

function asked(wait: number | undefined): string {
  return wait === undefined ? '' : `, Retry-After ${clockText(wait)}`
}
