import { OTHER } from '../../../spec/choices.ts'
import { printable } from '../../../spec/wording.ts'
import type { ObservedChoice, RunReport } from './run-report.ts'

/**
 * How many of the open points were observed; how many a mock can settle by what was observed; and how many show another variant
 * than before.
 */
export function countChoices(choices: readonly ObservedChoice[]): {
  readonly seen: number
  readonly settled: number
  readonly changed: number
} {
  const changed = choices.filter(({ before }) => before !== undefined).length
  const seen = choices.filter(({ variant }) => variant !== undefined)
  const settled = seen.filter(({ variant, isPart }) => variant !== OTHER && isPart !== true)
  return { seen: seen.length, settled: settled.length, changed }
}

/** A file of choices as it was read: its text, and the variants in it by open point. */
export interface ChoicesRead {
  readonly text: string
  readonly choices: Readonly<Record<string, string>>
}

/** The seconds or days that a run lacks, which are others in each run. */
const TIMES = / \S+ \w+ are needed(?: until [^,]+)?, \S+ \w+ are left of /

/**
 * The observed choices in the format of `petstore mock --choices`; open points that were not observed, or not by each of the values
 * that ask the question, are comments. The same
 * observations make the same file, so that a repository shows a change only where the service has changed. So what an `earlier` file of
 * the same service has stays where nothing else was observed, in the same words where a line begins with it.
 */
export function choicesFile(
  choices: readonly ObservedChoice[],
  baseUrl: string,
  earlier: ChoicesRead = { text: '', choices: {} },
): string {
  const head = printable(`# How ${baseUrl} settles what its document leaves open.`)
  const former = earlier.text.includes(head) ? earlier.choices : {}
  const formerLines = earlier.text.split(/\r?\n/).map((line) => line.trim())
  const lines = choices.map(({ id, variant, detail, isPart }) => {
    const kept = former[id]
    if (kept !== undefined && (variant === undefined || (isPart === true && variant === kept)))
      return formerLines.find((line) => line.startsWith(`${id}:`)) ?? `${id}: '${kept}'`
    if (variant === undefined)
      return `# ${id}: not observed (${detail?.replace(TIMES, ' more than is left of ') ?? 'no reason'})`
    // Other values that ask the same question may show another variant.
    return `${isPart ? '# ' : ''}${id}: '${variant}'${detail === undefined ? '' : ` # ${detail}`}`
  })
  // Text of a service must not start a line of its own.
  return `${[head, ...lines].map(printable).join('\n')}\n`
}

/** The report of a run beside what was seen before; `fails` says that a change fails the run. */
export function withExpected(
  report: RunReport,
  before: Readonly<Record<string, string>>,
  fails: boolean,
): RunReport {
  const choices = withDrift(report.choices, before)
  const isChanged = countChoices(choices).changed > 0
  return { ...report, choices, exitCode: fails && isChanged ? 1 : report.exitCode }
}

/** The observed choices with what was seen before beside each that has changed since. */
function withDrift(
  choices: readonly ObservedChoice[],
  before: Readonly<Record<string, string>>,
): readonly ObservedChoice[] {
  return choices.map((choice) => {
    const earlier = before[choice.id]
    const hasDrifted = earlier !== undefined && choice.variant !== undefined && choice.variant !== earlier
    return hasDrifted ? { ...choice, before: earlier } : choice
  })
}
