import type { ObservedChoice } from './run-report.ts'

/** How many of the open points were observed, and how many of those show another variant than before. */
export function countChoices(choices: readonly ObservedChoice[]): {
  readonly seen: number
  readonly changed: number
} {
  const changed = choices.filter(({ before }) => before !== undefined).length
  return { seen: choices.filter(({ variant }) => variant !== undefined).length, changed }
}

/** The choices that were observed, in the form that `petstore mock --choices` reads; those that were not as comments. */
export function choicesFile(choices: readonly ObservedChoice[], baseUrl: string, startedAt: string): string {
  const lines = choices.map(({ id, variant, detail }) =>
    variant === undefined ? `# ${id}: not observed (${detail ?? 'no reason'})` : `${id}: '${variant}'`,
  )
  return `# How ${baseUrl} settles what its document leaves open, as seen ${startedAt}.\n${lines.join('\n')}\n`
}

/** The observed choices with what was seen before beside each that has changed since. */
export function withDrift(
  choices: readonly ObservedChoice[],
  before: Readonly<Record<string, string>>,
): readonly ObservedChoice[] {
  return choices.map((choice) => {
    const earlier = before[choice.id]
    const hasDrifted = earlier !== undefined && choice.variant !== undefined && choice.variant !== earlier
    return hasDrifted ? { ...choice, before: earlier } : choice
  })
}
