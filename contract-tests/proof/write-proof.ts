import { clauses, type Clause } from '../../spec/index.ts'
import { markdownTable } from '../../spec/markdown.ts'
import type { ComparedJudgement, Judgement } from './check-lawful.ts'
import { isDetected, type Comparison } from './detect.ts'
import { isRightElsewhere } from './detect-elsewhere.ts'
import { troubles } from './lawful.ts'

/** All that was proved. */
export interface Proof {
  readonly version: string
  readonly detections: readonly Comparison[]
  readonly judgements: readonly ComparedJudgement[]
}

/** Whether every figure is 100 %. */
export function isPerfect({ detections, judgements }: Proof): boolean {
  return detections.every(isDetected) && judgements.every(isFair) && judgements.every(isRead)
}

/** Whether a lawful service was blamed for nothing. */
export function isFair({ broken, faults }: Judgement): boolean {
  return broken.length + faults.length === 0
}

/** Whether its choices were read rightly, and from a mock with those choices again. */
export function isRead({ misread, drifted }: Judgement): boolean {
  return misread.length + drifted.length === 0
}

/** PROOF.md: the figures, the tables, and whatever is not as it should be. */
export function writeProof(proof: Proof): string {
  const { version, detections, judgements } = proof
  const observed = judgements.reduce((sum, one) => sum + one.observed, 0)
  const misread = judgements.reduce((sum, one) => sum + one.misread.length, 0)
  const tested = new Set(detections.flatMap(({ violation }) => violation.breaks))
  return `# Proof

Written by \`npm run proof\`, version ${version}, seeds 1 to ${judgements.filter(({ lawful }) => lawful.mock.vary !== undefined).length} and 1 for generated bodies. How it is done:
[CONTRIBUTING](../CONTRIBUTING.md#to-add-a-violation). A figure under 100 % fails the command.

${markdownTable(
  ['measure', 'what it is', 'figure'],
  [
    [
      'detection',
      'services with one promise broken that were reported broken on the right clause, and on no other',
      share(detections.filter(({ isRight }) => isRight).length, detections.length),
    ],
    [
      'elsewhere',
      'the same, laid over a service that shares no code with the mock',
      share(detections.filter(({ elsewhere }) => isRightElsewhere(elsewhere)).length, detections.length),
    ],
    [
      'soundness',
      'services that conform and were blamed for nothing',
      share(judgements.filter(isFair).length, judgements.length),
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

function share(part: number, whole: number): string {
  const percent = Math.floor((part / whole) * 100)
  return `${percent} % (${part} of ${whole})`
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
export function missesOf({ detections, judgements }: Proof): string {
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
  const lines = [...missed, ...missedElsewhere, ...unfair]
  return lines.length === 0 ? '' : `\n## Misses\n\n${lines.join('\n')}\n`
}
