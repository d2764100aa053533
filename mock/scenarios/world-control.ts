import type { ClockReading } from '../core/settings/clock.ts'
import {
  answerOf,
  clientRecordOf,
  clockOf,
  flagOf,
  notAMock,
  textOf,
  timeOf,
  type Answer,
} from './answers.ts'
import type { Fetch } from './ports.ts'
import { ScenarioError } from './scenario-error.ts'
import type { ScenarioPlan } from './scenario.ts'
import type { ClientRecord } from './verdict.ts'

/** How a world stands. */
export interface WorldStanding {
  /** Base address of its service. */
  readonly baseUrl: string
  readonly clock: ClockReading
  /** Whether the rate limits are on. */
  readonly limits: boolean
}

/** How a key stands. */
export interface KeyStanding {
  /** Unix milliseconds; `undefined` when it is not banned. */
  readonly bannedUntil: number | undefined
  readonly report: ClientRecord
}

/** What a scenario asks of the control API of a world. All of it rejects with a ScenarioError. */
export interface WorldControl {
  read(): Promise<WorldStanding>
  readClock(): Promise<ClockReading>
  changeClock(change: Partial<ClockReading>): Promise<ClockReading>
  addKey(key: string, plan: ScenarioPlan): Promise<void>
  readKey(key: string): Promise<KeyStanding>
  removeKey(key: string): Promise<void>
}

/** Speaks to the control API at `control`, such as `http://127.0.0.1:4010/_mock`, about one of its worlds. */
export function worldControl(fetch: Fetch, control: string, world: string): WorldControl {
  const ask = asker(fetch, control, `${control}/worlds/${encodeURIComponent(world)}`)
  const pathOf = (key: string): string => `/keys/${encodeURIComponent(key)}`
  return {
    read: async () => {
      const { basePath, clock, limits } = await ask('GET', '')
      return {
        baseUrl: new URL(textOf(basePath), control).href,
        clock: clockOf(clock),
        limits: flagOf(limits),
      }
    },
    readClock: async () => clockOf(await ask('GET', '/clock')),
    changeClock: async ({ now, ...change }) => {
      const time = now === undefined ? {} : { now: new Date(now).toISOString() }
      return clockOf(await ask('PUT', '/clock', { ...change, ...time }))
    },
    addKey: async (key, plan) => {
      await ask('POST', '/keys', { key, plan })
    },
    readKey: async (key) => {
      const { bannedUntil, report } = await ask('GET', pathOf(key))
      return {
        bannedUntil: bannedUntil === null ? undefined : timeOf(bannedUntil),
        report: clientRecordOf(report),
      }
    },
    removeKey: async (key) => {
      await ask('DELETE', pathOf(key))
    },
  }
}

function asker(fetch: Fetch, control: string, address: string) {
  return async (method: string, path: string, body?: object): Promise<Answer> => {
    const init = {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const { status, text } = await fetch(address + path, init)
      .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
      .catch((cause: unknown) => {
        throw new ScenarioError(`The control API at ${control} does not answer: does the mock run?`, {
          cause,
        })
      })
    if (status === 204) return {}
    const answer = answerOf(text) ?? notAMock()
    if (status < 400) return answer
    throw new ScenarioError(`The control API refuses (${status}): ${textOf(answer['message'])}`)
  }
}
