import { stripVTControlCharacters, styleText } from 'node:util'
import { expect, it } from 'vitest'
import { progressLine, wrap, type Paint } from './lines.ts'
import { clauses, type ClauseId } from '../../../spec/clauses.ts'
import type { CheckResult } from '../model/finished-check.ts'
import type { ReportedExchange, UnansweredRequest } from '../model/run-report.ts'
import { terminalReport } from './terminal.ts'
import { exampleReport, flawlessReport, reportOfBlanks } from '../testing/example-report.ts'
import { hostile } from '../testing/example-exchanges.ts'

// What the document itself promises of the service; the rest rests on standards or is the client's.
const promises = clauses.filter(({ level, party }) => level === 'must' && party !== 'client').length

const plain: Paint = (_style, text) => text
const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false })

const report = exampleReport()
const text = terminalReport(report, plain)

it('ends with what is broken, and the verdict', () => {
  const headings = text.split('\n').filter((line) => /^(?:[A-Z][A-Z ]* {2}|not conformant)/.test(line))
  expect(headings.map((line) => line.replace(/ {2}.*|:.*/, ''))).toEqual([
    ...['OPEN POINTS', 'ASKED', 'LEFT OUT', 'ADDED', 'KNOWN BREACHES', 'SECOND OPINION', 'SECOND OPINION'],
    ...['ASSUMED', 'NOT VERIFIED', 'ERROR', 'WARNED', 'BROKEN', 'not conformant'],
  ])
})

it('a breach shows the requirement, the words of the document, expected, actual, and a command', () => {
  expect(text).toContain(`
✗ LIST-3  Every \`limit\` from 1 to 100 is accepted.
  the document, GET /pets: “| limit | integer | no | 1 to 100 inclusive | 20 |”
  accepted until 2027-01-31: PETS-118, a proxy caps the limit
  · the largest limit
    expected  status 200
    actual    status 400
    repeat    curl -sSi -X GET 'https://staging.pets.example.com/v1/pets?limit=100' -H "Authorization: Bearer $API_KEY"
`)
  expect(text).toContain(`
    expected  status 400
          or  status 413
          or  status 415
    actual    status 201, and <script>`)
})

it('shows as many blanks as there are, and breaks no line between two of them', () => {
  const text = terminalReport(reportOfBlanks(), plain)
  expect(text).toContain('\n    expected  name "  ", as sent\n    actual    name " "\n')
  expect(text.match(/POST \/pets \{"name":" {2}"\}/g)?.length).toBeGreaterThan(1)
  expect(wrap('as many as  here', 10)).toEqual(['as many', 'as  here'])
})

it('a breach names all exchanges that show it, grouped by shape', () => {
  expect(text).toMatch(
    / {4}actual {4}status 201\n {4}seen {6}POST \/pets → 201 \(#6, #5\)\n {4}repeat .+\n {4}seen {6}GET \/pets → 401: status 400 in 200 \(#7\)\n {4}repeat {4}curl/,
  )
})

it('clauses that are not verified are grouped by reason', () => {
  expect(text).toContain(`
? 1 test: wait too long: 1,000 requests in a day are more than --max-requests
  allows (60)
    LIMIT-6 (1 of 2 tests)
`)
})

it('shows in full why an open point was not observed, and what to do about a known breach', () => {
  const why = `precondition missing: ${'a reason that needs several lines here '.repeat(3)}the end`
  const choices = [{ id: 'ban', question: '', variant: undefined, detail: why, evidence: [] }] as const
  const text = terminalReport(exampleReport({ choices }), plain)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`ban – ${why}`)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'ERROR-2 is no longer broken: remove it from the file (until 2027-03-01: PETS-97',
  )
})

it('ends with what was assumed, and what contradicts it', () => {
  expect(text).toContain(`
ASSUMED  2
  No one else used the first key. Contradicted by #2, #3: what rests on it in
  LIMIT-5, LIMIT-7 is not verified.
  No one removed or changed pets.
`)
})

it('shows in a few lines what was asked, on which part of the classes a clause held, and what was left out', () => {
  expect(text).toContain(`
ASKED  3 of 5 classes, 2 of 4 transitions, 0 of 1 pairs at once
  listPets     limit 2/4
  getPet       petId 1/1
  transitions  the same key 2/4
  at once      two keys 0/1
  held         LIST-2 1 of 2 classes asked
  not asked    2 classes: the key’s minute is too short: --thorough
               2 transitions: no request of this run asks it
               1 pair at once: it takes a second key: --second-key-env
`)
})

it('a run of chosen clauses has no row for what it asked nothing of', () => {
  const leftOut = 'not all clauses are run: --only'
  const asked = (report.asked ?? []).map((group) =>
    group.kind === 'at once' ? { ...group, cells: group.cells.map((cell) => ({ ...cell, leftOut })) } : group,
  )
  expect(terminalReport({ ...report, asked }, plain)).toMatch(/\n {2}transitions {2}.*\n {2}held /)
})

it('a changed open point shows the earlier variant', () => {
  expect(text).toMatch(/\n {2}list-order +newest \(was oldest\)\n/)
})

it('only commands are wider than the terminal', () => {
  const wide = text.split('\n').filter((line) => line.length > 80 && !line.startsWith('    repeat'))
  expect(wide).toEqual([expect.stringMatching(/^not conformant: /)])
})

it('colours do not change the text', () => {
  expect(stripVTControlCharacters(terminalReport(report, coloured))).toBe(text)
})

it('a flawless run has a short report', () => {
  const flawless = flawlessReport({ choices: [], asked: [], created: [], perhaps: [], secondOpinions: [] })
  const { length } = flawless.clauses
  expect(terminalReport(flawless, plain)).toBe(
    `\nconformant: ${length} of ${length} clauses held (100 % of ${promises} promises of the document verified); 62 requests in 0.7 s\n`,
  )
})

it('control characters of a reply do not reach the terminal', () => {
  const everywhere = Object.values(hostile).join(' ')
  const report = exampleReport({
    secondOpinions: [{ tool: everywhere, findings: [{ exchange: 1, message: everywhere }] }],
    choices: [{ id: 'ban', question: everywhere, variant: everywhere, before: everywhere, evidence: [] }],
    mark: everywhere,
    created: [everywhere],
    perhaps: [everywhere],
  })
  expect(terminalReport(report, plain).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u202e\u2066]/u)
})

it('open points that were not observed for one reason stand together', () => {
  const unseen = { question: '', variant: undefined, detail: 'unsafe here: --exhaust', evidence: [] }
  const choices = [
    { ...unseen, id: 'body-of-429' },
    { id: 'ban', question: '', variant: 'none', evidence: [] },
    { ...unseen, id: 'retry-after-form' },
  ] as const
  expect(terminalReport(exampleReport({ choices }), plain)).toContain(`
OPEN POINTS  1 of 3 observed, none judged
  ban               none
  – unsafe here: --exhaust
    body-of-429, retry-after-form
`)
})

it('requests without a reply come before what is broken, and the end says since when there was none', () => {
  const request = { method: 'POST', path: '/pets', caller: 'key' } as const
  const no = (after: number): UnansweredRequest => {
    return { ...request, after, body: `{"name":"n${after}"}`, curl: `curl n${after}`, why: 'it ended' }
  }
  const text = terminalReport(exampleReport({ unanswered: [no(1), no(7), no(7)], gaveUp: true }), plain)
  expect(text).toMatch(
    /\nNO REPLY {2}3 requests; nothing was answered since POST \/pets \{"name":"n7"\}\n {2}POST \/pets \{"name":"n1"\}: it ended\n {4}repeat {4}curl n1\n[^]*\nBROKEN /,
  )
  expect(text).toContain('\nThe service has answered nothing since POST /pets (it ended).\n')
})

const breach = { expected: ['status 200'], actual: 'status 400', exchange: 3 }

it.each<[ClauseId, string, CheckResult, string]>([
  ['LIST-3', 'the smallest limit', { kind: 'held' }, '✓ LIST-3        the smallest limit'],
  ['LIST-3', '', { kind: 'held' }, '✓ LIST-3        Every `limit` from 1 to 100 is accepted.'],
  ['LIST-3', 'the largest limit', { kind: 'breach', breach }, '✗ LIST-3        the largest limit'],
  ['LIST-3', 'x', { kind: 'error', fault: 'a\u001b[2Jb\nc' }, '‼ LIST-3        error: a\\u001b[2Jb\\u000ac'],
  [
    'AUTH-6',
    'long '.repeat(30),
    { kind: 'breach', breach },
    `! AUTH-6        ${'long '.repeat(12)}long\n${' '.repeat(16)}${'long '.repeat(12)}long\n${' '.repeat(16)}long long long long `,
  ],
])('a finished check is a line, and more where it is long: %s %s %j', (clause, aspect, result, lines) => {
  expect(progressLine({ clause, aspect, result }, plain)).toBe(`${lines}\n`)
  expect(Math.max(...lines.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
})

it('headings and verdicts are as narrow as the terminal too', () => {
  const text = terminalReport({ ...report, mark: 'contract-of-a-team' }, plain, 60)
  expect(text).toContain(`
ADDED  4 pets, named contract-of-a-team… (other than those
       whose name itself was the test)
`)
  const one = { clause: 'LIST-3', aspect: 'a limit that is larger', result: { kind: 'held' } } as const
  expect(progressLine(one, plain, 36)).toBe('✓ LIST-3        a limit that is\n                larger\n')
})

it('what is not verified has no line of its own', () => {
  const result = { kind: 'not verified', reason: 'budget spent' } as const
  expect(progressLine({ clause: 'LIST-3', aspect: 'x', result }, plain)).toBe('')
})

it('reads no text of an exchange where nothing is broken: each is written and cleaned of keys when it is read', () => {
  const written = (): never => {
    throw new Error('a text was written')
  }
  const exchanges = flawlessReport().exchanges.map(({ id, method, caller, status }): ReportedExchange => ({
    ...{ id, method, caller, status },
    get path() {
      return written()
    },
    get curl() {
      return written()
    },
    get headers() {
      return written()
    },
    get body() {
      return written()
    },
    get record() {
      return written()
    },
  }))
  expect(terminalReport(flawlessReport({ exchanges }), plain)).toContain('conformant: ')
})
