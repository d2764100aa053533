import type { ClauseId } from '../../spec/clauses.ts'
import type { ContractSettings } from '../../contract-tests/engine/settings.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { memberAt } from './sample.ts'
import { runSuite } from '../../contract-tests/suite.ts'
import type { Breach } from './devil/breaches.ts'
import { DEVIL_KEYS, devilService, type Plans } from './devil/devil-service.ts'
import { devilries, mixOf, nameOf, type Mix } from './devil/devilries.ts'
import { Chance } from './devil/random.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { settingsFor } from './test-service.ts'

/** What the suite reported of the devil of a seed. */
export interface DevilVerdict {
  readonly seed: number
  /** The flags of the run. */
  readonly mode: DevilMode
  readonly mix: Mix
  /** The clauses that the suite reported broken. */
  readonly broken: readonly ClauseId[]
  /** What the suite itself did wrong, such as adding a pet under another customer's key. */
  readonly faults: readonly string[]
}

const modes = {
  'a default run': { exhaust: false, ban: false },
  '--exhaust': { exhaust: true, ban: false },
  '--exhaust --ban': { exhaust: true, ban: true },
} as const satisfies Readonly<Record<string, Partial<ContractSettings>>>
export type DevilMode = keyof typeof modes
const modeNames = Object.keys(modes) as readonly DevilMode[]

/** In seconds; two weeks, within which every day and every ban ends. */
const LONG_WAIT = 14 * 86_400

/** How the suite is run against the devil of a seed. */
export interface DevilRun {
  readonly mode: DevilMode
  readonly plans: Plans
  readonly settings: Partial<ContractSettings>
}

/** How the devil of a seed is judged: each kind of run in turn, with keys of several plans. */
export function runOf(seed: number, mode = memberAt(modeNames, seed % modeNames.length)): DevilRun {
  const chance = new Chance('run', seed)
  const plans = chance.pick<Plans>([
    ['free', 'free'],
    ['free', 'free'],
    ['free', 'pro'],
    ['pro', 'free'],
    ['enterprise', 'free'],
  ])
  const [plan, secondPlan] = plans
  const settings = {
    ...modes[mode],
    ...(chance.once(2) ? { plan, secondPlan } : { plan: undefined, secondPlan: undefined }),
    secondBaseUrl: chance.once(2) ? `${ORIGIN}/staging/v1` : undefined,
    ...(chance.once(2) && { maxWait: LONG_WAIT }),
  }
  return { mode, plans, settings }
}

const ORIGIN = 'http://pets.test'

/** Runs the suite against a devil, which may break a promise. */
export async function runOnDevil(
  mix: Mix,
  seed: number,
  { plans, settings }: DevilRun,
  breach?: string,
): Promise<{ readonly report: RunReport; readonly faults: readonly string[] }> {
  const { ports, writtenElsewhere } = devilService(mix, seed, plans, breach)
  const all = { baseUrl: `${ORIGIN}/v1`, ...DEVIL_KEYS, mark: 'contractabcd', ...settings }
  const report = await runSuite(settingsFor(all), ports)
  const elsewhere = writtenElsewhere()
  const written = elsewhere === 0 ? [] : [`${elsewhere} pets were added under another customer's key`]
  return { report, faults: [...faultsOf(report), ...written] }
}

/** Judges the devil of a seed. */
export async function judgeDevil(seed: number, mix: Mix = mixOf(seed)): Promise<DevilVerdict> {
  const run = runOf(seed)
  const { report, faults } = await runOnDevil(mix, seed, run)
  return { seed, mode: run.mode, mix, broken: clausesThatAre('broken', report), faults }
}

/** Whether the devil was blamed for nothing. */
export function isDevilUnblamed({ broken, faults }: Pick<DevilVerdict, 'broken' | 'faults'>): boolean {
  return broken.length + faults.length === 0
}

/** A blamed devil in one line. */
export function describeDevil({ seed, mode, mix, broken, faults }: DevilVerdict): string {
  return `${[...broken, ...faults].join(', ')}: seed ${seed}, ${mode}, ${nameOf(mix)}`
}

/**
 * The least devilry of a mix that still gets a verdict: no devilry in it can be plain. Many become plain at once as long as the
 * verdict stays, then fewer, and at last one.
 */
export async function shrunk(mix: Mix, getsVerdict: (mix: Mix) => Promise<boolean>): Promise<Mix> {
  let left = devilries.flatMap(({ name, values: [plain] }) => {
    const value = mix[name]
    return value === undefined || value === plain ? [] : [[name, value] as const]
  })
  let size = left.length
  while (size >= 1) {
    const before = left.length
    for (let at = 0; at < left.length;) {
      const fewer = left.toSpliced(at, size)
      if (await getsVerdict(Object.fromEntries(fewer))) left = fewer
      else at += size
    }
    // What was needed at first may not be, once other devilries have gone.
    const isOver = size === 1 && left.length === before
    size = isOver ? 0 : Math.ceil(Math.min(size, left.length) / 2)
  }
  return Object.fromEntries(left)
}

/** For each clause that a blamed devil was blamed for, the least devilry that still is; for a fault of the suite too. */
export async function shrunkVerdicts({ seed, mix, broken }: DevilVerdict): Promise<readonly DevilVerdict[]> {
  const verdicts: DevilVerdict[] = []
  for (const clause of broken.length === 0 ? [undefined] : broken) {
    if (verdicts.some((one) => clause !== undefined && one.broken.includes(clause))) continue
    const least = await shrunk(mix, async (some) => {
      const other = await judgeDevil(seed, some)
      return clause === undefined ? other.faults.length > 0 : other.broken.includes(clause)
    })
    verdicts.push(await judgeDevil(seed, least))
  }
  return verdicts
}

/** What the suite reported of a devil that breaks a promise. */
export interface BreachVerdict {
  /** `right`: a clause that it breaks was reported, and no other. */
  readonly outcome: 'right' | 'wrong clause' | 'missed'
  /** The clauses reported broken, without those of the devil that keeps its promises. */
  readonly broken: readonly ClauseId[]
  readonly faults: readonly string[]
}

/** Judges devils that break a promise each, and otherwise are the same, by a run that may do everything. */
export async function judgeBreaches(
  chosen: readonly Breach[],
  mix: Mix,
  seed: number,
): Promise<readonly BreachVerdict[]> {
  const run = runOf(seed, '--exhaust --ban')
  const usual = clausesThatAre('broken', (await runOnDevil(mix, seed, run)).report)
  const verdicts: BreachVerdict[] = []
  for (const { name, breaks } of chosen) {
    const { report } = await runOnDevil(mix, seed, run, name)
    // That a key is taken which is none may be the breach itself.
    const faults = faultsOf(report)
    const broken = clausesThatAre('broken', report).filter((id) => !usual.includes(id))
    const isRight = faults.length === 0 && broken.every((id) => breaks.includes(id))
    const outcome = broken.length + faults.length === 0 ? 'missed' : isRight ? 'right' : 'wrong clause'
    verdicts.push({ outcome, broken, faults })
  }
  return verdicts
}
