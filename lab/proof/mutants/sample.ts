// A sample of the mutants that the suite has killed, small enough to run with every proof.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { someOf } from '../sample.ts'
import type { StrykerResult } from './judge-mutants.ts'
import { canBeSwitched, type Change } from './switches.ts'

/** A mutant, and what a run must report of it. */
export interface Sampled extends Change {
  /** One line of `describeChanges`: `broken LIST-3`. */
  readonly reports: string
  /** The mix that it is run against. */
  readonly mix: string
  /** From the root of the repository. */
  readonly file: string
}

const SEED = '1'
// Mutants for each clause that one of them breaks, and for each variant that is read because of one.
const OF_EACH_PROMISE = 2
const OF_EACH_VARIANT = 1
const LONGEST = 100

const ROOT = join(import.meta.dirname, '../../..')
export const SAMPLE = join(import.meta.dirname, 'sample.yaml')
const HEAD = `# A sample of the mutants that the suite has killed: some for each clause that one of them breaks, and for each open point that one of
# them changes. \`npm run lab -- mutant-sample\` runs them and fails where a run no longer reports the same. \`npm run lab -- mutants\`
# writes this file. A mutant whose code has been removed is skipped, as long as its clause has another one.
`

export async function readSample(): Promise<readonly Sampled[]> {
  return parse(await readFile(SAMPLE, 'utf8')) as readonly Sampled[]
}

export interface Remaining {
  /** Those whose code still stands in the mock. */
  readonly mutants: readonly Sampled[]
  /** The promises that they break: `broken LIST-3`. */
  readonly promises: ReadonlySet<string>
  /** The promises that none of them breaks, but one of the whole sample did. */
  readonly lost: readonly string[]
}

/** The part of a sample that the mock's present source still allows. */
export async function findRemaining(sample: readonly Sampled[]): Promise<Remaining> {
  const sources = new Map<string, string>()
  for (const file of new Set(sample.map((one) => one.file)))
    sources.set(file, await readFile(join(ROOT, file), 'utf8'))
  const mutants = sample.filter((one) => canBeSwitched(sources.get(one.file) ?? '', one))
  const promises = brokenPromises(mutants)
  return { mutants, promises, lost: [...brokenPromises(sample)].filter((one) => !promises.has(one)) }
}

function brokenPromises(sample: readonly Sampled[]): ReadonlySet<string> {
  return new Set(sample.map(({ reports }) => reports).filter((line) => !line.startsWith('read ')))
}

export function writeSample(sample: readonly Sampled[]): string {
  return HEAD + stringify(sample, { lineWidth: 0, singleQuote: true })
}

/** A mutant as Stryker reports it, with the source of its file at that time and now. */
export interface Mutated extends StrykerResult {
  readonly file: string
  readonly source: string
  readonly sourceNow: string
}

/** Draws some of the killed mutants whose code is still there, for each thing that runs reported of them. */
export function drawSample(
  mutants: readonly Mutated[],
  mixes: ReadonlyMap<string, string>,
): readonly Sampled[] {
  const candidates = mutants.flatMap(({ file, source, status, location, replacement, ...how }): Sampled[] => {
    const { start, end } = location
    const [was, reports = ''] = [
      source.split('\n')[start.line - 1] ?? '',
      (how.statusReason ?? '').split('; ')[0],
    ]
    const change = { was: was.slice(start.column - 1, end.column - 1), becomes: replacement }
    const isShort = start.line === end.line && Math.max(change.was.length, replacement.length) <= LONGEST
    // What a module decides while it loads cannot be switched afterwards.
    if (status !== 'Killed' || how.static === true || !isShort || !canBeSwitched(how.sourceNow, change))
      return []
    const mix = mixes.get(how.killedBy?.[0] ?? '') ?? ''
    return [{ reports, mix, file, ...change }]
  })
  const drawn = Object.entries(
    Object.groupBy(candidates, ({ reports }) => reports.split(':')[0] ?? ''),
  ).flatMap(([reported, ones = []]) => {
    if (!/^(broken|warned|read) /.test(reported)) return []
    const shuffled = someOf(ones, nameSampled, ones.length, SEED)
    // Of several files, so that a promise is not lost with the code of one.
    const firstOfFiles = shuffled.filter(
      ({ file }, at) => shuffled.findIndex((other) => other.file === file) === at,
    )
    const most = reported.startsWith('read') ? OF_EACH_VARIANT : OF_EACH_PROMISE
    return [...new Set([...firstOfFiles, ...shuffled])].slice(0, most)
  })
  return drawn.toSorted((one, other) => one.reports.localeCompare(other.reports))
}

/** `mock/core/pets/list-pets.ts: limit > 100 → limit >= 100`. */
export function nameSampled({ file, was, becomes }: Sampled): string {
  return `${file}: ${was} → ${becomes}`
}
