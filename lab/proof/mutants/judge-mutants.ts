/** The part of Stryker's report on a mutant that is used here. Lines and columns count from 1. */
export interface StrykerResult {
  readonly id: string
  readonly location: { readonly start: Position; readonly end: Position }
  readonly replacement: string
  readonly status: string
  readonly killedBy?: readonly string[]
  readonly statusReason?: string
  /** Whether it acts only while a module is loaded. */
  readonly static?: boolean
}

interface Position {
  readonly line: number
  readonly column: number
}

/** A mutant. Its name stays the same when lines move. */
export interface Mutant {
  readonly file: string
  readonly location: StrykerResult['location']
  /** `was → became`, both on one line and cut where they are long; ` #2` behind the second of the same in a file. */
  readonly name: string
  readonly fate: 'killed' | 'survived' | 'left out' | 'not in the sample'
  /** The mix whose run killed it. */
  readonly killedBy: string
  /** What that run reported otherwise than of the healthy mock: `broken LIST-3; exit code 1`. */
  readonly changes: string
}

/** Why a mutant may survive through no fault of the suite. */
export const excuses = {
  equivalent: 'it answers every request as the mock does',
  text: 'it changes a text for humans, which no promise is about',
  lawful: 'it is another lawful behaviour, about which no open point asks',
  unseen:
    'no reply to a run can show it: it limits memory, answers the control API, acts after a fault or needs luck',
  unasked:
    'no run sends what would show it, since the document promises nothing about that: broken HTTP, OPTIONS, bodies of 100 KB',
  larger: 'it shows only in a run that does more',
} as const
export type Excuse = keyof typeof excuses

/** Mutants of a file that may survive, by their names, and why. */
export interface Excused {
  readonly because: Excuse
  readonly why: string
  /** `…, and all in it` stands for a mutant and all within the code that it replaces, none of which is killed. */
  readonly mutants: readonly string[]
}

/** The mutants that may survive, by file. */
export type Listed = Readonly<Record<string, readonly Excused[]>>

const ALL_IN_IT = ', and all in it'

export interface Judged {
  readonly mutants: readonly Mutant[]
  /** How many survive and may. */
  readonly excused: Readonly<Record<Excuse, number>>
  /** Those that survive and may not. */
  readonly survivors: readonly Mutant[]
  /** Entries of the list that are wrong by now. */
  readonly stale: readonly string[]
}

/** Compares the survivors with the list of those that may survive. */
export function judgeMutants(mutants: readonly Mutant[], listed: Listed): Judged {
  const excused = { equivalent: 0, text: 0, lawful: 0, unseen: 0, unasked: 0, larger: 0 }
  const stale: string[] = []
  const allowed = new Set<Mutant>()
  const byFile = Map.groupBy(mutants, ({ file }) => file)
  for (const [file, groups] of Object.entries(listed)) {
    // A run of some files says nothing of the others.
    const ofFile = (byFile.get(file) ?? []).filter(({ fate }) => fate !== 'left out')
    if (ofFile.length === 0) continue
    for (const { because, mutants: names } of groups) {
      for (const name of names) {
        const meant = mutantsNamed(name, ofFile)
        const tried = meant.filter(({ fate }) => fate !== 'not in the sample')
        const isTrue = meant.length > 0 && tried.every((one) => one.fate === 'survived' && !allowed.has(one))
        if (!isTrue) stale.push(`${file}: ${name}: ${whyStale(meant)}`)
        for (const one of meant) allowed.add(one)
        if (isTrue) excused[because] += tried.length
      }
    }
  }
  const survivors = mutants.filter((mutant) => mutant.fate === 'survived' && !allowed.has(mutant))
  return { mutants, excused, survivors, stale }
}

function mutantsNamed(name: string, mutants: readonly Mutant[]): readonly Mutant[] {
  const isForAll = name.endsWith(ALL_IN_IT)
  const own = isForAll ? name.slice(0, -ALL_IN_IT.length) : name
  const one = mutants.find((mutant) => mutant.name === own)
  if (one === undefined) return []
  return isForAll ? mutants.filter((mutant) => isWithin(mutant, one)) : [one]
}

function isWithin({ location: inner }: Mutant, { location: outer }: Mutant): boolean {
  return !isBefore(inner.start, outer.start) && !isBefore(outer.end, inner.end)
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.column < other.column)
}

function whyStale(meant: readonly Mutant[]): string {
  if (meant.length === 0) return 'there is no such mutant'
  return meant.some(({ fate }) => fate === 'killed') ? 'it is killed' : 'it is listed twice'
}

/** Names the mutants of a file, by its path from the root, in the order of their places. */
export function nameMutants(
  file: string,
  source: string,
  results: readonly StrykerResult[],
  mixes: ReadonlyMap<string, string> = new Map(),
  isTried: (result: StrykerResult) => boolean = () => true,
): readonly Mutant[] {
  const seen = new Map<string, number>()
  const inOrder = results.toSorted(({ location: { start: one } }, { location: { start: other } }) =>
    one.line === other.line ? one.column - other.column : one.line - other.line,
  )
  return inOrder.map((result) => {
    const { location, replacement, status, killedBy = [], statusReason = '' } = result
    const plain = `${short(textAt(source, location))} → ${short(replacement)}`
    const times = (seen.get(plain) ?? 0) + 1
    seen.set(plain, times)
    const name = times === 1 ? plain : `${plain} #${times}`
    return {
      file,
      location,
      name,
      fate: isTried(result) ? fateOf(status) : notTried(status),
      killedBy: mixes.get(killedBy[0] ?? '') ?? '',
      changes: statusReason,
    }
  })
}

function textAt(source: string, { start, end }: StrykerResult['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n')
}

const LONGEST = 90
const END = 20

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - END)} … ${line.slice(-END)}`
}

function notTried(status: string): Mutant['fate'] {
  return status === 'Ignored' ? 'left out' : 'not in the sample'
}

/** A run that does not end, or that ends the process, kills its mutant too. */
function fateOf(status: string): Mutant['fate'] {
  if (status === 'Ignored') return 'left out'
  if (status === 'Survived' || status === 'NoCoverage') return 'survived'
  if (['Killed', 'Timeout', 'RuntimeError'].includes(status)) return 'killed'
  throw new Error(`Stryker says that a mutant is ${status}`)
}
