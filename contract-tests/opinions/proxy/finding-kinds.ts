import { printable } from '../../../spec/wording.ts'
import { findingText, type Finding } from '../judge.ts'

/** Findings of the same fault: they differ in numbers and quoted values at most, as do their requests. */
export interface FindingKind {
  readonly id: number
  /** How many there were so far, this one included. */
  readonly times: number
}

/** The last finding of a kind, and how many there were. */
interface Last extends FindingKind {
  readonly at: number
  readonly line: string
}

/** A finding, with its exchange. */
interface Found {
  readonly at: number
  /** `GET /v1/pets`, without its query. */
  readonly request: string
  readonly status: number
  readonly finding: Finding
}

const MOST_KINDS = 1000
/** So many of a kind are logged one by one; of the others the tenth, the hundredth, and so on. */
const LOGGED = 3

/** Counts findings by kind, so that one that comes again and again hides no other one. The kinds that came last are stored. */
export class FindingKinds {
  readonly #kinds = new Map<string, Last>()
  #next = 1

  /** Counts a finding; with the line that is to be logged, if one is. */
  count(found: Found): { readonly kind: FindingKind; readonly line: string | undefined } {
    const line = lineOf(found)
    const name = line.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, '#')
    const before = this.#kinds.get(name)
    const { id = this.#next, times = 0 } = before ?? {}
    if (before === undefined) this.#next += 1
    const kind = { id, times: times + 1 }
    this.#kinds.delete(name)
    this.#kinds.set(name, { ...kind, at: found.at, line })
    const [oldest = ''] = this.#kinds.keys()
    if (this.#kinds.size > MOST_KINDS) this.#kinds.delete(oldest)
    return { kind, line: loggedLine(line, kind.times) }
  }

  /** A line for each kind of which some were not logged: how many there were, and when the last one was. */
  get repeated(): readonly string[] {
    return Array.from(this.#kinds.values())
      .filter(({ times }) => times > LOGGED)
      .map(({ line, times, at }) => printable(`${line} (${times} times, last at ${timeOf(at)})`))
  }
}

/** The time of day of an instant, here. */
export function timeOf(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}

function lineOf({ request, status, finding }: Found): string {
  const kind = finding.severity === 'error' ? 'breach' : finding.severity
  return `${request} ${status}: ${kind}: ${findingText(finding)}`
}

function loggedLine(line: string, times: number): string | undefined {
  if (times < LOGGED) return line
  if (times === LOGGED) return `${line} (${times} times: more of this kind are counted)`
  return /^10+$/.test(String(times)) ? `${line} (${times} times so far)` : undefined
}
