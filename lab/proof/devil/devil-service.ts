import { setImmediate as turn } from 'node:timers/promises'
import type { RunPorts, WorldControl } from '../../../contract-tests/engine/ports.ts'
import { functionTransport } from '../../../contract-tests/engine/transport.ts'
import { devil, type Devil, type Mix } from './devil.ts'
import type { Plan } from './limits.ts'

export const DEVIL_KEYS = { key: 'Acme-pets-12b', secondKey: 'kEy-of-a-friend' } as const

/** The plans of the two keys. */
export type Plans = readonly [first: Plan, second: Plan]

export interface DevilService {
  readonly ports: RunPorts
  readonly clock: Devil['clock']
  /** How many pets were created under a key that the suite was not given. */
  readonly writtenElsewhere: () => number
}

/**
 * The devil in process. Where its clock stands still between requests, its control moves the clock and sets quotas. Where it
 * goes on, there is no control, as of a real service: one waits.
 */
export function devilService(mix: Mix, seed: number, [first, second]: Plans, breach?: string): DevilService {
  const keys = [
    { key: DEVIL_KEYS.key, plan: first },
    { key: DEVIL_KEYS.secondKey, plan: second },
  ]
  const service = devil(mix, seed, { keys, turn, ...(breach !== undefined && { breach }) })
  let elsewhere = 0
  const transport = functionTransport(async ({ method, url, headers, body }) => {
    const sent = withLowerNames(headers)
    const path = url.replace(/^https?:\/\/[^/]*/, '')
    const reply = await service.answer({ method, path, headers: sent, ...(body !== undefined && { body }) })
    const key = /(\S+)\s*$/.exec(sent['authorization'] ?? '')?.[1]
    if (reply.status === 201 && key !== undefined && !keys.some((own) => own.key === key)) elsewhere += 1
    return { ...reply, headers: withLowerNames(reply.headers) }
  })
  return {
    ports: { transport, ...timeOf(service, (mix['pace'] ?? '0') === '0') },
    clock: service.clock,
    writtenElsewhere: () => elsewhere,
  }
}

function timeOf(service: Devil, standsStill: boolean): Pick<RunPorts, 'control' | 'clock'> {
  const { clock } = service
  const advance = (milliseconds: number): { now: number } => {
    clock.advance(milliseconds / 1000)
    return { now: clock.now() }
  }
  if (!standsStill)
    return {
      clock: {
        now: () => clock.now(),
        sleep: async (milliseconds) => {
          await turn()
          advance(milliseconds)
        },
      },
    }
  const control: WorldControl = {
    clock: { freeze: () => advance(0), advance: ({ seconds }) => advance(seconds * 1000) },
    keys: {
      setRemaining: (key, left) => {
        service.setRemaining(key, left)
      },
    },
  }
  return { control: [control] }
}

/** As every client shows the headers, whose names have no case (RFC 9110 §5.1). */
function withLowerNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
