import type { ComparedJudgement, Judgement } from './check-lawful.ts'
import { isRightElsewhere } from './detect-elsewhere.ts'
import type { Comparison } from './detect.ts'
import type { SituatedVerdict } from './judge-situated.ts'
import { isDevilUnblamed, type DevilVerdict } from './judge-devil.ts'
import { isUnblamed as isFreeUnblamed, type FreeVerdict } from './judge-free.ts'
import { isSeenByDefault, metByDefault, type OperatorProof } from './write-operators.ts'
import { share } from './share.ts'
import { isReported, metByDefault as situatedMet } from './write-situations.ts'
import { isUnblamed, judgedStrangers, laidAndMet, type StrangerProof } from './write-strangers.ts'

/** The results of a whole proof. */
export interface Proof {
  readonly version: string
  readonly detections: readonly Comparison[]
  readonly judgements: readonly ComparedJudgement[]
  readonly free: readonly FreeVerdict[]
  readonly devil: readonly DevilVerdict[]
  readonly operators: readonly OperatorProof[]
  readonly situated: readonly SituatedVerdict[]
  readonly strangers: readonly StrangerProof[]
}

export interface Measure {
  readonly name: string
  /** What is counted. */
  readonly about: string
  /** `99.2 % (1524 of 1535)`, with what a reader should know beside it. */
  readonly figure: string
  readonly isEnough: boolean
}

const ENOUGH_OF_OPERATORS = 0.99
const ENOUGH_IN_SITUATIONS = 0.9
const ENOUGH_OVER_STRANGERS = 0.9

// What the suite of commit 5772f0f reported, before it was corrected with their help.
const FIRST_FREE = '2 % (4 of 200)'
// What that of commit 0efca2d reported.
const FIRST_DEVIL = '49 % (98 of 200)'

/** The figures by which the suite is judged, in the order of the page. */
export function measuresOf({
  detections,
  judgements,
  free,
  devil,
  operators,
  situated,
  strangers,
}: Proof): readonly Measure[] {
  return [
    ...detectionMeasures(detections),
    operatorMeasure(metByDefault(operators)),
    situationMeasure(situatedMet(situated)),
    measure(
      'soundness',
      'conforming services that the suite blamed for nothing',
      count(judgements, isFair),
      judgements.length,
    ),
    freedomMeasure(free),
    devilMeasure(devil),
    ...strangerMeasures(strangers),
    ...choiceMeasures(judgements),
  ]
}

/** Whether every figure is high enough. */
export function isProved(proof: Proof): boolean {
  return measuresOf(proof).every(({ isEnough }) => isEnough)
}

/** Whether a conforming service was blamed for nothing. */
export function isFair({ broken, faults }: Judgement): boolean {
  return broken.length + faults.length === 0
}

/** Whether its choices were read correctly, and the same from a mock that was given those choices. */
export function isRead({ misread, drifted }: Judgement): boolean {
  return misread.length + drifted.length === 0
}

function detectionMeasures(detections: readonly Comparison[]): readonly Measure[] {
  return [
    measure(
      'detection',
      'services with one promise broken by hand, of which the suite reported that clause and no other',
      count(detections, ({ isRight }) => isRight),
      detections.length,
    ),
    measure(
      'elsewhere',
      'the same violations, laid over a service that shares no code with the mock',
      count(detections, ({ elsewhere }) => isRightElsewhere(elsewhere)),
      detections.length,
    ),
  ]
}

function operatorMeasure(met: readonly OperatorProof[]): Measure {
  return measure(
    'operators',
    'changes generated from the document and met by a default run, which reported a clause that the change may break and no other',
    count(met, isSeenByDefault),
    met.length,
    ENOUGH_OF_OPERATORS,
  )
}

function situationMeasure(met: readonly SituatedVerdict[]): Measure {
  // Another client may explain a single wrong counter.
  const certain = met.filter(({ operator }) => operator.aspect !== 'counters')
  return measure(
    'situations',
    'the same for changes that are made only after or beside another request, for some values, or for one key; without counters',
    count(certain, isReported),
    certain.length,
    ENOUGH_IN_SITUATIONS,
  )
}

function freedomMeasure(free: readonly FreeVerdict[]): Measure {
  const about = 'the same for conforming services that use the freedoms which mislead a tester most'
  const { figure, ...rest } = measure('freedoms', about, count(free, isFreeUnblamed), free.length)
  return { ...rest, figure: `${figure}; on the first attempt ${FIRST_FREE}` }
}

function devilMeasure(devil: readonly DevilVerdict[]): Measure {
  const about =
    'the same for a service whose freedoms differ from request to request, and from value to value'
  const { figure, ...rest } = measure('devil', about, count(devil, isDevilUnblamed), devil.length)
  return { ...rest, figure: `${figure}; on the first attempt ${FIRST_DEVIL}` }
}

function strangerMeasures(strangers: readonly StrangerProof[]): readonly Measure[] {
  const judged = judgedStrangers(strangers)
  const laid = laidAndMet(strangers)
  const about = 'the same for services that others wrote from the document alone'
  return [
    {
      ...measure('strangers', about, count(judged, isUnblamed), strangers.length),
      // One that cannot be started on this machine lowers the figure, and fails nothing.
      isEnough: judged.every(isUnblamed),
    },
    measure(
      'over strangers',
      'violations and operators laid over those and met by a run, which reported a clause that they may break there and no other',
      count(laid, ({ outcome }) => outcome === 'right'),
      laid.length,
      ENOUGH_OVER_STRANGERS,
    ),
  ]
}

function choiceMeasures(judgements: readonly ComparedJudgement[]): readonly Measure[] {
  const observed = judgements.reduce((sum, one) => sum + one.observed, 0)
  const misread = judgements.reduce((sum, one) => sum + one.misread.length, 0)
  return [
    measure(
      'calibration',
      'variants of open points read from a conforming service, and read correctly',
      observed - misread,
      observed,
    ),
    measure(
      'return',
      'conforming services whose choices were saved and given to the mock, where a second run read the same choices',
      count(judgements, ({ drifted }) => drifted.length === 0),
      judgements.length,
    ),
  ]
}

function measure(name: string, about: string, part: number, whole: number, least = 1): Measure {
  return { name, about, figure: share(part, whole), isEnough: part >= least * whole }
}

function count<Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number {
  return items.filter(isCounted).length
}
