/** What Stryker tells of a mutant, as far as it is looked at; lines and columns count from 1. */
export interface StrykerResult {
  readonly fileName: string
  readonly location: { readonly start: Position; readonly end: Position }
  readonly replacement: string
  readonly status: string
  readonly killedBy?: readonly string[]
  readonly statusReason?: string
}

interface Position {
  readonly line: number
  readonly column: number
}

/** A mutant, by a name that stays its own when lines move. */
export interface Mutant {
  readonly file: string
  readonly line: number
  /** `was → became`, both on one line and cut where they are long; ` #2` behind the second of the same in a file. */
  readonly name: string
  readonly fate: 'killed' | 'survived' | 'left out'
  /** The mix whose run killed it, and what that said otherwise. */
  readonly by: string
  readonly told: string
}

/** Why a mutant may live, by what is no fault of the suite. */
export const excuses = {
  equivalent: 'it answers every request as the mock does',
  text: 'it changes a text for humans, which no promise is about',
  lawful: 'it is another lawful behaviour, of which no open point asks',
  unseen: 'no request of a run can show it',
  larger: 'it shows only in a run that does more',
} as const
export type Excuse = keyof typeof excuses

/** A mutant that may live: why, and which, by file. */
export type Listed = Readonly<Record<string, readonly (readonly [Excuse, name: string, why: string])[]>>

export interface Judged {
  readonly mutants: readonly Mutant[]
  /** Those that live and may. */
  readonly excused: Readonly<Record<Excuse, number>>
  /** Those that live and may not. */
  readonly survivors: readonly Mutant[]
  /** Lines of the list that are no longer true. */
  readonly stale: readonly string[]
}

/** Holds what became of the mutants against the list of those that may live. */
export function judgeMutants(mutants: readonly Mutant[], listed: Listed): Judged {
  const excused = { equivalent: 0, text: 0, lawful: 0, unseen: 0, larger: 0 }
  const stale: string[] = []
  const allowed = new Set<string>()
  const fates = new Map(mutants.map((mutant) => [keyOf(mutant), mutant.fate]))
  const files = new Set(mutants.map(({ file }) => file))
  for (const [file, entries] of Object.entries(listed)) {
    // Where only some files were asked for, nothing is known of the others.
    if (!files.has(file)) continue
    for (const [excuse, name] of entries) {
      const key = keyOf({ file, name })
      const fate = fates.get(key) ?? 'no such mutant'
      if (fate !== 'survived' || allowed.has(key)) stale.push(`${key}: ${allowed.has(key) ? 'twice' : fate}`)
      else excused[excuse] += 1
      allowed.add(key)
    }
  }
  const survivors = mutants.filter((mutant) => mutant.fate === 'survived' && !allowed.has(keyOf(mutant)))
  return { mutants, excused, survivors, stale }
}

function keyOf({ file, name }: Pick<Mutant, 'file' | 'name'>): string {
  return `${file}: ${name}`
}

/** Names mutants, in the order of their places; `sourceOf` reads a file by its path from the root. */
export function nameMutants(
  results: readonly StrykerResult[],
  sourceOf: (file: string) => string,
  fileOf: (path: string) => string,
): readonly Mutant[] {
  const seen = new Map<string, number>()
  return results.toSorted(byPlace).map((result) => {
    const { location, replacement, status, killedBy = [], statusReason = '' } = result
    const file = fileOf(result.fileName)
    const plain = `${short(textAt(sourceOf(file), location))} → ${short(replacement)}`
    const times = (seen.get(file + plain) ?? 0) + 1
    seen.set(file + plain, times)
    return {
      file,
      line: location.start.line,
      name: times === 1 ? plain : `${plain} #${times}`,
      fate: fateOf(status),
      by: killedBy.join(),
      told: statusReason,
    }
  })
}

function byPlace(one: StrykerResult, other: StrykerResult): number {
  const [a, b] = [one.location.start, other.location.start]
  if (one.fileName !== other.fileName) return one.fileName < other.fileName ? -1 : 1
  return a.line - b.line || a.column - b.column
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

/** A run that does not end, or that ends the process, is one in which something else was seen. */
function fateOf(status: string): Mutant['fate'] {
  if (status === 'Ignored') return 'left out'
  if (status === 'Survived' || status === 'NoCoverage') return 'survived'
  if (['Killed', 'Timeout', 'RuntimeError'].includes(status)) return 'killed'
  throw new Error(`Stryker says that a mutant is ${status}`)
}
