import type { ClockReading } from '../core/settings/clock.ts'
import { ScenarioError } from './scenario-error.ts'
import type { ClientRecord } from './verdict.ts'

/** An object of an answer of the control API, its fields still to be read. */
export type Answer = Readonly<Record<string, unknown>>

/** The object that a text holds; `undefined` where it holds none. */
export function answerOf(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isAnswer(value) ? value : undefined
  } catch {
    return undefined
  }
}

// Each of these throws a ScenarioError where the answer is not as the document of the control API says.

export function clockOf(value: unknown): ClockReading {
  const { now, frozen, speed } = recordOf(value)
  return { now: timeOf(now), frozen: flagOf(frozen), speed: numberOf(speed) }
}

export function clientRecordOf(value: unknown): ClientRecord {
  const { bans, earlyRetries, refused } = recordOf(value)
  return { bans: numberOf(bans), earlyRetries: numberOf(earlyRetries), refused: numberOf(refused) }
}

export function timeOf(value: unknown): number {
  const time = Date.parse(textOf(value))
  return Number.isNaN(time) ? notAMock() : time
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : notAMock()
}

export function flagOf(value: unknown): boolean {
  return typeof value === 'boolean' ? value : notAMock()
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : notAMock()
}

function recordOf(value: unknown): Answer {
  return isAnswer(value) ? value : notAMock()
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function notAMock(): never {
  throw new ScenarioError('What answers there is not the control API of this version of the mock')
}
