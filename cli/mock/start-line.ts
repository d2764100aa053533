import { jsonLine } from './json-log.ts'
import type { StartFacts } from './start-facts.ts'

/** The start message for a machine: one line of JSON. `time` in Unix milliseconds. */
export function startLine({ example: _example, ...facts }: StartFacts, time: number): string {
  return `${jsonLine({ event: 'started', time: new Date(time).toISOString(), ...facts })}\n`
}
