import type { ReportedExchange, RunReport } from '../../contract-tests/report/model/run-report.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { LONGEST, mixRuns, type BreachOutcome, type MixRun } from './strangers/mix-figures.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { nowIn, poster, runOverStranger } from './run-over-stranger.ts'
import type { OptionMix } from './strangers/mixes.ts'
import type { StrangerBreach } from './strangers/options.ts'
import { startStranger, type Running, type Stranger } from './strangers/strangers.ts'

/** What a run reported of a stranger that acts by a mix. */
export interface MixVerdict {
  readonly broken: readonly ClauseId[]
  readonly faults: readonly string[]
  readonly report: RunReport
}

/** Whether the stranger, or the suite itself, was blamed. */
export function isBlamed({ broken, faults }: MixVerdict): boolean {
  return broken.length + faults.length > 0
}

export function outcomeOf({ clauses }: StrangerBreach, verdict: MixVerdict): BreachOutcome {
  if (verdict.broken.some((id) => clauses.includes(id))) return 'seen'
  return isBlamed(verdict) ? 'wrong clause' : 'missed'
}

// The letters alone: a mix may accept neither digits nor hyphens in a name.
const MARK = 'contractabcd'
// Each run moves the clock by hours or days; in December 2030 getPet is removed.
const LATEST = Date.UTC(2030, 0, 1)

/** One process of a stranger, which acts by one mix after the other. */
export class MixJudge implements AsyncDisposable {
  readonly #stranger: Stranger
  #running: Running | undefined

  constructor(stranger: Stranger) {
    this.#stranger = stranger
  }

  /** Judges a mix. The longest run, and it alone, waits for the removal of getPet, which ends the process. */
  async judge(options: OptionMix, run: MixRun, breach?: StrangerBreach): Promise<MixVerdict> {
    const isLast = run === LONGEST
    const baseUrl = await this.#configured(options, breach)
    const report = await runOverStranger(
      baseUrl,
      (healthy) => healthy,
      { ...mixRuns[run], mark: MARK },
      isLast,
    )
    if (isLast) await this[Symbol.asyncDispose]()
    return { broken: clausesThatAre('broken', report), faults: faultsOf(report), report }
  }

  async #configured(options: OptionMix, breach: StrangerBreach | undefined): Promise<string> {
    this.#running ??= await startStranger(this.#stranger)
    const { baseUrl } = this.#running
    const { now } = nowIn(await poster(baseUrl)('configure', { options, breach: breach?.name ?? null }))
    if (now < LATEST) return baseUrl
    await this[Symbol.asyncDispose]()
    return await this.#configured(options, breach)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.[Symbol.asyncDispose]()
    this.#running = undefined
  }
}

/** What was reported, line by line: the clause, what was expected and seen, and the exchanges. */
export function describeFindings({ report, faults }: MixVerdict): readonly string[] {
  const byId = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]))
  const findings = report.clauses.flatMap(({ id, tests }) =>
    tests.flatMap(({ title, verdict, breach, evidence }) => {
      if (verdict !== 'broken' || breach === undefined) return []
      const shown = new Set([breach.exchange, ...(breach.shapes ?? []).flatMap((shape) => shape.exchanges)])
      const exchanges = [...shown, ...evidence.filter((each) => !shown.has(each))]
      return [
        `${id}: ${title}`,
        `  expected: ${breach.expected.join(' | or ')}`,
        `  actual: ${breach.actual}`,
        ...exchanges.slice(0, 8).flatMap((each) => {
          const exchange = byId.get(each)
          return exchange === undefined ? [] : [`  ${describeExchange(exchange)}`]
        }),
      ]
    }),
  )
  return [...findings, ...faults]
}

const HEADERS = /^(x-ratelimit-.*|retry-after|date|content-type|location)$/

/** `#12 key GET /pets?limit=3 → 200 {"x-ratelimit-remaining":"41",…} body`. */
export function describeExchange(exchange: ReportedExchange): string {
  const { id, caller, method, path, status, headers, body, record } = exchange
  const shown = Object.entries(headers).filter(([name]) => HEADERS.test(name))
  const sent = record?.body === undefined ? '' : ` ${record.body.slice(0, 120)}`
  const when = `after #${record?.after ?? 0}, ${record?.sent.slice(0, 19) ?? ''}`
  return `#${id} (${when}) ${caller} ${method} ${path}${sent} → ${status} ${JSON.stringify(Object.fromEntries(shown))} ${body.slice(0, 160)}`
}
