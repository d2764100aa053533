import { type Check, isCheck, type SuiteItem } from './engine/check.ts'
import type { Beginning, RunPorts, Waits } from './engine/ports.ts'
import { runItems, type Listener } from './engine/run-suite.ts'
import { isWanted, type ContractSettings } from './engine/settings.ts'
import { creationsAtOnce, validBesideInvalid } from './clauses/at-once.ts'
import { rateLimitHeaderChecks } from './clauses/rate-limit-headers.ts'
import { authChecks, otherSchemeElsewhere, refusedKeyAgain } from './clauses/auth.ts'
import { banItems } from './clauses/ban.ts'
import { baseChecks, browserCheck, onePetChecks } from './clauses/base.ts'
import { createChecks, ownIdCheck, refusedTooChecks } from './clauses/create.ts'
import { dayItems } from './clauses/day.ts'
import {
  deprecationChecks,
  eachReadAnnounces,
  noOtherAnnounces,
  removalItems,
} from './clauses/deprecation.ts'
import { findChecks, otherStatusesCheck } from './clauses/added-pets.ts'
import { generatedBodyChecks } from './clauses/generated-bodies.ts'
import { getChecks, likeIdChecks } from './clauses/get.ts'
import { againChecks, changedCheck, changedLaterCheck, keptChecks } from './clauses/kept-pets.ts'
import {
  limitChecks,
  minuteWhileAsked,
  notStoredCheck,
  readsOverTheLimit,
  secondOverTheLimit,
} from './clauses/over-the-limit.ts'
import { secondKeyChecks } from './clauses/second-key.ts'
import { classPairChecks } from './clauses/class-pairs.ts'
import { inputClassChecks } from './clauses/input-classes.ts'
import { inexactKeysElsewhere } from './clauses/inexact-keys.ts'
import { letterCaseChecks } from './clauses/letter-case.ts'
import { listChecks } from './clauses/list.ts'
import { filtersAlone, manyPagesCheck, pageChecks } from './clauses/pages.ts'
import { petChecks } from './clauses/pet.ts'
import { sampleChecks } from './clauses/sampled-pets.ts'
import { sequenceChecks } from './clauses/sequences.ts'
import { mixedBodyChecks } from './clauses/mixed-bodies.ts'
import { transitionsCheck } from './clauses/transitions.ts'
import { emptyStatusCheck, nameChecks } from './clauses/values.ts'
import { everyExchangeChecks } from './clauses/every-exchange.ts'
import { edgePoints } from './open-points/edge.ts'
import { limitPoints } from './open-points/limit.ts'
import { listPoints } from './open-points/list.ts'
import { petPoints } from './open-points/pet.ts'
import { writingPoints } from './open-points/writing.ts'
import type { RunReport } from './report/model/run-report.ts'

/**
 * The suite for a run, in the order of the run: lists first, to be compared while the run itself adds nothing; the checks
 * of the whole run last, for they judge all exchanges before.
 */
export function suiteFor({
  deep,
  seed,
  only,
}: Pick<ContractSettings, 'deep' | 'seed' | 'only'>): readonly SuiteItem[] {
  const all = [...documentOrder, ...(deep ? generatedBodyChecks(seed) : []), ...ofTheWholeRun]
  return all.filter(({ id }) => isWanted(id, only))
}

// They stand where the requests are counted that a minute has left; the first ones matter most, for others may have no room.
const extraChecks: readonly Check[] = [
  ...letterCaseChecks,
  ...likeIdChecks,
  ...sequenceChecks,
  creationsAtOnce,
  ...mixedBodyChecks,
  emptyStatusCheck,
  ...refusedTooChecks,
  browserCheck,
  ...onePetChecks,
  ...againChecks,
  otherStatusesCheck,
  ...pageChecks,
  ...filtersAlone,
  ...inexactKeysElsewhere,
  otherSchemeElsewhere,
  manyPagesCheck,
  ownIdCheck,
  ...nameChecks,
  // Last, for they ask what nothing before them has asked.
  ...inputClassChecks,
  ...classPairChecks,
  transitionsCheck,
]

const documentOrder: readonly SuiteItem[] = [
  ...listChecks,
  ...baseChecks,
  ...petChecks,
  ...createChecks,
  validBesideInvalid,
  ...getChecks,
  ...authChecks,
  ...findChecks,
  ...deprecationChecks,
  ...petPoints,
  ...writingPoints,
  ...edgePoints,
  ...listPoints,
  ...keptChecks,
  ...secondKeyChecks,
  changedCheck,
  ...extraChecks,
  ...sampleChecks,
  ...limitChecks,
  ...limitPoints,
  ...secondOverTheLimit,
  ...dayItems,
  ...banItems,
  notStoredCheck,
  changedLaterCheck,
  readsOverTheLimit,
  minuteWhileAsked,
  refusedKeyAgain,
  ...removalItems,
]

/** They judge all exchanges before them, whatever those were for. */
const ofTheWholeRun: readonly SuiteItem[] = [
  eachReadAnnounces,
  noOtherAnnounces,
  ...rateLimitHeaderChecks,
  ...everyExchangeChecks,
]

/** Runs the suite against one service; resolves with what it found out. The listener hears of each check as it ends. */
export function runSuite(
  settings: ContractSettings,
  ports: RunPorts & Beginning & Waits,
  listener: Listener = () => undefined,
): Promise<RunReport> {
  const isReported = ({ id }: SuiteItem): boolean => isWanted(id, settings.only)
  const items = suiteFor(needsAll(settings) ? { ...settings, only: [] } : settings)
  return runItems(items, settings, ports, listener, isReported)
}

/** Whether a part of the suite sends all requests of it: one of its clauses is judged by the requests of others alone. */
export function needsAll({ only }: Pick<ContractSettings, 'only'>): boolean {
  return only.length > 0 && ofTheWholeRun.some((item) => isWanted(item.id, only) && !hasChecksOfItsOwn(item))
}

/** Whether a clause is always checked by requests of its own too, so that it can be judged where nothing else is asked. */
function hasChecksOfItsOwn({ id }: SuiteItem): boolean {
  return documentOrder.some((item) => item.id === id && !(isCheck(item) && item.extra))
}
