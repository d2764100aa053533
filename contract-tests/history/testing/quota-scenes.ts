import type { Scene } from './story.ts'

/** A list that is answered at a second of the story, with what is left of 60 and the second of the Reset. */
export function at(second: number, remaining: number, reset: number, more: Partial<Scene> = {}): Scene {
  return { ask: 'GET /pets?limit=1', json: [], at: [second, second], quota: [60, remaining, reset], ...more }
}

/** A refusal, with the seconds that Retry-After asks for. */
export function refused(second: number, wait: number, reset: number, more: Partial<Scene> = {}): Scene {
  return at(second, 0, reset, { status: 429, json: {}, retryAfter: String(wait), ...more })
}

/** A refusal that asks to wait until Reset. */
export function refusedUntil(reset: number, second: number, more: Partial<Scene> = {}): Scene {
  return refused(second, reset - second, reset, more)
}

/** So many lists from a second on, one each tenth of it. */
export function many(
  count: number,
  from: number,
  reset: number,
  more: Partial<Scene> = {},
): readonly Scene[] {
  return Array.from({ length: count }, (_, place) => at(from + place / 10, 9, reset, more))
}
