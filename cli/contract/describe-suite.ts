import { clauses } from '../../spec/clauses.ts'
import { counted } from '../../spec/wording.ts'
import { inputClasses } from '../../contract-tests/asked/input-class.ts'
import { afters, atOnce, besides, transitions } from '../../contract-tests/asked/neighbours.ts'
import { isCheck, type Check, type SuiteItem } from '../../contract-tests/engine/check.ts'

/**
 * The suite as a document: by section, each clause with its level, its requirement, and its checks with what they cost in
 * a run of the whole suite and what they need. Probes are shared, so a check pays only for those that none before it has
 * sent. `all` is the whole suite, where a part of it sends the requests of all.
 */
export function describeSuite(
  items: readonly SuiteItem[],
  all?: readonly SuiteItem[],
  readOnly = false,
): string {
  const sections = [...new Set(clauses.map(({ section }) => section))]
  const checks = items.filter(isCheck)
  const points = items.filter((item) => !isCheck(item))
  const described = sections.map((section) => describeSection(section, checks)).join('')
  if (all) {
    const sends = readOnly ? 'the whole suite, but adds no pet' : 'the whole suite and adds its pets'
    const why = `The requests of all tests show whether these clauses hold, so a run sends ${sends}.`
    return `${described}${why} In all: ${totalOf(all)}`
  }
  // A part of the suite also sends requests that other parts would share with it. Their number cannot be computed.
  if (points.length === 0) return described
  const observed = `To observe ${counted(points.length, 'open point')}: ${costOf(points)} more.`
  return `${described}${describeAsking()}\n${observed} In all: ${totalOf(items)}`
}

function totalOf(items: readonly SuiteItem[]): string {
  const isExtra = (item: SuiteItem): boolean => isCheck(item) && item.extra !== undefined
  const usual = items.filter((item) => !isExtra(item))
  return `${costOf(usual)}, and ${costOf(items.filter(isExtra))} more for extra tests, where the key's minute has room for them or with --thorough.\n`
}

/** What the report counts as asked, with what it costs where no test asks it anyway. */
function describeAsking(): string {
  const inputs = Map.groupBy(inputClasses, ({ operation, input }) => `${operation} ${input}`)
  const classes = Array.from(
    inputs,
    ([input, own]) => `  ${input}: ${own.map(({ name }) => name).join(', ')}\n`,
  )
  const pairs = [
    ...afters.map(
      (of) =>
        `  one after the other, ${of}: ${transitions.filter(({ relation }) => relation === of).length}\n`,
    ),
    ...besides.map((of) => `  at once, ${of}: ${atOnce.filter(({ relation }) => relation === of).length}\n`),
  ]
  return [
    `What is asked: ${inputClasses.length} classes of values, each with a request of its own where no other test asks it\n`,
    ...classes,
    'and pairs of an operation and its status, each with two requests where no test sends them anyway\n',
    ...pairs,
  ].join('')
}

function costOf(items: readonly SuiteItem[]): string {
  return counted(
    items.reduce((sum, { cost = 0 }) => sum + cost, 0),
    'request',
  )
}

function describeSection(section: string, checks: readonly Check[]): string {
  const own = clauses.filter((clause) => clause.section === section)
  const texts = own.map(({ id, level, text }) => {
    const lines = checks.filter((check) => check.id === id).map(describeCheck)
    return lines.length === 0 ? '' : `  ${id} (${level}) ${text}\n${lines.join('')}`
  })
  const body = texts.join('')
  return body === '' ? '' : `${section}\n${body}\n`
}

function describeCheck({ aspect = 'the clause itself', cost = 0, needs = [], extra, isDue }: Check): string {
  const ofOthers = isDue === undefined ? 'uses requests of other tests' : 'a few requests'
  const terms = [
    cost === 0 ? ofOthers : counted(cost, 'request'),
    ...(isDue === undefined ? [] : ['only where earlier replies give reason to ask']),
    ...(extra === undefined
      ? []
      : [extra === true ? 'extra test' : 'extra test for a larger plan, or with --thorough']),
    ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
  ]
  return `    - ${aspect} (${terms.join('; ')})\n`
}
