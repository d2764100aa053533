import type { ClientId } from '../../../mock/scenarios/clients.ts'
import type { ClientResult, ClientEvent, ScenarioEvent } from '../../../mock/scenarios/scenario-report.ts'

/** When the scenarios of the tests begin. */
export const START = Date.UTC(2026, 2, 1, 12)

/** An event so many seconds after the start. */
export function eventOf(client: ClientId, second: number, happening: ClientEvent): ScenarioEvent {
  return { ...happening, client, at: START + second * 1000 }
}

export function served(client: ClientId, second: number, count: number, remaining: number): ScenarioEvent {
  return eventOf(client, second, { kind: 'served', served: count, remaining })
}

export function refused(client: ClientId, second: number, seconds?: number): ScenarioEvent {
  const asked = seconds === undefined ? undefined : seconds * 1000
  return eventOf(client, second, { kind: 'refused', status: 429, asked })
}

export function resultOf(client: ClientId, result: Partial<ClientResult> = {}): ClientResult {
  return {
    client,
    ending: 'done',
    served: 150,
    sent: 152,
    refused: 2,
    bans: 0,
    seconds: 129.4,
    servedPerSecond: 1.159,
    assessment: { wellBehaved: true, words: 'honoured Retry-After' },
    ...result,
  }
}
