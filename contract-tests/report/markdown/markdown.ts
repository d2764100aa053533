import { counted } from '../../../spec/wording.ts'
import { conclusionOf, noteOf, verdictLine, warningOf } from '../model/conclusion.ts'
import {
  aspectOf,
  countUnverified,
  faultsOf,
  findingsOf,
  hitName,
  reasonsOf,
  whereFrom,
  type Finding,
} from '../model/findings.ts'
import type { ReportedExchange, RunReport } from '../model/run-report.ts'
import { noReplyHeading, requestText } from '../model/no-reply.ts'
import { shortCommand } from '../model/repeat.ts'
import { cut } from '../model/text.ts'
import type { Tone } from '../model/verdict.ts'
import { markdownFacts } from './facts.ts'
import {
  markdownCode,
  markdownDetails,
  markdownFence,
  markdownSentence,
  compactTable,
  markdownText,
} from './text.ts'

// GitHub refuses a job summary of more than 1 MiB.
const MOST_BYTES = 1024 * 1024
const REST = '_The rest is left out here, since a summary may hold 1 MiB: see the HTML or JSON report._\n'

const LONGEST_VALUE = 1000
const LONGEST_CURL = 8000

const SIGNS: Readonly<Record<Tone, string>> = { good: '✅', fair: '⚠️', bad: '❌' }

/** The report for the summary page of a CI job, broken clauses first. It is truncated to 1 MiB. */
export function markdownReport(report: RunReport): string {
  const { word, tone } = conclusionOf(report)
  const blocks = [
    `## ${SIGNS[tone]} Pet Store contract: ${word}`,
    markdownText(verdictLine(report)),
    markdownText(noteOf(report) ?? ''),
    markdownText(warningOf(report) ?? ''),
    `${markdownCode(report.baseUrl)} · ${markdownText(report.startedAt.replace('T', ' ').replace(/\..*$/, ' UTC'))}`,
    ...noReply(report),
    ...findings('Broken', findingsOf(report, 'broken')),
    ...faults(report),
    ...findings('Warned', findingsOf(report, 'warned')),
    ...notVerified(report),
    ...markdownFacts(report),
  ]
  return within(MOST_BYTES, blocks)
}

function noReply(report: RunReport): readonly string[] {
  const heading = noReplyHeading(report)
  if (heading === undefined) return []
  const { unanswered = [] } = report
  const rows = unanswered.map((one) => [markdownCode(requestText(one)), markdownText(one.why)])
  const curls = unanswered.map(({ curl }) => shortCommand(curl, LONGEST_CURL))
  return [
    `### No reply: ${markdownText(heading)}`,
    compactTable(['request', 'why'], rows),
    markdownDetails('Repeat it', markdownFence(curls.join('\n'), 'sh')),
  ]
}

function findings(heading: string, all: readonly Finding[]): readonly string[] {
  if (all.length === 0) return []
  const clauses = Map.groupBy(all, ({ clause }) => clause)
  return [
    `### ${heading}: ${counted(clauses.size, 'clause')}`,
    ...Array.from(clauses.values()).flatMap((own) => [clauseBlock(own), table(own), repeat(own)]),
  ]
}

function clauseBlock([first]: readonly Finding[]): string {
  if (!first) return ''
  const { clause, accepted } = first
  const from = whereFrom(clause)
  const source =
    from.kind === 'document'
      ? `> ${markdownCode(from.words)} — ${markdownText(`the document, ${from.section}`)}`
      : `> Not in the document; asked for by ${markdownText(from.name)}.`
  const acceptance = accepted
    ? `\n>\n> Known, and accepted until ${accepted.until}: ${markdownText(accepted.reason)}`
    : ''
  return `**${clause.id}** ${markdownSentence(clause.text)}\n\n${source}${acceptance}`
}

function table(own: readonly Finding[]): string {
  const rows = own.map(({ clause, test, expected, actual, instead, exchange, tried, seen }) => [
    markdownSentence(aspectOf(test, clause) || 'the clause itself'),
    expected.map((lawful) => markdownSentence(cut(lawful, LONGEST_VALUE))).join('<br>or '),
    [
      markdownText(cut(actual, LONGEST_VALUE)),
      ...(instead === '' ? [] : [`${instead} may be broken instead`]),
    ].join('<br>'),
    [
      exchange ? exchangeText(exchange) : '',
      ...seen.map(({ label, what, where }) => {
        const text = markdownText(`${cut(what, LONGEST_VALUE)} (${where})`)
        return label === 'with' ? `with ${text}` : text
      }),
      ...(tried === undefined ? [] : [markdownText(tried)]),
    ].join('<br>'),
  ])
  return compactTable(['test', 'expected', 'actual', 'exchange'], rows)
}

/** `#7 POST /pets {"name":"Rex"} → 400`. */
function exchangeText({ id, method, path, record, status }: ReportedExchange): string {
  const request = requestText({ method, path, ...(record?.body !== undefined && { body: record.body }) }, 200)
  return `${markdownCode(`#${id} ${request}`)} → ${status}`
}

function repeat(own: readonly Finding[]): string {
  const all = own.flatMap(({ repeat, seen }) => [repeat, ...seen.map(({ curl }) => curl)])
  const curls = all.flatMap((curl) => (curl === undefined ? [] : [shortCommand(curl, LONGEST_CURL)]))
  if (curls.length === 0) return ''
  return markdownDetails('Repeat it', markdownFence([...new Set(curls)].join('\n'), 'sh'))
}

function faults(report: RunReport): readonly string[] {
  const rows = faultsOf(report).map(({ clause, test: { detail = '' } }) => [
    clause.id,
    markdownText(cut(detail, LONGEST_VALUE)),
  ])
  return rows.length === 0
    ? []
    : ['### Errors: faults of the suite itself, not of the service', compactTable(['clause', 'fault'], rows)]
}

function notVerified(report: RunReport): readonly string[] {
  const reasons = reasonsOf(report)
  if (reasons.length === 0) return []
  const rows = reasons.map(({ reason, clauses }) => [
    markdownText(cut(reason, LONGEST_VALUE)),
    clauses.map(hitName).join(', '),
  ])
  const summary = `Not verified: ${countUnverified(report, reasons)}`
  return [markdownDetails(summary, compactTable(['why', 'clauses'], rows))]
}

/** The first blocks, as many as fit into the given number of bytes. */
function within(most: number, blocks: readonly string[]): string {
  let room = most - Buffer.byteLength(REST)
  const shown: string[] = []
  for (const block of blocks.filter((one) => one !== '')) {
    room -= Buffer.byteLength(block) + 2
    if (room < 0) return `${shown.join('\n\n')}\n\n${REST}`
    shown.push(block)
  }
  return `${shown.join('\n\n')}\n`
}
