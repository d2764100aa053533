// PROOF.md's figures of strangers under mixes of their options, and of the breaches that they commit when asked.
import { markdownTable } from '../../spec/markdown.ts'
import { kindsOfRun, type BreachFigures, type MixFigures } from './strangers/mix-figures.ts'

type Figures = Omit<MixFigures, 'findings'>

/** The section, with the figures of the first attempt beside those of now. */
export function mixSection(now: readonly MixFigures[], first: readonly Figures[]): string {
  const rows = now.flatMap((one) => {
    const before = first.find(({ stranger }) => stranger === one.stranger)
    return measures.map(({ name, of }) => [one.stranger, name, before ? of(before) : '', of(one)])
  })
  const lines = now.flatMap(({ stranger, findings }) => findings.map((line) => `- ${stranger}, ${line}\n`))
  return `### Mixes and breaches

Three of the strangers have some fifty options each, every value of which conforms: together they are a service that settles
everything otherwise. Random mixes of them must be blamed for nothing. Values that their authors doubt, or that this project reads
otherwise, are left out; \`lab/proof/strangers/arguable.ts\` says why. When asked, each also commits thirty breaches that its
author thought of: many show only where requests overlap, with two keys, or after a certain request before. The longest run has to
report one of the clauses that a breach breaks, under the default options and under two mixes. The first attempt was before
anything in the suite was corrected with their help.

Written by \`npm run lab -- strangers --mixes N --breaches\`; the mixes have the seeds 1 to N.

${markdownTable(['stranger', 'what is counted', 'on the first attempt', 'now'], rows)}
${lines.length === 0 ? '' : `\n${lines.join('')}`}`
}

const measures: readonly { readonly name: string; readonly of: (figures: Figures) => string }[] = [
  ...kindsOfRun.map((run) => ({
    name: `mixes blamed (${run})`,
    of: ({ mixes }: Figures) => `${mixes[run].blamed} of ${mixes[run].tried}`,
  })),
  { name: 'breaches under the default options', of: ({ breaches }) => describeOutcomes(breaches.default) },
  { name: 'breaches under mixes', of: ({ breaches }) => describeOutcomes(breaches.mixes) },
]

/** `25 seen, 1 on a wrong clause, 4 missed`. */
export function describeOutcomes(counts: BreachFigures): string {
  return `${counts.seen} seen, ${counts['wrong clause']} on a wrong clause, ${counts.missed} missed`
}
