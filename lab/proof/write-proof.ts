import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clauses, type Clause } from '../../spec/clauses.ts'
import { markdownTable } from '../../spec/markdown.ts'
import type { ComparedJudgement, Judgement } from './check-lawful.ts'
import { freedoms } from './free/freedoms.ts'
import { isDetected, type Comparison } from './detect.ts'
import { blameOf, isUnblamed as isFreeUnblamed, type FreeVerdict } from './judge-free.ts'
import { isRightElsewhere } from './detect-elsewhere.ts'
import { troubles } from './lawful.ts'
import { isSeenByDefault, metByDefault, operatorSection, type OperatorProof } from './write-operators.ts'
import { share } from './share.ts'
import { isUnblamed, judgedOf, laidAndMet, strangerSection, type StrangerProof } from './write-strangers.ts'

/** All that was proved. */
export interface Proof {
  readonly version: string
  /** All that there is, or what stands for it. */
  readonly isAll: boolean
  readonly detections: readonly Comparison[]
  readonly judgements: readonly ComparedJudgement[]
  readonly free: readonly FreeVerdict[]
  readonly operators: readonly OperatorProof[]
  readonly strangers: readonly StrangerProof[]
}

// Of those that a default run meets, and of what was laid over strangers.
const ENOUGH_OF_OPERATORS = 0.99
const ENOUGH_OF_LAID = 0.9

/** Whether every figure is what it has to be. */
export function isProved({ detections, judgements, free, operators, strangers }: Proof): boolean {
  const met = metByDefault(operators)
  const laid = laidAndMet(strangers)
  return (
    detections.every(isDetected) &&
    judgements.every((one) => isFair(one) && isRead(one)) &&
    free.every(isFreeUnblamed) &&
    judgedOf(strangers).every(isUnblamed) &&
    met.filter(isSeenByDefault).length >= ENOUGH_OF_OPERATORS * met.length &&
    laid.filter(({ outcome }) => outcome === 'right').length >= ENOUGH_OF_LAID * laid.length
  )
}

/** Whether a lawful service was blamed for nothing. */
export function isFair({ broken, faults }: Judgement): boolean {
  return broken.length + faults.length === 0
}

/** Whether its choices were read rightly, and from a mock with those choices again. */
export function isRead({ misread, drifted }: Judgement): boolean {
  return misread.length + drifted.length === 0
}

/** PROOF.md: what a reader from elsewhere should know first, the figures, the tables, and whatever is not as it should be. */
export function writeProof(proof: Proof): string {
  const { version, detections, judgements, free, operators, strangers } = proof
  const observed = judgements.reduce((sum, one) => sum + one.observed, 0)
  const misread = judgements.reduce((sum, one) => sum + one.misread.length, 0)
  const tested = new Set(detections.flatMap(({ violation }) => violation.breaks))
  const met = metByDefault(operators)
  const judged = judgedOf(strangers)
  const laid = laidAndMet(strangers)
  return `# Proof

The contract suite says of a pet store service whether it keeps the promises of its one document. Before you believe it, you
will want to know how often it errs, in both directions: a broken promise that it does not see, and a service that it blames
for nothing. So the suite itself is tested, against thousands of services of which the truth is known beforehand. Some are
healthy but for one promise, broken by hand, or by a program that goes through the document; the suite has to say which one.
Others keep every promise, and settle in their own ways what the document leaves open; the suite has to blame none of them.
Every figure below comes from a command in this repository, and whatever was missed is listed by name.

${markdownTable(
  ['measure', 'what it is', 'figure'],
  [
    [
      'detection',
      'services with one promise broken by hand that were reported broken on the right clause, and on no other',
      share(detections.filter(({ isRight }) => isRight).length, detections.length),
    ],
    [
      'elsewhere',
      'the same, laid over a service that shares no code with the mock',
      share(detections.filter(({ elsewhere }) => isRightElsewhere(elsewhere)).length, detections.length),
    ],
    [
      'operators',
      'changes that were generated from the document, and met by a default run, of which that named a right clause and no other',
      share(met.filter(isSeenByDefault).length, met.length),
    ],
    [
      'soundness',
      'services that conform and were blamed for nothing',
      share(judgements.filter(isFair).length, judgements.length),
    ],
    [
      'freedoms',
      'services that conform, take the freedoms that most mislead a tester, and were blamed for nothing',
      `${share(free.filter(isFreeUnblamed).length, free.length)}; when they were first tried, ${FIRST_FREE}`,
    ],
    [
      'strangers',
      'services that others wrote from the document alone and that were blamed for nothing',
      share(judged.filter(isUnblamed).length, strangers.length),
    ],
    [
      'over strangers',
      'violations and operators laid over those, of which a right clause and no other was named',
      share(laid.filter(({ outcome }) => outcome === 'right').length, laid.length),
    ],
    [
      'calibration',
      'variants of open points that were read off a conforming service rightly',
      share(observed - misread, observed),
    ],
    [
      'return',
      'conforming services whose saved choices, fed to the mock, were read the same again',
      share(judgements.filter(({ drifted }) => drifted.length === 0).length, judgements.length),
    ],
  ],
)}

Written by \`npm run lab -- proof --all\`, version ${version}, seeds 1 to ${judgements.filter(({ lawful }) => lawful.mock.vary !== undefined).length} and 1 for generated bodies. \`npm run lab -- proof\` does the same with a
sample of the operators and of what is laid over strangers, and fails where a figure is too low: under 100 %, under 99 % of
the operators, under 90 % over strangers.

## Try one yourself

In two minutes, with Node and a clone of this repository: \`npm ci\`, then think of a way in which a service may break its
promises, and add it to \`lab/proof/violations/careless.ts\` above its last line, such as

\`\`\`ts
violation(
  'LIST-4', // the clause of spec/clauses.yaml that it breaks
  'my own: the default page holds 19',
  onRequest(
    (request) => request.operation === 'listPets' && !request.path.includes('?'),
    (request) => ({ ...request, path: '/pets?limit=19' }),
  ),
),
\`\`\`

\`npm run lab -- proof --only 'my own'\` lays it over the mock and over another service, and says which clauses the suite reports.
Its words are in \`violations/mutate.ts\`; [CONTRIBUTING](../CONTRIBUTING.md#to-add-a-violation) has more of them. Where the
suite is silent, or blames another clause, it is a mistake of ours that we should like to hear of.

## Violations

${testedAt('must', tested)} of ${promises()} promises have violations, and ${testedAt('should', tested)} clauses that only standards ask for.
${withoutViolation(tested)}

## Detection, side by side

How many of the violations each tool notices, on whatever ground. The contract suite counts only where it named the right
clause and no other. **Prism** judged the traffic of the same run, as its validating proxy would, against
\`spec/openapi.yaml\`, with what \`contract-tests/opinions/prism/\` puts right about it. **Dredd** walked every documented response,
with the hooks of \`contract-tests/opinions/dredd/\`, over the limit too.

${markdownTable(
  ['violations of', 'cases', 'contract suite', 'Prism', 'Dredd'],
  areas(detections).map(([area, ofArea]) => [area, ...counts(ofArea)]),
)}

## Soundness, side by side

False alarms on services that conform: ${judgements.length} of them, in which every pair of lawful variants stands together at
least once, and random mixes; with pets from none to 500, and beginning at ${new Set(judgements.map(({ lawful }) => lawful.begins)).size} moments, among them the last seconds of a year
and one after the removal of getPet, which Dredd cannot know to be lawful. It met them without the trouble on the way.

${markdownTable(
  ['services', 'cases', 'contract suite', 'Prism', 'Dredd'],
  troubles.map((trouble) => {
    const own = judgements.filter(({ lawful }) => lawful.trouble === trouble)
    const alarms = [
      own.filter((one) => !isFair(one)),
      own.filter(({ prism }) => prism),
      own.filter(({ dredd }) => dredd),
    ]
    return [trouble === 'none' ? 'no trouble' : trouble, own.length, ...alarms.map(({ length }) => length)]
  }),
)}

${freeSection()}
## Open points that could not be observed

Never guessed: the report gives the reason.

${markdownTable(
  ['open point', 'services'],
  Object.entries(
    Object.groupBy(
      judgements.flatMap(({ unseen }) => unseen),
      (id) => id,
    ),
  ).map(([id, ids = []]) => [id, ids.length]),
)}
${missesOf(proof)}
${operatorSection(operators)}
${strangerSection(strangers)}
${MORE.flatMap(sectionFrom).join('\n')}
## All violations

${markdownTable(
  ['breaks', 'the service', 'Prism', 'Dredd'],
  detections.map(({ violation, prism, dredd }) => [
    violation.breaks.join(', '),
    violation.needs === undefined ? violation.name : `${violation.name} (--${violation.needs})`,
    prism ? 'notices' : '',
    dredd ? 'notices' : '',
  ]),
)}
`
}

// What the suite of commit 5772f0f says of them, before anything was mended.
const FIRST_FREE = '2 % (4 of 200)'

function freeSection(): string {
  return `## Freedoms

The soundness above is that of the mock, whose lawful variants the suite knows. These services share no code with it, and take
what the document leaves open as it most misleads a tester, every pair at least once:

${markdownTable(
  ['freedom', 'values'],
  Object.entries(freedoms).map(([name, values]) => [name, values.join(' · ')]),
)}

One freedom is left out, for nobody can tell it from a breach: others who, while the suite runs, add copies of the pets that it
has just added, and nothing else. A service that adds each pet twice looks the same.

Eight violations of earlier versions are lawful by the document, and went: Retry-After as a fraction, as an ISO date, with its
unit behind it, as a date of another time zone, and in milliseconds; categories below zero refused, and a category of 0; and a quota that is not whole at Reset, as where a window rolls.
`
}

function promises(): number {
  return clauses.filter(({ level, party }) => level === 'must' && party !== 'client').length
}

function testedAt(wanted: Clause['level'], tested: ReadonlySet<string>): number {
  return clauses.filter(({ id, level }) => level === wanted && tested.has(id)).length
}

function withoutViolation(tested: ReadonlySet<string>): string {
  const left = clauses.filter(
    ({ id, level, party }) => level === 'must' && party !== 'client' && !tested.has(id),
  )
  return left
    .map(({ id, text }) => `${id} has none: ${text} Nothing that a service answers can break it visibly.`)
    .join(' ')
}

// What other commands write, which take longer.
const MORE = ['specmatic', 'mutants', 'steady'].map((name) => join(import.meta.dirname, name, 'figures.md'))

function sectionFrom(file: string): readonly string[] {
  return existsSync(file) ? [readFileSync(file, 'utf8')] : []
}

function areas(detections: readonly Comparison[]): readonly (readonly [string, readonly Comparison[]])[] {
  const byArea = Map.groupBy(detections, ({ violation }) => violation.breaks[0].replace(/-\d+$/, ''))
  return [...byArea, ['all', detections]]
}

function counts(detections: readonly Comparison[]): readonly number[] {
  const of = (test: (detection: Comparison) => boolean): number => detections.filter(test).length
  return [detections.length, of(({ isRight }) => isRight), of(({ prism }) => prism), of(({ dredd }) => dredd)]
}

/** Whatever is not as it should be. */
export function missesOf({ detections, judgements, free }: Proof): string {
  const missed = detections
    .filter(({ isRight }) => !isRight)
    .map(
      ({ violation, broken, faults }) =>
        `- ${violation.breaks.join(', ')}, ${violation.name}: reported ${broken.join(', ') || 'nothing'} ${faults.join('; ')}`,
    )
  const unfair = judgements
    .filter((one) => !isFair(one) || !isRead(one))
    .map(
      ({ lawful, broken, faults, misread, drifted }) =>
        `- ${lawful.name}, ${lawful.trouble}: ${[...broken, ...faults, ...misread, ...drifted].join('; ')}`,
    )
  const missedElsewhere = detections
    .filter(({ elsewhere }) => !isRightElsewhere(elsewhere))
    .map(
      ({ violation, elsewhere: { due, broken, faults } }) =>
        `- elsewhere: ${due.join(', ') || 'nothing'}, ${violation.name}: reported ${broken.join(', ') || 'nothing'} ${faults.join('; ')}`,
    )
  const blamed = free.filter((one) => !isFreeUnblamed(one)).map((one) => `- ${blameOf(one)}`)
  const lines = [...missed, ...missedElsewhere, ...unfair, ...blamed]
  return lines.length === 0 ? '' : `\n## Misses\n\n${lines.join('\n')}\n`
}
