import type { ClauseId } from '../../spec/clauses.ts'
import { errorsAreRefusedToo } from './answered-when-spent.ts'
import { aKeyIsNotRevoked, aKeyStaysValid, onlyKeysAreLetIn } from './access.ts'
import { acceptedKeysIn, sharedKeysIn } from './assumptions.ts'
import { noMoreThanThePlan, noneWhileRefused, setQuotaIsServed } from './beyond-limit.ts'
import { changedPetsIn } from './changed-pets.ts'
import { figuresAreItsOwn } from './copied-figures.ts'
import { chargesIn, describeCharge, eachPaysItsOwn } from './charges.ts'
import { createdAsSent, invalidIsRefused, noStatusOfAnother } from './creations.ts'
import { diagnose } from './diagnosis.ts'
import {
  type Finding,
  type History,
  nameOf,
  type RecordedExchange,
  remembering,
  type Rule,
  wrongOf,
} from './history.ts'
import { limitIsOfThePlan, resetIsOfTheWindow } from './limits.ts'
import { nothingIsLost } from './lost.ts'
import { notRefusedPastReset } from './past-resets.ts'
import { someWindowExplains } from './meter.ts'
import { oddPetFinder } from './odd-pets.ts'
import { validIsServed } from './outcomes.ts'
import { defaultIsKept, noStatusIsSkipped, pagesAreFull } from './pages.ts'
import { minutesEnd } from './long-minutes.ts'
import { servedAfterTheWait } from './after-the-wait.ts'
import { bannedAlike, bansAreApart, bansEndForAll, notLimitedWhileBanned } from './bans.ts'
import {
  daysLastTheirQuota,
  dayIsUsedUpWhenRefused,
  noneLeftWhenRefused,
  refusedWhenSpent,
} from './refusals.ts'
import { newMinutesAreWhole } from './renewals.ts'
import { minuteIsServed } from './short-minutes.ts'
import { clausesOfFault, replyRules } from './reply-rules.ts'
import { whatIsSeenIsFound } from './seen-and-found.ts'
import {
  eachCreationIsNew,
  listedUnderOneStatus,
  onePetForEachId,
  theOneAskedFor,
  whatIsNoIdIsNotFound,
} from './store.ts'
import { eachAddsWhatItSays } from './traces.ts'

/** Rules of what a request is answered; from the body of a reply that breaks one nothing follows. */
const ofAnswers: readonly Rule[] = [validIsServed, invalidIsRefused, onlyKeysAreLetIn, aKeyStaysValid]

/** Rules of what several replies say together. */
const ofSeveral: readonly Rule[] = [
  onePetForEachId,
  eachCreationIsNew,
  listedUnderOneStatus,
  nothingIsLost,
  whatIsSeenIsFound,
  theOneAskedFor,
  whatIsNoIdIsNotFound,
  createdAsSent,
  noStatusOfAnother,
  pagesAreFull,
  defaultIsKept,
  noStatusIsSkipped,
  eachAddsWhatItSays,
  someWindowExplains,
  limitIsOfThePlan,
  resetIsOfTheWindow,
  newMinutesAreWhole,
  minutesEnd,
  noMoreThanThePlan,
  noneWhileRefused,
  errorsAreRefusedToo,
  setQuotaIsServed,
  eachPaysItsOwn,
  figuresAreItsOwn,
  refusedWhenSpent,
  noneLeftWhenRefused,
  dayIsUsedUpWhenRefused,
  daysLastTheirQuota,
  minuteIsServed,
  notRefusedPastReset,
  servedAfterTheWait,
  bannedAlike,
  bansAreApart,
  bansEndForAll,
  notLimitedWhileBanned,
]

/** Rules that do not rest on whose key a request had. */
const rulesWithoutKeys: readonly Rule[] = [onePetForEachId, theOneAskedFor]

/** What is recorded. Keys that are shared by what the exchanges show are added to those that are named. */
export type Recorded = Omit<History, 'sharedKeys' | 'acceptedKeys' | 'changedPets'> &
  Partial<Pick<History, 'sharedKeys'>>

/** Every contradiction between the replies of a history; none for the history of a service that conforms. */
export function judge(recorded: Recorded): readonly Finding[] {
  return contradictionsIn(historyOf(recorded))
}

/** The same under assumptions on the keys that were made before. */
export function contradictionsIn(history: History): readonly Finding[] {
  const { answers, wrong } = answersIn(history)
  return diagnose([...answers, ...togetherIn(history, { discredited: wrong })])
}

/**
 * All that is wrong in a history, of each reply and of several together, under the fewest clauses that explain it; without what
 * one of the `established` clauses explains.
 */
export function judgeWhole(
  history: History,
  established: ReadonlySet<ClauseId> = new Set(),
): readonly Finding[] {
  return diagnose(unexplainedIn(history), established)
}

/** All that is wrong in a history, whatever explains it. */
const unexplainedIn = remembering((history: History): readonly Finding[] => {
  const { answers, wrong } = answersIn(history)
  const bodies = faultsOfBodies(history)
  const unknown = new Set([...wrong, ...endsOf(bodies.filter((one) => !isOfField(one)))])
  const together = togetherIn(history, {
    discredited: new Set([...wrong, ...endsOf(bodies)]),
    countable: new Set(endsOf(bodies).filter((id) => !unknown.has(id))),
  })
  return [...answers, ...repliesIn(history), ...together]
})

/** What would be wrong if nothing were amiss with the bodies of replies; with the clause by which the body is wrong that shows it. */
function hiddenIn(history: History, findings: readonly Finding[]): readonly Unsure[] {
  const { answers, wrong } = answersIn(history)
  const bodies = faultsOfBodies(history)
  if (bodies.length === 0) return []
  // Of several, one that leaves the ids in doubt too.
  const inOrder = bodies.toSorted((one, other) => Number(isOfField(other)) - Number(isOfField(one)))
  const faults = new Map(inOrder.map((finding) => [wrongOf(finding)?.id, finding.clause]))
  const blamed = new Set(findings.map(({ clause }) => clause))
  const together = togetherIn(history, { discredited: wrong, countable: new Set(endsOf(bodies)) })
  return diagnose([...answers, ...together]).flatMap((finding) => {
    const spoilt = finding.steps.find(({ exchange }) => faults.has(exchange.id))
    const cause = faults.get(spoilt?.exchange.id)
    return cause === undefined || blamed.has(finding.clause)
      ? []
      : [{ finding, reason: `depends on: ${cause}` }]
  })
}

/** What a history shows of its service. */
export interface Judgement {
  readonly findings: readonly Finding[]
  /** What is wrong by clauses that are established, and so no breach of its own. */
  readonly ofEstablished?: readonly Finding[]
  readonly excused: readonly Excused[]
  readonly unsure: readonly Unsure[]
}

const UNCHANGED = 'precondition missing: pets that nobody else changes or removes meanwhile'
const UNREVOKED = 'precondition missing: a key that nobody revokes meanwhile'

/** What would be wrong but for what others may have done, or but for another breach. */
export interface Unsure {
  readonly finding: Finding
  /** Why it is not sure, in the words of a report. */
  readonly reason: string
}

/** All that is wrong in a history, and what does not hold in it for another reason. */
export function judgementOf(history: History, established: ReadonlySet<ClauseId> = new Set()): Judgement {
  const findings = judgeWhole(history, established)
  const ofEstablished = diagnose(unexplainedIn(history).filter(({ clause }) => established.has(clause)))
  const blamed = new Set(findings.map(nameOf))
  const { changedPets, ...unchanged } = history
  const ofPets = changedPets?.size ? judgeWhole(unchanged, established) : []
  const ofKeys = history.lacksKeys === true ? [] : aKeyIsNotRevoked(history)
  const unsure = [
    ...ofPets.map((finding) => ({ finding, reason: UNCHANGED })),
    ...ofKeys.map((finding) => ({ finding, reason: UNREVOKED })),
    ...hiddenIn(history, findings),
  ]
  return {
    findings,
    ofEstablished: ofEstablished.filter(({ clause }) => established.has(clause)),
    excused: excusedIn(history.exchanges, findings),
    unsure: unsure.filter(({ finding }) => !blamed.has(nameOf(finding))),
  }
}

interface Answers {
  readonly answers: readonly Finding[]
  readonly wrong: ReadonlySet<number>
}

/** Requests that were answered wrongly, and the ids of their exchanges. */
const answersIn = remembering((history: History): Answers => {
  const rules = history.lacksKeys === true ? [] : ofAnswers
  const answers = rules
    .flatMap((rule) => rule(history))
    .map((finding): Finding => ({ isOfAnswer: true, ...finding }))
  const ends = endsOf(answers.filter(({ isOfAnswer }) => isOfAnswer))
  return { answers, wrong: new Set([...(history.discredited ?? []), ...ends]) }
})

const repliesIn = remembering((history: History) =>
  faultsOfReplies(history.exchanges, answersIn(history).wrong),
)

/** Those of them that leave in doubt which pets a body shows, or what they are like. */
function faultsOfBodies(history: History): readonly Finding[] {
  return repliesIn(history).filter(({ clause }) => !OF_HEADERS.test(clause))
}

/** What several replies contradict together, but for those in which something is wrong already. */
function togetherIn(
  history: History,
  believed: Pick<History, 'discredited' | 'countable'>,
): readonly Finding[] {
  const rules = history.lacksKeys === true ? rulesWithoutKeys : ofSeveral
  // One object for all of them, by which they remember what they have read in it.
  const rest = { ...history, ...believed }
  return rules
    .flatMap((rule) => rule(rest))
    .filter(isOfWhole)
    .map((finding) => perhapsPaidByAnother(finding, history))
}

/** Clauses that a key's replies break, too, where another one pays for it. */
const OF_METERS = /^LIMIT-(?:[34567]|10)$/

/** A finding about the meter of a key; first under the clause that keys are counted apart by, where one pays for another. */
function perhapsPaidByAnother(finding: Finding, history: History): Finding {
  const caller = wrongOf(finding)?.probe.caller
  const charge = chargesIn(history).find(({ user, payer }) => user === caller || payer === caller)
  if (charge === undefined || !OF_METERS.test(finding.clause)) return finding
  const alternatives = [finding.clause, ...finding.alternatives].filter((one) => one !== 'LIMIT-11')
  return {
    ...finding,
    clause: 'LIMIT-11',
    alternatives,
    actual: `${finding.actual}; ${describeCharge(charge)}`,
  }
}

function isOfWhole(finding: Finding): boolean {
  return wrongOf(finding)?.isPart !== true
}

/** Clauses of which a breach by one reply says nothing of the pets in it. */
const OF_HEADERS = /^(?:AUTH|BASE|ERROR|LIMIT|LIST-3)/

/** Whether a pet that is shown wrongly has its id for all that. */
function isOfField({ clause }: Finding): boolean {
  return /^PET-[345]$/.test(clause)
}

function endsOf(findings: readonly Finding[]): readonly number[] {
  return findings.flatMap((finding) => wrongOf(finding)?.id ?? [])
}

/** What is wrong with each reply by itself; with its body too, unless its status is wrong already. */
export function faultsOfReplies(
  exchanges: readonly RecordedExchange[],
  answered: ReadonlySet<number>,
): readonly Finding[] {
  let finder: ReturnType<typeof oddPetFinder> | undefined
  const isOdd = (pet: unknown): boolean => (finder ??= oddPetFinder(exchanges))(pet)
  return replyRules.flatMap((rule) => {
    const { aspect = '', ofBody, ofPets, concerns, expected, fault } = rule
    return exchanges.flatMap((exchange): readonly Finding[] => {
      if (ofPets === true && exchange.probe.isInvalid === true) return []
      if (!concerns(exchange) || (ofBody === true && answered.has(exchange.id))) return []
      const actual = fault(exchange, isOdd)
      if (actual === undefined) return []
      const [clause, ...alternatives] = clausesOfFault(rule, exchange)
      return [{ clause, alternatives, expected, actual, steps: [{ exchange, shows: actual }], aspect }]
    })
  })
}

/** A reply that is not what a clause asks for, and is not blamed for it. */
export interface Excused {
  readonly clause: ClauseId
  readonly aspect: string
  /** The clause that is blamed. */
  readonly cause: ClauseId
}

/**
 * What `findings` leave out of the faults of single replies, since another finding is their cause: the clause does not hold. An
 * invalid pet that an earlier run has left is nobody's fault in this one.
 */
function excusedIn(exchanges: readonly RecordedExchange[], findings: readonly Finding[]): readonly Excused[] {
  const ofAnswers = findings.filter(({ isOfAnswer }) => isOfAnswer)
  const causes = new Map(ofAnswers.map((finding) => [wrongOf(finding)?.id, finding.clause]))
  const ofInvalid = findings.find(({ clause }) => OF_INVALID_BODIES.test(clause))?.clause
  const isBlamed = new Set(findings.map(nameOf))
  return replyRules
    .filter(({ ofBody }) => ofBody === true)
    .flatMap(({ clause, aspect = '', ofPets, concerns, fault }): readonly Excused[] => {
      const excused = exchanges.find(
        (one) =>
          !isBlamed.has(`${clause} ${aspect} ${one.id}`) &&
          concerns(one) &&
          fault(one, () => false) !== undefined,
      )
      const cause = excused && (causes.get(excused.id) ?? (ofPets && ofInvalid))
      return cause === undefined ? [] : [{ clause, aspect, cause }]
    })
}

/** Clauses by which an invalid body is refused. */
const OF_INVALID_BODIES = /^CREATE-[345]$/

/** A history with what its exchanges show of the keys, and of what others have done to pets. */
export function historyOf(recorded: Recorded): History {
  const history = historyOfKeys(recorded)
  return { ...history, changedPets: changedPetsIn(history) }
}

/** A history with what its exchanges show of the keys: enough for rules that look at no pet. */
export function historyOfKeys({ sharedKeys = new Set(), ...recorded }: Recorded): History {
  const { exchanges, givenKeys = new Set() } = recorded
  const shared = new Set([...sharedKeys, ...sharedKeysIn(recorded)])
  // Whoever uses one of the keys that were given may use the other ones too, unseen.
  const areGiven = [...shared].some((key) => givenKeys.has(key))
  return {
    ...recorded,
    sharedKeys: areGiven ? new Set([...shared, ...givenKeys]) : shared,
    acceptedKeys: acceptedKeysIn(exchanges),
  }
}
