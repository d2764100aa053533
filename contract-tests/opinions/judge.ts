import type { ClauseId } from '../../spec/clauses.ts'
import { readContent } from '../engine/exchange.ts'
import { counted } from '../../spec/wording.ts'

/** One request and its reply as anybody on the wire sees them. */
export interface ObservedExchange {
  readonly method: string
  /** Below the base address, with its query. */
  readonly path: string
  /** By lower-case name, as are the headers of the reply. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** `undefined` where the request had none. */
  readonly requestBody: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded text; empty where the reply had none. */
  readonly body: string
  /** When it left and was answered, in Unix milliseconds; without it the exchange is judged by itself alone. */
  readonly at?: { readonly sent: number; readonly received: number }
}

/** A breach of the contract, or a doubt about it. */
export interface Finding {
  readonly message: string
  /** Where: `body.0.name`, `header.x-ratelimit-limit`; absent where it is the reply as a whole. */
  readonly path?: string
  /** A correction takes earlier breaches back: they were none. */
  readonly severity: 'error' | 'warning' | 'correction'
  /** The clause that is broken, where one of ours is; the message begins with it. */
  readonly clause?: ClauseId
  /** How many breaches a correction takes back. */
  readonly takesBack?: number
}

/** How many findings of one exchange are reported. The rest usually have the same causes. */
const MOST_REPORTED = 20

/** The first of many findings, errors before others, and how many there are besides. */
export function fewest(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST_REPORTED) return findings
  const errors = findings.filter(({ severity }) => severity === 'error')
  const others = findings.filter(({ severity }) => severity !== 'error')
  const [reported, unreported] = [
    [...errors, ...others].slice(0, MOST_REPORTED - 1),
    findings.length - MOST_REPORTED + 1,
  ]
  const severity = errors.length >= MOST_REPORTED ? 'error' : 'warning'
  return [...reported, { message: `${counted(unreported, 'more finding')} of the same exchange`, severity }]
}

/** Finds the problems of an exchange. */
export type Judge = (exchange: ObservedExchange) => Promise<readonly Finding[]>

/** Why a tool cannot judge: it is not installed, or the service cannot be asked. One line, which is for the user. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge'
}

/** The JSON of a reply's body; CannotJudge where it nests too deep, or holds too much, to be looked at. */
export function givenContent({ body }: Pick<ObservedExchange, 'body'>): unknown {
  const { json, unread } = readContent(body)
  if (unread !== undefined) throw new CannotJudge(`its body is not read, since ${unread}`)
  return json
}

/** A finding as text: where, and what. */
export function findingText({ path, message }: Finding): string {
  return path === undefined ? message : `${path}: ${message}`
}

/** Headers by lower-case name, as an ObservedExchange has them. */
export function lowerCaseNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** A path apart from its query. */
export function splitPath(path: string): { readonly path: string; readonly query: URLSearchParams } {
  const at = path.indexOf('?')
  return at < 0
    ? { path, query: new URLSearchParams() }
    : { path: path.slice(0, at), query: new URLSearchParams(path.slice(at + 1)) }
}
