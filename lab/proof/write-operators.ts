// PROOF.md's section on operators.
import { markdownTable } from '../../spec/markdown.ts'
import type { OperatorVerdict, RunKind } from './judge-operator.ts'
import { isHeldBack, operators, operatorsByKind } from './operators/index.ts'
import { share } from './share.ts'

export type OperatorProof = OperatorVerdict

const DEFAULT: RunKind = 'a default run'

/** The operators that a default run is certain to meet, whatever it reported. */
export function metByDefault(verdicts: readonly OperatorProof[]): readonly OperatorProof[] {
  return certain(verdicts).filter(({ metBy, outcome }) => metBy === DEFAULT && outcome !== 'nothing changed')
}

/** Whether a default run reported it, and on the right clause. */
export function isSeenByDefault({ outcome, run }: OperatorProof): boolean {
  return outcome === 'right' && run === DEFAULT
}

function isWrong({ outcome }: Pick<OperatorProof, 'outcome'>): boolean {
  return outcome === 'missed' || outcome === 'wrong clause'
}

/** The first run of those held back, before anything was corrected with their help. */
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

${operators.length} changes of a conforming service that no author has chosen. They are generated from the document: each status, header,
field, list and effect × each way in which it can go wrong × each time. Each change says which promises it may break: the suite
has to report one of them and no other. Where the changed service is lawful, the suite has to report none.
\`npm run lab -- proof --operators 'id in'\` runs some of them. ${verdicts.length === operators.length ? 'All were run' : `${verdicts.length} were run, the same sample each time`}: first in a default run, and in longer
runs where that reported nothing. **Nothing is changed** where no request or reply of a run is of the kind that would be changed:
a creation, for example, never answers with a pet that others added.

${markdownTable(HEADINGS, [
  ...Object.entries(operatorsByKind).map(([kind, own]) =>
    tableRow(kind, certain(verdicts.filter(({ operator }) => own.includes(operator)))),
  ),
  tableRow('all', certain(verdicts)),
])}

By the time at which they act. The last ones come and go, so a run meets them by chance:

${markdownTable(HEADINGS, [
  ...Array.from(
    Map.groupBy(verdicts, ({ operator }) => timeGroup(operator.when)),
    ([time, own]) => tableRow(time, own),
  ).toSorted((one, other) => Number(other[1]) - Number(one[1])),
  tableRow(
    'all by chance',
    verdicts.filter(({ operator }) => operator.isByChance),
  ),
])}

**Held back.** Nobody looks at one in ten of them while the suite is corrected. When these were first run, a default run reported
${share(first.right, first.met)} of those that it met. Longer runs reported ${first.longerRight} of the ${first.longerMet} that only they met. Of those that come
and go, ${share(first.chanceRight, first.chanceMet)} were reported. Today a default run reports ${share(held.filter(isSeenByDefault).length, held.length)}.

${missed(verdicts)}`
}

const HEADINGS = [
  'changes',
  'cases',
  'met by a default run',
  'reported correctly',
  'reported on a wrong clause',
  'reported by a longer run only',
  'missed',
  'met by longer runs only',
  'reported by those',
  'nothing is changed',
]

function certain(verdicts: readonly OperatorProof[]): readonly OperatorProof[] {
  return verdicts.filter(({ operator }) => !operator.isByChance)
}

function tableRow(name: string, all: readonly OperatorProof[]): readonly (string | number)[] {
  const met = all.filter(({ outcome }) => outcome !== 'nothing changed')
  const byDefault = met.filter(({ metBy }) => metBy === DEFAULT)
  const byLonger = met.filter(({ metBy }) => metBy !== DEFAULT)
  const count = (of: readonly OperatorProof[], outcome: string): number =>
    of.filter((one) => one.outcome === outcome).length
  return [
    name,
    all.length,
    byDefault.length,
    share(byDefault.filter(isSeenByDefault).length, byDefault.length),
    count(byDefault, 'wrong clause'),
    byDefault.filter(({ outcome, run }) => outcome === 'right' && run !== DEFAULT).length,
    count(byDefault, 'missed'),
    byLonger.length,
    count(byLonger, 'right'),
    all.length - met.length,
  ]
}

/** The group that a time belongs to: `with 401` and `with 404` are both `with one status`. */
function timeGroup(when: string): string {
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
      const instead =
        outcome === 'wrong clause' ? `, reported ${reported.join(', ') || 'a fault of the suite'}` : ''
      return `${operator.target}: ${operator.change}${instead}`
    })
    return Array.from(
      byName,
      ([name, all]) =>
        `- ${name} (${all.map(({ operator, run }) => operator.when + (run === DEFAULT ? '' : `, with ${run}`)).join('; ')})`,
    )
  })
  return `Missed, or reported on a wrong clause:\n\n${lines.join('\n')}\n`
}
