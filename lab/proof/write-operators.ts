// PROOF.md's section on operators.
import { markdownTable } from '../../spec/markdown.ts'
import type { OperatorVerdict, RunKind } from './judge-operator.ts'
import { isHeldBack, operators, operatorsByKind } from './operators/index.ts'
import { share } from './share.ts'

export type OperatorProof = OperatorVerdict

const DEFAULT: RunKind = 'a default run'

/** Those that a default run meets for sure, whatever came of it. */
export function metByDefault(verdicts: readonly OperatorProof[]): readonly OperatorProof[] {
  return certain(verdicts).filter(({ metBy, outcome }) => metBy === DEFAULT && outcome !== 'no occasion')
}

/** Whether that is all that it takes to see it, and what is reported is right. */
export function isSeenByDefault({ outcome, run }: OperatorProof): boolean {
  return outcome === 'right' && run === DEFAULT
}

function isWrong({ outcome }: Pick<OperatorProof, 'outcome'>): boolean {
  return outcome === 'missed' || outcome === 'astray'
}

/** The first time that those held back were run, before anything was mended with them in view. */
const FIRST_OF_HELD_BACK = {
  right: 165,
  met: 165,
  longerRight: 10,
  longerMet: 13,
  chanceRight: 89,
  chanceMet: 101,
}

export function operatorSection(verdicts: readonly OperatorProof[]): string {
  const held = metByDefault(verdicts.filter(({ operator }) => isHeldBack(operator)))
  const first = FIRST_OF_HELD_BACK
  return `## Operators

${operators.length} changes of a conforming service that no author has chosen: generated from the document, each status, header, field, list
and effect × each way in which it can go wrong × each time. Each knows by construction the promises that it may break, one of
which must be reported and no other; or that it is lawful, and then nothing may be. \`npm run lab -- proof --operators 'id in'\`
runs some of them. ${verdicts.length === operators.length ? 'All were run' : `${verdicts.length} were run, a sample that is the same each time`}, in
a default run first, and in longer ones where that saw nothing. **Nothing is changed** where no request or reply
of a run is like that: a creation, for one, answers no pet of others.

${markdownTable(HEADINGS, [
  ...Object.entries(operatorsByKind).map(([kind, own]) =>
    rowOf(kind, certain(verdicts.filter(({ operator }) => own.includes(operator)))),
  ),
  rowOf('all', certain(verdicts)),
])}

By the time at which they act; the last ones come and go, so that a run meets or misses them by chance.

${markdownTable(HEADINGS, [
  ...Array.from(
    Map.groupBy(verdicts, ({ operator }) => timeOf(operator.when)),
    ([time, own]) => rowOf(time, own),
  ).toSorted((one, other) => Number(other[1]) - Number(one[1])),
  rowOf(
    'all by chance',
    verdicts.filter(({ operator }) => operator.isByChance),
  ),
])}

**Held back.** One in ten is kept out of sight while the suite is mended. The first time that those were run, a default run
saw ${share(first.right, first.met)} of those that it met; ${first.longerRight} of the ${first.longerMet} that only a longer run met were seen by that, and of those by
chance ${share(first.chanceRight, first.chanceMet)}. Today a default run sees ${share(held.filter(isSeenByDefault).length, held.length)}.

${missed(verdicts)}`
}

const HEADINGS = [
  'changes',
  'cases',
  'met by a default run',
  'seen, and rightly named',
  'named wrongly',
  'by a longer run only',
  'missed',
  'met by longer runs only',
  'seen by those',
  'nothing is changed',
]

function certain(verdicts: readonly OperatorProof[]): readonly OperatorProof[] {
  return verdicts.filter(({ operator }) => !operator.isByChance)
}

function rowOf(name: string, all: readonly OperatorProof[]): readonly (string | number)[] {
  const met = all.filter(({ outcome }) => outcome !== 'no occasion')
  const byDefault = met.filter(({ metBy }) => metBy === DEFAULT)
  const byLonger = met.filter(({ metBy }) => metBy !== DEFAULT)
  const count = (of: readonly OperatorProof[], outcome: string): number =>
    of.filter((one) => one.outcome === outcome).length
  return [
    name,
    all.length,
    byDefault.length,
    share(byDefault.filter(isSeenByDefault).length, byDefault.length),
    count(byDefault, 'astray'),
    byDefault.filter(({ outcome, run }) => outcome === 'right' && run !== DEFAULT).length,
    count(byDefault, 'missed'),
    byLonger.length,
    count(byLonger, 'right'),
    all.length - met.length,
  ]
}

/** An occasion as one of few. */
function timeOf(when: string): string {
  if (when.startsWith('with ')) return 'with one status'
  if (/^of (?:list|create|get)/.test(when)) return 'of one operation'
  if (when.startsWith('of pets')) return 'of some pets'
  return when.startsWith('of ') || when.startsWith('without ') ? 'of some lists' : when
}

function missed(verdicts: readonly OperatorProof[]): string {
  const wrong = verdicts.filter(isWrong)
  if (wrong.length === 0) return 'None was missed.\n'
  const lines = [false, true].flatMap((byChance) => {
    const own = wrong.filter(({ operator }) => operator.isByChance === byChance)
    const byName = Map.groupBy(own, ({ operator, outcome, reported }) => {
      const told = outcome === 'astray' ? `, reported ${reported.join(', ') || 'a fault of the suite'}` : ''
      return `${operator.target}: ${operator.change}${told}`
    })
    return Array.from(
      byName,
      ([name, all]) =>
        `- ${name} (${all.map(({ operator, run }) => operator.when + (run === DEFAULT ? '' : `, with ${run}`)).join('; ')})`,
    )
  })
  return `Missed, or named wrongly:\n\n${lines.join('\n')}\n`
}
