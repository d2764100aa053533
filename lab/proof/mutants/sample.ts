// A sample of the mutants that the suite has killed, small enough to be tried whenever the suite is proved.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { someOf } from '../sample.ts'
import type { StrykerResult } from './judge-mutants.ts'
import { canBeSwitched, type Change } from './switches.ts'

/** A mutant, and what a run must say of it. */
export interface Sampled extends Change {
  /** As `saidOtherwise` tells it: `broken LIST-3`. */
  readonly told: string
  /** The mix that it is run against. */
  readonly mix: string
  /** From the root of the repository. */
  readonly file: string
}

const SEED = '1'
// Of each promise that some mutant was seen to break, and of each variant that was read instead of another.
const OF_EACH_PROMISE = 2
const OF_EACH_VARIANT = 1
const LONGEST = 100

const ROOT = join(import.meta.dirname, '../../..')
export const SAMPLE = join(import.meta.dirname, 'sample.yaml')
const HEAD = `# Mutants of the mock, drawn by a seed from those that the suite has killed, some for each clause that any of them breaks and for each
# open point that is read otherwise: npm run lab -- mutant-sample tries them, and fails where a run does not say the same again. Written by
# npm run lab -- mutants; a mutant whose code is no more is left out, as long as the promise has another.
`

export async function readSample(): Promise<readonly Sampled[]> {
  return parse(await readFile(SAMPLE, 'utf8')) as readonly Sampled[]
}

export interface Left {
  /** Those whose code still stands in the mock. */
  readonly mutants: readonly Sampled[]
  /** The promises that they break: `broken LIST-3`. */
  readonly promises: ReadonlySet<string>
  /** The promises that only mutants broke of which nothing is left. */
  readonly lost: readonly string[]
}

/** What is left of a sample after the mock has been changed. */
export async function whatIsLeft(sample: readonly Sampled[]): Promise<Left> {
  const sources = new Map<string, string>()
  for (const file of new Set(sample.map((one) => one.file)))
    sources.set(file, await readFile(join(ROOT, file), 'utf8'))
  const mutants = sample.filter((one) => canBeSwitched(sources.get(one.file) ?? '', one))
  const promises = promisesOf(mutants)
  return { mutants, promises, lost: [...promisesOf(sample)].filter((one) => !promises.has(one)) }
}

function promisesOf(sample: readonly Sampled[]): ReadonlySet<string> {
  return new Set(sample.map(({ told }) => told).filter((told) => !told.startsWith('read ')))
}

export function writeSample(sample: readonly Sampled[]): string {
  return HEAD + stringify(sample, { lineWidth: 0, singleQuote: true })
}

/** A mutant as Stryker tells of it, with its file, which may have become another since. */
export interface Mutated extends StrykerResult {
  readonly file: string
  readonly source: string
  readonly sourceNow: string
}

/** Draws some of the mutants that were killed and are still there, by what they were killed by. */
export function drawSample(
  mutants: readonly Mutated[],
  mixes: ReadonlyMap<string, string>,
): readonly Sampled[] {
  const candidates = mutants.flatMap(({ file, source, status, location, replacement, ...how }): Sampled[] => {
    const { start, end } = location
    const [was, told = ''] = [
      source.split('\n')[start.line - 1] ?? '',
      (how.statusReason ?? '').split('; ')[0],
    ]
    const change = { was: was.slice(start.column - 1, end.column - 1), becomes: replacement }
    const isShort = start.line === end.line && Math.max(change.was.length, replacement.length) <= LONGEST
    // What is decided while a module loads cannot be woken afterwards.
    if (status !== 'Killed' || how.static === true || !isShort || !canBeSwitched(how.sourceNow, change))
      return []
    const mix = mixes.get(how.killedBy?.[0] ?? '') ?? ''
    return [{ told, mix, file, ...change }]
  })
  const drawn = Object.entries(Object.groupBy(candidates, ({ told }) => told.split(':')[0] ?? '')).flatMap(
    ([told, ones = []]) => {
      if (!/^(broken|warned|read) /.test(told)) return []
      const shuffled = someOf(ones, nameSampled, ones.length, SEED)
      // Of several files, so that a promise is not lost with the code of one.
      const firstOfFiles = shuffled.filter(
        ({ file }, at) => shuffled.findIndex((other) => other.file === file) === at,
      )
      const most = told.startsWith('read') ? OF_EACH_VARIANT : OF_EACH_PROMISE
      return [...new Set([...firstOfFiles, ...shuffled])].slice(0, most)
    },
  )
  return drawn.toSorted((one, other) => one.told.localeCompare(other.told))
}

/** `mock/core/pets/list-pets.ts: limit > 100 → limit >= 100`. */
export function nameSampled({ file, was, becomes }: Sampled): string {
  return `${file}: ${was} → ${becomes}`
}
