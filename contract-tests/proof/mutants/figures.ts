import { markdownTable } from '../../../spec/markdown.ts'
import { excuses, type Excuse, type Judged, type Mutant } from './judge-mutants.ts'

/** How many of those that may not live must be killed, in percent. */
const ENOUGH = 95

/** Whether enough was killed, and the list is true. */
export function isEnough(judged: Judged): boolean {
  return judged.stale.length === 0 && shareOf(judged) >= ENOUGH
}

function shareOf({ mutants, survivors }: Judged): number {
  const killed = killedOf(mutants).length
  return (killed / Math.max(1, killed + survivors.length)) * 100
}

function killedOf(mutants: readonly Mutant[]): readonly Mutant[] {
  return mutants.filter(({ fate }) => fate === 'killed')
}

/** The section of PROOF.md. */
export function figures(judged: Judged): string {
  const { mutants, excused, survivors } = judged
  const killed = killedOf(mutants)
  const told = (kind: RegExp): number => killed.filter((mutant) => kind.test(mutant.told)).length
  const byDefault = killed.filter(({ by }) => by === 'default').length
  const leftOut = mutants.length - killed.length - mutants.filter(({ fate }) => fate === 'survived').length
  const broken = told(/^broken/)
  const read = told(/^read/)
  const warned = told(/^(warned|held)/)
  return `## Mutants

Written by \`npm run mutants\`. [StrykerJS](https://stryker-mutator.io) changes the mock's own source where it decides what a
request is answered: an operator, a bound, a branch, a constant at a time. Each such mutant is a service, mostly a broken one,
that nobody has thought of. The suite is run against it as the mock is by default; where it says the same as of the healthy
mock, with other choices (every variant of every open point has its turn), with \`--thorough --deep\`, on the plan Pro, and over
real connections. **Killed** is a mutant of which a run said anything else: a promise broken, a warning, another variant of an
open point, something that could not be verified any more, or no end.

${markdownTable(
  ['mutants', 'how many'],
  [
    ['killed', killed.length],
    ['… of these by a promise that was reported broken', broken],
    ['… by a variant that was read otherwise', read],
    ['… by a warning that came or went', warned],
    [
      '… by what could not be verified any more, or a run that did not end',
      killed.length - broken - read - warned,
    ],
    ['… of all these by the default run', byDefault],
    ...Object.entries(excuses).map(([excuse, why]) => [`lives: ${why}`, excused[excuse as Excuse]]),
    ['lives, and should not', survivors.length],
    ['not tried: messages and reasons for humans', leftOut],
  ],
)}

${share(killed.length, killed.length + survivors.length)} of those that are not listed in
\`contract-tests/proof/mutants/survivors.yaml\`, each with its reason, were killed; of all that were tried,
${share(killed.length, mutants.length - leftOut)}. Figures that are published for black-box suites of REST services (75.4 % at
best) count otherwise: there a mutant lives where no test fails, no mutant is excused, the services are other people's, and
lawful differences are nothing that a suite could report. Nobody should hold one against the other.
${survivors.length === 0 ? '' : `\n${survivors.map(({ file, name }) => `- ${file}: \`${name}\``).join('\n')}\n`}`
}

function share(part: number, whole: number): string {
  return `${(Math.floor((part / Math.max(1, whole)) * 1000) / 10).toFixed(1)} % (${part} of ${whole})`
}
