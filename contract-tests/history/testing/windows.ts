import { readingsOf, type Window } from '../readings.ts'
import { tooMany } from '../spending.ts'
import { story, type Scene } from './story.ts'

export const MINUTE_S = 60
export const DAY_S = 86_400

/** A list with what is left of 60 and the second of the Reset, answered 50 ms after a second of the story. */
export function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets', json: [], at: [second, second + 0.05], quota: [60, remaining, reset], ...more }
}

/** The same, answered at once by a clock that stands still. */
export const still = (second: number, remaining: number, reset: number): Scene =>
  at(second, remaining, reset, { at: [second, second] })
/** An error, which may be free. */
export const error = (second: number, remaining: number, reset: number): Scene =>
  at(second, remaining, reset, { status: 404, json: {} })
/** Several that are sent at once, and answered one after the other. */
export const from = (
  sent: number,
  ends: readonly number[],
  remaining: number,
  reset: number,
): readonly Scene[] => ends.map((end) => at(sent, remaining, reset, { at: [sent, end] }))

/** What contradicts that a key’s figures are those of a window. */
export function contradicted(
  kind: Window['kind'],
  scenes: readonly Scene[],
  length = MINUTE_S,
  isShared = false,
): string {
  const found = tooMany(readingsOf(story(...scenes)), { kind, length }, isShared)
  if (found === undefined) return 'nothing'
  const ids = found.exchanges.map(({ id }) => `#${id}`)
  return `${found.of}: expected ${found.expected}; actual ${found.actual} (${ids.join(' ')})`
}

/** What a window of a kind leaves of a story: what contradicts it, or `nothing`. */
export type Case = readonly [what: string, scenes: readonly Scene[], contradicted: readonly [string]]
