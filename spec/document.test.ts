import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openPoints } from './generated/open-points.ts'
import { otherPoints } from './generated/other-points.ts'
import { clauses } from './clauses.ts'
import { plans } from './plans.ts'
import { unquoted } from './unquoted.ts'

interface Statement {
  readonly text: string
  /** The heading that it stands under. */
  readonly section: string
}

const document = readFileSync(new URL('service-interface.md', import.meta.url), 'utf8')
const statements = statementsOf(document)
const quotes = clauses.flatMap(({ quote }) => (quote === undefined ? [] : [normal(quote)]))
const points = [...openPoints, ...otherPoints]
const remarks = points.flatMap((point) => ('remark' in point ? [normal(point.remark)] : []))

function normal(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** What the document states: each row of its tables, each item of its lists and each sentence. */
function statementsOf(text: string): readonly Statement[] {
  let section = ''
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    if (line.startsWith('#')) section = line
    const isRule = line.startsWith('|--')
    const isTableHead = lines[at + 1]?.startsWith('|--') === true
    if (line.startsWith('#') || isRule || isTableHead || line.trim() === '') return []
    const statement = line.replace(/^- |^\d+\. /, '')
    const parts = statement.startsWith('|') ? [statement] : statement.split(/(?<=[.!?]) (?=[A-Z`])/)
    return parts.map((part) => ({ text: normal(part), section }))
  })
}

/** The statements that none of the sayings is about. */
function unsaid(all: readonly Statement[], sayings: readonly string[]): readonly string[] {
  const isSaid = ({ text }: Statement): boolean =>
    sayings.some((saying) => saying.includes(text) || text.includes(saying))
  return [...new Set(all.filter((statement) => !isSaid(statement)).map(({ text }) => text))]
}

/** A section with its heading and all that is below it; the heading may go on after the name. */
function sectionOf(name: string): string {
  const lines = document.split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '').startsWith(name))
  const depth = lines[start]?.indexOf(' ') ?? 0
  const isNext = (line: string): boolean => line.startsWith('#') && line.indexOf(' ') <= depth
  const end = lines.findIndex((line, at) => at > start && isNext(line))
  return lines.slice(start, end === -1 ? undefined : end).join('\n')
}

describe('the document', () => {
  test('is split completely into rows, items and sentences', () => {
    const text = 'Clients should use exponential backoff.'
    expect(statements.length).toBeGreaterThan(80)
    expect(statements).toContainEqual({ text, section: '### When exceeded' })
    expect(statements.map((statement) => statement.text)).toContain('| Free | 60 | 1,000 |')
  })

  test.for(clauses.filter(({ quote }) => quote !== undefined))(
    'says what $id quotes, word for word and in that section',
    ({ quote = '', section }) => {
      expect(normal(sectionOf(section))).toContain(normal(quote))
    },
  )

  test.for(points.filter((point) => 'remark' in point))(
    'says what $id remarks, word for word',
    ({ remark }) => {
      expect(normal(document)).toContain(normal(remark))
    },
  )

  test('has an open point for everything that it leaves open', () => {
    const silences = statements.filter(({ text }) => /not (shown|stated)/.test(text))
    expect(silences.length).toBeGreaterThan(10)
    expect(unsaid(silences, remarks)).toEqual([])
  })

  test('has a clause for every statement, except those listed with a reason', () => {
    expect(unsaid(statements, [...quotes, ...remarks])).toEqual(Object.keys(unquoted))
    for (const excuse of Object.values(unquoted)) expect(excuse.length).toBeGreaterThan(0)
  })

  test('a promise without a clause and a gap without an open point are detected', () => {
    const more = statementsOf(`${document}\n1. Every pet barks.\n2. Its colour: not shown.\n`)
    const texts = unsaid(more, [...quotes, ...remarks, ...Object.keys(unquoted)])
    expect(texts).toEqual(['Every pet barks.', 'Its colour: not shown.'])
  })

  test('has the figures of the plans', () => {
    const figure = (value: number | 'custom'): string => value.toLocaleString('en')
    const rows = plans.map(
      ({ name, perMinute, perDay }) => `| ${name} | ${figure(perMinute)} | ${figure(perDay)} |`,
    )
    const tabled = statements.filter(({ section }) => section === '### Rate limits by plan')
    expect(tabled.map(({ text }) => text)).toEqual(rows)
  })
})

describe('the clauses', () => {
  test('have ids of an area and a number, each once', () => {
    const ids = clauses.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[A-Z]+-[1-9]\d*$/)
  })

  test.for(clauses)(
    '$id: a must quotes the document, and a should names who asks it',
    ({ level, quote, source }) => {
      expect(level === 'must' ? quote : source).toBeTruthy()
    },
  )
})
