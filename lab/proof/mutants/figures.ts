import { markdownTable } from '../../../spec/markdown.ts'
import { share } from '../share.ts'
import { excuses, type Excuse, type Judged, type Mutant } from './judge-mutants.ts'

/** How many of those that may not survive must be killed, in percent. */
const ENOUGH = 95

/** Whether enough mutants were killed, and no entry of the list is stale. */
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

/** Kinds of evidence by which a mutant was killed, by the first of its changes, which is the best. */
const evidence: readonly (readonly [name: string, changes: RegExp])[] = [
  ['a promise that was reported broken', /^broken/],
  ['another variant of an open point that was read', /^read/],
  ['a warning that came or went', /^(warned|held)/],
  ['a promise or an open point that could no longer be checked', /^not/],
  [
    'a mock that did not start, that crashed, or whose controls failed, or a run that did not end',
    /^(?!broken|read|warned|held|not)/,
  ],
]

/** The flag of a run of a sample. */
export function partial(oneIn: number): string {
  return oneIn === 1 ? '' : ` --one-in ${oneIn}`
}

/** What a run of a sample says of itself. */
export function sampled(oneIn: number): string {
  return oneIn === 1 ? '' : `, which tries a sample of one in ${oneIn}, by a fixed seed`
}

/** The section of PROOF.md. */
export function figures(judged: Judged, oneIn = 1): string {
  const { mutants, excused, survivors } = judged
  const killed = killedOf(mutants)
  const leftOut = mutants.filter(({ fate }) => fate === 'left out').length
  const tried = mutants.filter(({ fate }) => fate === 'killed' || fate === 'survived').length
  return `## Mutants

Written by \`npm run lab -- mutants${partial(oneIn)}\`${sampled(oneIn)}. [StrykerJS](https://stryker-mutator.io) changes the mock's own source wherever it decides how a
request is answered: one operator, bound, branch or constant at a time. Each such mutant is a service that no author has chosen.
The suite runs against it with the mock's default choices, then with other choices (every variant of every open point occurs
once), with \`--thorough --deep\`, on the plan Pro, and, for code that handles connections, over real ones. Every run goes
over the limit until the key is banned. A mutant is **killed** where a run reports anything else than of the healthy mock.

${markdownTable(
  ['mutants', 'how many'],
  [
    ['killed', killed.length],
    ...evidence.map(([name, kind]) => [
      `… by ${name}`,
      killed.filter(({ changes }) => kind.test(changes)).length,
    ]),
    [
      '… of all these, by the run against the default choices',
      killed.filter(({ killedBy }) => killedBy === 'default').length,
    ],
    ...Object.entries(excuses).map(([excuse, why]) => [`listed: ${why}`, excused[excuse as Excuse]]),
    ['survived, and is not listed', survivors.length],
    [
      'not tried: messages and reasons for humans, and functions that no request of a client leads to',
      leftOut,
    ],
  ],
)}

\`lab/proof/mutants/survivors.yaml\` lists mutants that may survive, each with its reason. Of those that it does not list, ${share(killed.length, killed.length + survivors.length)} were
killed; of all that were tried, ${share(killed.length, tried)}. Do not compare either with the figures that are published for
black-box suites of REST services, 75.4 % at best: those count differently, and on services that their authors did not write.
Here a lawful change counts as killed too, where the suite notices it. Code that no request of a client leads to is not changed: the
control API and the worlds that it makes, faults, the answer to bytes that are no HTTP, the ids of keys in the log, and what bounds the
memory. (Until November 2026 it was, and 55.9 % of all were killed.)

A sample of the killed mutants has some for each clause that one of them breaks, and for each open point that one of them
changes. Continuous integration runs the sample each time (\`npm run lab -- mutant-sample\`), and fails where a run no longer reports the
same.
${survivors.length === 0 ? '' : `\n${survivors.map(({ file, name }) => `- ${file}: \`${name}\``).join('\n')}\n`}`
}
