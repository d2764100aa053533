import type { IncomingMessage } from 'node:http'
import { withoutKeys } from '../../engine/cut-keys.ts'
import { decodeBody, type DecodedBody } from '../../engine/decode-body.ts'
import { CannotJudge, fewest, splitPath, type Finding, type Judge, type ObservedExchange } from '../judge.ts'
import { MOST_DECODED } from './bodies.ts'
import type { FindingKind, FindingKinds } from './finding-kinds.ts'
import { joinedHeaders } from './headers.ts'
import type { RecentKeys } from './recent-keys.ts'

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

/** A finding on an exchange, as it may be shown: without keys. */
export interface ReportedFinding {
  /** When the reply arrived, in Unix milliseconds. */
  readonly at: number
  /** `GET /v1/pets`, without its query. */
  readonly request: string
  readonly status: number
  readonly finding: Finding
  readonly kind: FindingKind
}

/** What was found of an exchange. */
export interface Judged {
  /** The first findings, errors before warnings, without keys. */
  readonly findings: readonly Finding[]
  /** The body of the reply without its codings; `undefined` where it could not be read. */
  readonly text: string | undefined
}

/** What judges, and who is given what is found. */
export interface TrafficJudgeOptions {
  /** The path of the base address. */
  readonly basePath: string
  readonly judge: Judge
  /** Those that no line shows. */
  readonly keys: RecentKeys
  readonly kinds: FindingKinds
  readonly log: (line: string) => void
  readonly onFinding: (reported: ReportedFinding) => void
}

/** Judges the exchanges that pass through a proxy, counts the findings, logs and reports them. */
export class TrafficJudge {
  readonly #options: TrafficJudgeOptions
  readonly #counts: FindingCounts
  #decoding: Promise<unknown> = Promise.resolve()

  constructor(options: TrafficJudgeOptions, counts: FindingCounts) {
    this.#options = options
    this.#counts = counts
  }

  /**
   * Judges an exchange. If it cannot be judged, logs why. Never rejects.
   */
  async judged(
    request: IncomingMessage,
    sent: Buffer | undefined,
    reply: IncomingMessage,
    bytes: Buffer,
    at: NonNullable<ObservedExchange['at']>,
  ): Promise<Judged> {
    const body = await this.#decoded(bytes, reply.headers['content-encoding'])
    if (sent === undefined || body.kind !== 'text') {
      this.leave(request, reply, sent === undefined ? UNHEARD : UNREAD[body.kind])
      return { findings: [], text: body.kind === 'text' ? body.text : undefined }
    }
    const { text } = body
    try {
      const findings = await this.#options.judge({
        method: request.method ?? '',
        path: (request.url ?? '').slice(this.#options.basePath.length),
        requestHeaders: joinedHeaders(request),
        requestBody: sent.length === 0 ? undefined : sent.toString(),
        status: reply.statusCode ?? 0,
        headers: joinedHeaders(reply),
        body: text,
        at,
      })
      this.#counts.judged += 1
      const reported = fewest(findings).map((finding) => this.#report(request, reply, at.received, finding))
      return { findings: reported, text }
    } catch (error) {
      // Traffic must flow, whatever ails the judge.
      this.leave(request, reply, error instanceof CannotJudge ? error.message : String(error))
      return { findings: [], text }
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
    this.#options.log(`${this.#titleOf(request)} ${statusCode}: not judged: ${why}`)
  }

  /** Counts and reports a finding. */
  #report(
    request: IncomingMessage,
    { statusCode: status = 0 }: IncomingMessage,
    at: number,
    found: Finding,
  ): Finding {
    const finding = withoutKeys(found, (text) => this.#options.keys.cut(request, text))
    const title = this.#titleOf(request)
    if (finding.severity === 'error') this.#counts.breaches += 1
    else if (finding.severity === 'warning') this.#counts.warnings += 1
    this.#counts.breaches -= finding.takesBack ?? 0
    const exchange = { at, request: title, status, finding }
    const { kind, line } = this.#options.kinds.count(exchange)
    if (line !== undefined) this.#options.log(line)
    this.#options.onFinding({ ...exchange, kind })
    return finding
  }

  #titleOf(request: IncomingMessage): string {
    return this.#options.keys.cut(request, titleOf(request))
  }
}

/** A request in a log line: without the query. Its path may have a key in it. */
export function titleOf({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  return `${method} ${splitPath(url).path}`
}
