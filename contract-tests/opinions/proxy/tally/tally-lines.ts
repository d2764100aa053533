import { counted, figure } from '../../../../spec/wording.ts'
import { looks, type Verdict } from '../../../report/model/verdict.ts'
import { wrap } from '../../../report/terminal/lines.ts'
import { type ClauseTally, type Tally, totalsOf } from './tally.ts'

/** What the verdicts are called as long as more may come. */
export const SO_FAR: Readonly<Record<Verdict, string>> = {
  held: 'held so far',
  broken: 'broken',
  warned: 'warned',
  'not verified': 'not yet seen',
  error: 'error',
}

const ORDER: readonly Verdict[] = ['broken', 'error', 'warned', 'held', 'not verified']

/** `2 of 55 clauses broken, 1 warned, 40 held so far, 12 not yet seen`, without verdicts that no clause has. */
export function tallyCounts(all: readonly ClauseTally[]): string {
  const totals = totalsOf(all)
  const present = ORDER.filter((verdict) => totals[verdict] > 0)
  return present
    .map((verdict, index) => {
      const of = index === 0 ? ` of ${counted(all.length, 'clause')}` : ''
      return `${totals[verdict]}${of} ${SO_FAR[verdict]}`
    })
    .join(', ')
}

const WIDEST = Math.max(...Object.values(SO_FAR).map(({ length }) => length))

/** The tally for a terminal of so many columns: its counts, then the clauses of each verdict with their exchanges. */
export function tallyLines({ clauses, exchanges }: Tally, columns = 100): readonly string[] {
  const lines = ORDER.flatMap((verdict) => {
    const own = clauses.filter((one) => one.verdict === verdict)
    if (own.length === 0) return []
    const head = `${looks[verdict].sign} ${SO_FAR[verdict].padEnd(WIDEST)}  `
    // A clause stays beside its count.
    const text = own.map((one) => withCount(one).replaceAll(' ', '\u00a0')).join(', ')
    return wrap(text, Math.max(20, columns - head.length)).map(
      (line, index) => (index === 0 ? head : ' '.repeat(head.length)) + line.replaceAll('\u00a0', ' '),
    )
  })
  return [`The tally of ${counted(exchanges, 'judged exchange')}: ${tallyCounts(clauses)}`, ...lines]
}

function withCount({ clause: { id }, verdict, exchanges, broken }: ClauseTally): string {
  if (verdict === 'not verified') return id
  return broken > 0 ? `${id} (${figure(broken)} of ${figure(exchanges)})` : `${id} (${figure(exchanges)})`
}
