import type { ClauseId } from '../../../spec/clauses.ts'
import { counted } from '../../../spec/wording.ts'
import type { ClauseReport } from './run-report.ts'

export const askedKinds = ['classes', 'in one request', 'transitions', 'at once'] as const

/** One thing that can be asked of the service: a class of values, or two requests in a certain order or at once. */
export interface AskedCell {
  readonly name: string
  /** The request before it, or beside it, where two are asked. */
  readonly beside?: string
  /** How many requests of the run asked it. */
  readonly requests: number
  /** The clauses that speak of it, where a value is asked. */
  readonly clauses?: readonly ClauseId[]
  /** Why no request asked it, where the flags or the quota are the cause. */
  readonly leftOut?: string
}

/** What can be asked of one input of an operation, of two in one request, or of two requests that are related in one way. */
export interface AskedGroup {
  readonly kind: (typeof askedKinds)[number]
  /** The operation, or how the two requests are related: `the same key`. */
  readonly of: string
  readonly input?: string
  readonly cells: readonly AskedCell[]
}

/** How many of some cells were asked. */
export interface AskedCount {
  readonly asked: number
  readonly of: number
}

export function countAsked(cells: readonly AskedCell[]): AskedCount {
  return { asked: cells.filter(isAsked).length, of: cells.length }
}

export function isAsked({ requests }: AskedCell): boolean {
  return requests > 0
}

export function cellsOf(groups: readonly AskedGroup[], kind: AskedGroup['kind']): readonly AskedCell[] {
  return groups.filter((group) => group.kind === kind).flatMap(({ cells }) => cells)
}

/** How many of the classes of values that a clause speaks of were asked, and how many were left out with a reason. */
export interface ClauseClasses extends AskedCount {
  readonly leftOut: number
}

/** `undefined` where the clause has no classes of its own. */
export function classesOf(clause: ClauseId, groups: readonly AskedGroup[]): ClauseClasses | undefined {
  const own = cellsOf(groups, 'classes').filter(({ clauses = [] }) => clauses.includes(clause))
  if (own.length === 0) return undefined
  return { ...countAsked(own), leftOut: own.filter(({ leftOut }) => leftOut !== undefined).length }
}

/** `41 of 52 classes asked`; `undefined` where the clause has none, or held in replies to other requests alone. */
export function classesText({
  verdict,
  classes,
}: Pick<ClauseReport, 'verdict' | 'classes'>): string | undefined {
  if (classes === undefined || (verdict === 'held' && classes.asked === 0)) return undefined
  return `${share(classes)} ${classes.of === 1 ? 'class' : 'classes'} asked`
}

/** `41 of 52`. */
export function share({ asked, of }: AskedCount): string {
  return `${asked} of ${of}`
}

/** `120 of 209 classes, 40 of 176 transitions, 3 of 24 pairs at once`. */
export function askedLine(groups: readonly AskedGroup[]): string {
  return askedKinds
    .filter((wanted) => groups.some(({ kind }) => kind === wanted))
    .map((kind) => `${share(countAsked(cellsOf(groups, kind)))} ${NOUNS[kind]}`)
    .join(', ')
}

const NOUNS = {
  ...{ classes: 'classes', 'in one request': 'pairs of them' },
  ...{ transitions: 'transitions', 'at once': 'pairs at once' },
} as const

/** The groups that a reader wants to see: of a run of chosen clauses (`--only`), those of which it asked something. */
export function shownGroups(groups: readonly AskedGroup[]): readonly AskedGroup[] {
  const isOfChosen = groups.some(({ cells }) =>
    cells.some(({ leftOut = '' }) => leftOut.endsWith(': --only')),
  )
  return isOfChosen ? groups.filter(({ cells }) => cells.some(isAsked)) : groups
}

/** What was asked of an operation, or of two requests in one order. */
export interface AskedRow {
  readonly name: string
  readonly parts: readonly (AskedCount & { readonly name: string })[]
}

/** A line for each operation with its inputs, one for transitions, and one for pairs at once. */
export function askedRows(groups: readonly AskedGroup[]): readonly AskedRow[] {
  const rows = Map.groupBy(groups, ({ kind, of }) => (kind === 'classes' ? of : kind))
  return Array.from(rows, ([name, own]) => ({
    name,
    parts: own.map(({ of, input, cells }) => ({ name: input ?? of, ...countAsked(cells) })),
  }))
}

/** The clauses that held for some of their classes, each with how many were asked: `LIST-3 8 of 9`. */
export function heldInPart(clauses: readonly ClauseReport[]): readonly string[] {
  return clauses.flatMap(({ id, verdict, classes }) =>
    verdict === 'held' && classes !== undefined && classes.asked > 0 && classes.asked < classes.of
      ? [`${id} ${share(classes)}`]
      : [],
  )
}

/** Why something was not asked, and how much of it. */
export interface LeftOutCells {
  readonly why: string
  /** `12 classes, 5 transitions`. */
  readonly what: string
}

/** What was not asked, by the reason; the most frequent first. */
export function notAsked(groups: readonly AskedGroup[]): readonly LeftOutCells[] {
  const all = groups.flatMap(({ kind, cells }) =>
    cells.filter((cell) => !isAsked(cell)).map(({ leftOut = NOTHING_ASKS }) => ({ kind, why: leftOut })),
  )
  const reasons = [...Map.groupBy(all, ({ why }) => why)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return reasons.map(([why, own]) => {
    const counts = askedKinds.flatMap((kind) => {
      const { length } = own.filter((one) => one.kind === kind)
      return length === 0 ? [] : [ONE[kind](length)]
    })
    return { why, what: counts.join(', ') }
  })
}

const NOTHING_ASKS = 'no request of this run asks it'

const ONE = {
  classes: (count: number) => counted(count, 'class', 'classes'),
  transitions: (count: number) => counted(count, 'transition'),
  'in one request': (count: number) => counted(count, 'pair of classes', 'pairs of classes'),
  'at once': (count: number) => counted(count, 'pair at once', 'pairs at once'),
} as const
