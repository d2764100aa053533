import { Automaton } from './automaton.ts'
import type { Pattern } from './pattern.ts'

export interface Replaced {
  readonly pattern: Pattern
  readonly replacement: string
}

/**
 * Replaces what some patterns match, as `replaceAll` with a regular expression of all of them would: what begins first, and
 * of that what the first pattern matches. A regular expression may try exponentially many ways to read a text; this reads
 * it once backwards, to see where matches begin, and once forwards, to see where they end.
 */
export function replacer(all: readonly Replaced[]): (text: string) => string {
  if (all.length === 0) return (text) => text
  const patterns = all.map(({ pattern }) => pattern)
  const backwards = new Automaton(patterns, 'backwards')
  const forwards = new Automaton(patterns, 'forwards')
  return (text) => {
    const begins = beginnings(backwards, text)
    if (!begins) return text
    const parts: string[] = []
    let done = 0
    for (let at = begins.indexOf(1); at !== -1; at = begins.indexOf(1, done)) {
      const { found, end } = matchAt(forwards, text, at)
      parts.push(text.slice(done, at), all[found]?.replacement ?? '')
      // A match is never empty. If one were, this loop would still end.
      done = Math.max(end, at + 1)
    }
    return [...parts, text.slice(done)].join('')
  }
}

/** A 1 for each place of a text where a match begins; `undefined` where none does. */
function beginnings(backwards: Automaton, text: string): Uint8Array | undefined {
  let begins: Uint8Array | undefined
  let state = backwards.start
  for (let at = text.length - 1; at >= 0; at -= 1) {
    state = backwards.next(state, text.charCodeAt(at))
    if (backwards.found(state) === -1) continue
    begins ??= new Uint8Array(text.length)
    begins[at] = 1
  }
  return begins
}

function matchAt(
  forwards: Automaton,
  text: string,
  start: number,
): { readonly found: number; readonly end: number } {
  let match = { found: -1, end: start }
  let state = forwards.start
  for (let at = start; at < text.length && state >= 0; at += 1) {
    state = forwards.next(state, text.charCodeAt(at))
    const found = state < 0 ? -1 : forwards.found(state)
    if (found !== -1) match = { found, end: at + 1 }
  }
  return match
}
