import { assumptionText } from '../model/assumptions.ts'
import { askedLine, askedRows, classesText, notAsked, share } from '../model/asked.ts'
import { adviceOf, conclusionOf, warningOf } from '../model/conclusion.ts'
import { aspectOf, findingsOf, whereFrom, type Finding } from '../model/findings.ts'
import { isOutdated } from '../model/known-breaches.ts'
import type { ClauseReport, RunReport, TestReport } from '../model/run-report.ts'
import { oneLine } from '../model/text.ts'
import { element, xmlDocument, type Element } from './xml.ts'

/**
 * The report as JUnit XML: a suite for each section of the document, a case for each test. It fails where the run fails:
 * an accepted breach is skipped, and so is what could not be verified; a warning passes with a remark.
 */
export function junitReport(report: RunReport): string {
  const sections = Map.groupBy(report.clauses, ({ section }) => section)
  const suites = [
    ...Array.from([...sections].entries(), ([index, [section, clauses]]) =>
      suite(
        section,
        clauses.flatMap((clause) => clause.tests.map((test) => testCase(report, clause, test))),
        report,
        index === 0 ? ofTheWhole(report) : [],
      ),
    ),
    ...outdated(report),
    ...shortfall(report),
  ]
  const attributes = { name: `petstore contract ${report.baseUrl}`, ...counts(suites), time: time(report) }
  return xmlDocument(element('testsuites', attributes, suites))
}

/** A run that could not start as JUnit XML: one case, whose error says why. */
export function junitOfNoRun(why: string): string {
  const error = element('error', { type: 'could not be run', message: oneLine(why) }, [why])
  const cases = [element('testcase', { name: 'the suite could be run', classname: 'contract.run' }, [error])]
  const own = element('testsuite', { name: 'the suite could be run', ...counts(cases) }, cases)
  return xmlDocument(element('testsuites', { name: 'petstore contract', ...counts([own]) }, [own]))
}

/** What is judged, and under what: of JUnit's elements, only a suite or a case has properties. */
function ofTheWhole(report: RunReport): readonly Element[] {
  const { assumptions = [], asked = [], unanswered = [] } = report
  const warning = warningOf(report)
  const own = [
    ...(warning === undefined ? [] : [property('warning', warning)]),
    ...unanswered.map((one) => property('no reply', `${one.why}: ${one.curl}`)),
    ...assumptions.map((one) => property('assumed', assumptionText(one))),
    ...(asked.length === 0 ? [] : [property('asked', askedLine(asked))]),
    ...askedRows(asked).flatMap(({ name, parts }) =>
      parts.map((part) => property(`asked: ${name}, ${part.name}`, share(part))),
    ),
    ...notAsked(asked).map(({ what, why }) => property('not asked', `${what}: ${why}`)),
  ]
  return own.length === 0 ? [] : [element('properties', {}, own)]
}

function property(name: string, value: string): Element {
  return element('property', { name, value })
}

function suite(
  name: string,
  cases: readonly Element[],
  { startedAt, baseUrl }: RunReport,
  about: readonly Element[] = [],
): Element {
  const attributes = {
    name,
    ...counts(cases),
    timestamp: startedAt.replace(/(\.\d+)?Z$/, ''),
    hostname: hostOf(baseUrl),
  }
  return element('testsuite', attributes, [...about, ...cases])
}

function testCase(report: RunReport, clause: ClauseReport, test: TestReport): Element {
  const aspect = aspectOf(test, clause)
  const name = aspect === '' ? `${clause.id} ${clause.text}` : `${clause.id} ${aspect}`
  const about = { name, classname: `contract.${clause.id}`, time: time(test) }
  const classes = classesText(clause)
  return element('testcase', about, [
    properties({
      clause: clause.id,
      level: clause.level,
      verdict: test.verdict,
      requirement: clause.text,
      ...(classes !== undefined && { classes }),
      ...source(clause),
    }),
    ...verdictOn(report, test),
  ])
}

function verdictOn(report: RunReport, test: TestReport): readonly Element[] {
  const detail = test.detail ?? 'no reason given'
  switch (test.verdict) {
    case 'held':
      return []
    case 'not verified':
      return [element('skipped', { message: `not verified: ${detail}` })]
    case 'error':
      return [element('error', { type: 'fault of the suite', message: oneLine(detail) }, [detail])]
    case 'warned':
    case 'broken': {
      const finding = findingsOf(report, test.verdict).find((one) => one.test === test)
      return finding ? breach(finding) : []
    }
  }
}

function breach(finding: Finding): readonly Element[] {
  const { accepted } = finding
  const story = storyOf(finding)
  const message = `expected ${finding.expected.join(', or ')}; actual ${finding.actual}`
  if (finding.test.verdict === 'warned') return [element('system-out', {}, [`warned: ${story}`])]
  if (!accepted) return [element('failure', { type: 'broken', message: oneLine(message) }, [story])]
  const reason = `broken, and accepted until ${accepted.until}: ${accepted.reason}`
  return [element('skipped', { message: oneLine(reason) }), element('system-out', {}, [story])]
}

function storyOf({
  clause,
  expected,
  actual,
  instead,
  exchange,
  repeat,
  statuses,
  tried,
  seen,
}: Finding): string {
  return [
    clause.text,
    ...Object.entries(source(clause)).map(([name, words]) => `${name}: ${words}`),
    ...expected.map((lawful, index) => `${index === 0 ? 'expected' : '      or'}: ${lawful}`),
    `actual: ${actual}`,
    ...(instead === '' ? [] : [`instead: ${instead} may be broken`]),
    ...(exchange ? [`exchange: ${exchange.id}`] : []),
    ...(tried === undefined ? [] : [`tried: ${tried}`]),
    ...(repeat === undefined ? [] : [`repeat: ${repeat}`]),
    ...(statuses === undefined ? [] : [statuses]),
    ...seen.flatMap(({ label, what, where, curl }) => [
      `${label}: ${what} (${where})`,
      ...(curl === undefined || curl === exchange?.curl ? [] : [`repeat: ${curl}`]),
    ]),
  ].join('\n')
}

function source(clause: ClauseReport): Readonly<Record<string, string>> {
  const from = whereFrom(clause)
  return from.kind === 'document' ? { document: from.words } : { standard: from.name }
}

/** Why a run fails without a breach. */
function shortfall(report: RunReport): readonly Element[] {
  const message = adviceOf(report)
  if (message === undefined) return []
  const { word } = conclusionOf(report)
  const about = { name: 'enough was verified', classname: 'contract.enough' }
  const failure = element('failure', { type: word, message: oneLine(message) }, [message])
  return [suite('enough was verified', [element('testcase', about, [failure])], report)]
}

/** The known breaches that fail the run because their file is out of date. */
function outdated(report: RunReport): readonly Element[] {
  const cases = report.known.filter(isOutdated).map(({ clause, state, until, reason }) => {
    const message = state === 'gone' ? 'it no longer happens' : `its date has passed: ${until}`
    return element('testcase', { name: `${clause} is still accepted`, classname: 'contract.known' }, [
      element('failure', { type: state, message }, [
        `known breach of ${clause}: ${message}\nreason: ${reason}`,
      ]),
    ])
  })
  return cases.length === 0 ? [] : [suite('Known breaches', cases, report)]
}

function properties(named: Readonly<Record<string, string>>): Element {
  const own = Object.entries(named).map(([name, value]) => property(name, value))
  return element('properties', {}, own)
}

function counts(elements: readonly Element[]): Readonly<Record<string, number>> {
  const of = (name: string): number => elements.reduce((sum, one) => sum + one.count(name), 0)
  return { tests: of('testcase'), failures: of('failure'), errors: of('error'), skipped: of('skipped') }
}

function time({ milliseconds = 0 }: { readonly milliseconds?: number }): string {
  return (milliseconds / 1000).toFixed(3)
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
