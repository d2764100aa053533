import type { IncomingMessage } from 'node:http'
import { printable } from '../../../spec/wording.ts'
import { keyCutter, withoutKeys, type KeyCutter } from '../../engine/cut-keys.ts'
import { decodeBody, type DecodedBody } from '../../engine/decode-body.ts'
import {
  CannotJudge,
  fewest,
  findingText,
  splitPath,
  type Finding,
  type Judge,
  type ObservedExchange,
} from '../judge.ts'
import { MOST_DECODED } from './bodies.ts'
import { joinedHeaders, type HeaderLine } from './headers.ts'

const LONGEST_KEY = 200

const UNHEARD = "the request's body has more than 1 MB, or has not come to its end"
const UNREAD = {
  text: '',
  'too large': 'its body has more than 4 MB once it is unpacked',
  unreadable: 'its body is not what its Content-Encoding says',
} satisfies Record<DecodedBody['kind'], string>

/** The counts of findings in the exchanges of a proxy so far. */
export interface FindingCounts {
  /** Exchanges that were looked at: below the base address, and not too large. */
  judged: number
  /** Findings that are errors. */
  breaches: number
  warnings: number
}

/** Judges the exchanges that pass through a proxy, counts the findings and logs them. */
export class TrafficJudge {
  readonly #basePath: string
  readonly #judge: Judge
  readonly #log: (line: string) => void
  readonly #counts: FindingCounts
  #decoding: Promise<unknown> = Promise.resolve()
  /** The last one: clients seldom alternate between keys. */
  #cutter: { readonly key: string; readonly cut: KeyCutter } | undefined

  constructor(basePath: string, judge: Judge, log: (line: string) => void, counts: FindingCounts) {
    this.#basePath = basePath
    this.#judge = judge
    this.#log = log
    this.#counts = counts
  }

  /**
   * The first findings on an exchange, errors before warnings, with the key of the request redacted. If it cannot be judged,
   * logs why. Never rejects.
   */
  async findings(
    request: IncomingMessage,
    sent: Buffer | undefined,
    reply: IncomingMessage,
    bytes: Buffer,
    at: NonNullable<ObservedExchange['at']>,
  ): Promise<readonly Finding[]> {
    const body = await this.#decoded(bytes, reply.headers['content-encoding'])
    if (sent === undefined || body.kind !== 'text') {
      this.leave(request, reply, sent === undefined ? UNHEARD : UNREAD[body.kind])
      return []
    }
    try {
      const findings = await this.#judge({
        method: request.method ?? '',
        path: (request.url ?? '').slice(this.#basePath.length),
        requestHeaders: joinedHeaders(request),
        requestBody: sent.length === 0 ? undefined : sent.toString(),
        status: reply.statusCode ?? 0,
        headers: joinedHeaders(reply),
        body: body.text,
        at,
      })
      this.#counts.judged += 1
      const cut = findings.length === 0 ? undefined : this.#cutterFor(request)
      return fewest(findings).map((finding) =>
        this.#note(request, reply, cut ? withoutKeys(finding, cut) : finding),
      )
    } catch (error) {
      // Traffic must flow, whatever ails the judge.
      this.leave(request, reply, error instanceof CannotJudge ? error.message : String(error))
      return []
    }
  }

  /** Undoes codings of one body after the other: a few bytes can need 20 MB meanwhile. */
  #decoded(bytes: Buffer, contentEncoding: string | undefined): Promise<DecodedBody> {
    const decoded = this.#decoding.then(() => decodeBody(bytes, contentEncoding, MOST_DECODED))
    if (contentEncoding !== undefined) this.#decoding = decoded
    return decoded
  }

  /** Logs why an exchange goes by unjudged. */
  leave(request: IncomingMessage, { statusCode = 0 }: IncomingMessage, why: string): void {
    this.#log(`${titleOf(request)} ${statusCode}: not judged: ${why}`)
  }

  /** A function that redacts the key of a request; `undefined` if it has none. */
  #cutterFor({ headers }: IncomingMessage): KeyCutter | undefined {
    const key = /^\S+\s+(\S+)$/.exec(headers.authorization ?? '')?.[1]
    if (key === undefined) return undefined
    // No service has keys that long, and a search for every spelling of one would be slow.
    if (key.length > LONGEST_KEY) return (text) => text.replaceAll(key, '{key}')
    if (this.#cutter?.key !== key) this.#cutter = { key, cut: keyCutter({ key, secondKey: undefined }) }
    return this.#cutter.cut
  }

  /** Counts and logs a finding. */
  #note(request: IncomingMessage, { statusCode = 0 }: IncomingMessage, finding: Finding): Finding {
    if (finding.severity === 'error') this.#counts.breaches += 1
    else this.#counts.warnings += 1
    const kind = finding.severity === 'error' ? 'breach' : 'warning'
    this.#log(`${titleOf(request)} ${statusCode}: ${kind}: ${findingText(finding)}`)
    return finding
  }
}

/** A request in a log line: without the query, which may hold a key. */
export function titleOf({ method = '', url = '' }: IncomingMessage): string {
  return `${method} ${splitPath(url).path}`
}

const BREACH_HEADER = 'X-Contract-Breach'
const MOST_LINES = 8
const LONGEST = 300

/** Header lines with the first few findings, which a web page can read too. */
export function breachLines(findings: readonly Finding[]): readonly HeaderLine[] {
  if (findings.length === 0) return []
  const shown = findings.slice(0, MOST_LINES).map((finding) => headerText(findingText(finding)))
  return [
    ...shown.map((text) => [BREACH_HEADER, text.slice(0, LONGEST)] as const),
    ['Access-Control-Expose-Headers', BREACH_HEADER],
  ]
}

/** A text in one line of ASCII, as a header requires. */
function headerText(text: string): string {
  return printable(text).replaceAll(/[^ -~]/g, '?')
}
