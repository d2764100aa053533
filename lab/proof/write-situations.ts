// What changes that are made in one situation only have shown, as Markdown.
import { markdownTable } from '../../spec/markdown.ts'
import { runKinds, type RunKind } from './judge-operator.ts'
import type { SituatedVerdict } from './judge-situated.ts'
import { isHeldBack } from './operators/index.ts'
import { nameOf } from './operators/operator.ts'
import { share } from './share.ts'
import { aspects } from './situations/changes.ts'
import { situatedOperators } from './situations/index.ts'
import { situationKinds, situations, type Situation } from './situations/situation.ts'

const [DEFAULT = 'a default run'] = runKinds

/** Those that a default run has met: something was changed in it. */
export function metByDefault(verdicts: readonly SituatedVerdict[]): readonly SituatedVerdict[] {
  return verdicts.filter(({ metBy, outcome }) => metBy === DEFAULT && outcome !== 'nothing changed')
}

/** Whether a default run reported it, and on the right clause. */
export function isReported({ outcome, run }: SituatedVerdict): boolean {
  return outcome === 'right' && run === DEFAULT
}

/** PROOF.md's section on them. */
export function situationSection(verdicts: readonly SituatedVerdict[]): string {
  const heldBack = metByDefault(verdicts.filter(({ operator }) => isHeldBack(operator)))
  return `## Situations

The operators above are always at work, or come and go. A careless author breaks a service otherwise: only after something else,
only beside another request, only for one value. So ${situatedOperators.length} changes more are made of the same operators, each in one
situation only. The situations are those by which a run counts what it has asked: each class of values, each two kinds of values in one
request, each operation and status after another, of the same key and of another one, each two operations at once; and the second key
alone. A change is made only where the reply contradicts the document whoever else uses the service: it is malformed, or it contradicts
what the same key was shown before. So whatever is met and not reported is a miss. **Counters** (a quota that is charged or shown
wrongly) are the exception: another client may explain a single one. ${verdicts.length === situatedOperators.length ? 'All' : `${verdicts.length}`} were run.

${situatedTables(verdicts)}
**Held back** is one in ten of them too, by its name. A default run reports ${share(heldBack.filter(isReported).length, heldBack.length)} of those that it met.
\`npm run lab -- proof --situations 'after getPet'\` lists what is missed of the others, and the situations that no run leads to: there nothing is changed.

${comparison(verdicts)}
${situatedMisses(verdicts.filter(({ operator }) => !isHeldBack(operator)))}`
}

/** What other tools notice of those that a default run has met. */
function comparison(verdicts: readonly SituatedVerdict[]): string {
  const compared = metByDefault(verdicts).filter(({ isCompared }) => isCompared)
  const rows = Array.from(
    Map.groupBy(compared, ({ operator }) => operator.situation.kind),
    ([kind, own]) => comparisonRow(kind, own),
  )
  return `Beside other tools, for those that a default run has met. Prism judged the traffic of that run; Dredd sent its own requests.
Both count wherever they report anything. Schemathesis, whose stateful mode sends one request after another, takes ten seconds for each:
[below](#schemathesis-side-by-side) are its figures for some of them.

${markdownTable(['changed only', 'cases', 'contract suite', 'Prism', 'Dredd'], [...rows, comparisonRow('all', compared)])}
`
}

function comparisonRow(name: string, own: readonly SituatedVerdict[]): readonly (string | number)[] {
  const count = (isCounted: (one: SituatedVerdict) => boolean): number => own.filter(isCounted).length
  return [name, own.length, count(isReported), count(({ prism }) => prism), count(({ dredd }) => dredd)]
}

const HEADINGS = [
  ...['cases', 'met by a default run', 'seen by it', 'seen by a longer run only', 'missed', 'wrong clause'],
  ...['met by longer runs only', 'seen by those', 'missed', 'wrong clause', 'nothing is changed'],
]

/** How many were met and seen, by what each acts upon and by what it changes. */
export function situatedTables(verdicts: readonly SituatedVerdict[]): string {
  const rowsOf = <Name extends string>(
    names: readonly Name[],
    nameIn: (one: SituatedVerdict) => Name,
  ): readonly (readonly (string | number)[])[] => {
    const groups = Map.groupBy(verdicts, nameIn)
    return names.flatMap((name) => {
      const own = groups.get(name)
      return own === undefined ? [] : [row(name, own)]
    })
  }
  const bySituation = rowsOf(situationKinds, ({ operator }) => operator.situation.kind)
  const byAspect = rowsOf(aspects, ({ operator }) => operator.aspect)
  return `${markdownTable(['changed only', ...HEADINGS], [...bySituation, row('all', verdicts)])}

${markdownTable(['changes of', ...HEADINGS], byAspect)}
`
}

function row(name: string, all: readonly SituatedVerdict[]): readonly (string | number)[] {
  const met = all.filter(({ outcome }) => outcome !== 'nothing changed')
  const byDefault = met.filter(({ metBy }) => metBy === DEFAULT)
  const byLonger = met.filter(({ metBy }) => metBy !== DEFAULT)
  const count = (of: readonly SituatedVerdict[], outcome: string): number =>
    of.filter((one) => one.outcome === outcome).length
  const seen = byDefault.filter(isReported).length
  return [
    ...[
      name,
      all.length,
      byDefault.length,
      byDefault.length === 0 ? '' : share(seen, byDefault.length),
      count(byDefault, 'right') - seen,
    ],
    ...[
      count(byDefault, 'missed'),
      count(byDefault, 'wrong clause'),
      byLonger.length,
      count(byLonger, 'right'),
    ],
    ...[count(byLonger, 'missed'), count(byLonger, 'wrong clause'), all.length - met.length],
  ]
}

/** Those that no run reported correctly, by situation and operation. */
export function situatedMisses(verdicts: readonly SituatedVerdict[]): string {
  const wrong = verdicts.filter(({ outcome }) => outcome === 'missed' || outcome === 'wrong clause')
  if (wrong.length === 0) return 'None was missed.\n'
  const groups = Map.groupBy(
    wrong,
    ({ operator: { situation } }) => `${situation.kind}, ${situation.operation}`,
  )
  const lines = Array.from(
    groups,
    ([name, own]) => `- **${name}** (${own.length}): ${own.map(describe).join('; ')}\n`,
  )
  return `Missed, or reported on a wrong clause:\n\n${lines.join('')}`
}

function describe({ operator, outcome, metBy, reported, faults }: SituatedVerdict): string {
  const actual = [...reported, ...faults].join(', ') || 'nothing'
  const instead =
    outcome === 'missed' ? '' : `, reported ${actual} where it may break ${operator.mayBreak.join(', ')}`
  return `${nameOf(operator)}${metBy === DEFAULT ? '' : `, with ${metBy}`}${instead}`
}

/** The situations that no run leads to, by kind. */
export function situationsNotMet(met: ReadonlyMap<Situation, RunKind>): string {
  const rows = situationKinds.map((kind) => {
    const own = situations.filter((one) => one.kind === kind)
    return [
      kind,
      own.length,
      ...runKinds.map((run) => own.filter((one) => met.get(one) === run).length),
      own.filter((one) => !met.has(one)).length,
    ]
  })
  const lists = situationKinds.flatMap((kind) => {
    const names = situations.filter((one) => one.kind === kind && !met.has(one)).map(({ name }) => name)
    return names.length === 0 ? [] : [`- **${kind}** (${names.length}): ${names.join(' · ')}\n`]
  })
  const headings = ['situations', 'all', ...runKinds.map((run) => `first met by ${run}`), 'never met']
  return `${markdownTable(headings, rows)}\n\n${lists.join('')}`
}
