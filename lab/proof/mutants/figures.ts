import { markdownTable } from '../../../spec/markdown.ts'
import { share } from '../share.ts'
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

/** What killed a mutant, by what was told first, as that is the weightiest. */
const weapons: readonly (readonly [name: string, told: RegExp])[] = [
  ['a promise that was reported broken', /^broken/],
  ['another variant of an open point that was read', /^read/],
  ['a warning that came or went', /^(warned|held)/],
  ['a promise or an open point that could not be looked at any more', /^not/],
  [
    'a mock that did not start, that crashed, or whose controls failed, or a run that did not end',
    /^(?!broken|read|warned|held|not)/,
  ],
]

/** The section of PROOF.md. */
export function figures(judged: Judged): string {
  const { mutants, excused, survivors } = judged
  const killed = killedOf(mutants)
  const leftOut = mutants.filter(({ fate }) => fate === 'left out').length
  const tried = mutants.length - leftOut
  return `## Mutants

Written by \`npm run lab -- mutants\`. [StrykerJS](https://stryker-mutator.io) changes the mock's own source wherever it decides what a
request is answered: an operator, a bound, a branch, a constant at a time. Each such mutant is a service that nobody has thought
of, and the suite is run against it: as the mock is by default, then with other choices (every variant of every open point has
its turn), with \`--thorough --deep\` and on the plan Pro, and over real connections what decides about those. Every run goes
over the limit until the key is banned. **Killed** is a mutant of which a run says anything else than of the healthy mock.

${markdownTable(
  ['mutants', 'how many'],
  [
    ['killed', killed.length],
    ...weapons.map(([name, kind]) => [`… by ${name}`, killed.filter(({ told }) => kind.test(told)).length]),
    [
      '… by the run against the default choices, of all these',
      killed.filter(({ by }) => by === 'default').length,
    ],
    ...Object.entries(excuses).map(([excuse, why]) => [`listed: ${why}`, excused[excuse as Excuse]]),
    ['lives, and is not listed', survivors.length],
    ['not tried: messages and reasons for humans', leftOut],
  ],
)}

Of those that \`lab/proof/mutants/survivors.yaml\` does not list, each with its reason, ${share(killed.length, killed.length + survivors.length)} were
killed; of all that were tried, ${share(killed.length, tried)}. Nobody should hold either against the figures that are
published for black-box suites of REST services, 75.4 % at best: those were counted otherwise, and on other people's services.
Here a lawful change is a kill too, where the suite tells that it was made; and mutants lie also in what no client reaches, such
as the answer to broken HTTP, what follows a fault, and what keeps the memory within its bounds.

Of the mutants that were killed, some are drawn by a seed for each clause that any of them breaks, and for each open point that
one of them has read otherwise. Continuous integration tries those each time (\`npm run lab -- mutant-sample\`), and fails where a run no longer
says the same of one.
${survivors.length === 0 ? '' : `\n${survivors.map(({ file, name }) => `- ${file}: \`${name}\``).join('\n')}\n`}`
}
