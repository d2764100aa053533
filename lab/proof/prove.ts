import { ownVersion } from '../../spec/own-version.ts'
import { mixes } from './free/freedoms.ts'
import { JobRunner, keyedTask, type KeyedJob } from './job-runner.ts'
import type { Task } from './jobs.ts'
import type { RunKind } from './judge-operator.ts'
import { everythingLaid, nameLaid, type Laid } from './judge-stranger.ts'
import { judgeAllSituated, situatedTask } from './judge-situated.ts'
import { lawfulServices } from './lawful.ts'
import { asItIs, layOver } from './lay-over.ts'
import type { Proof } from './measures.ts'
import { operators } from './operators/index.ts'
import type { Screen } from './progress-bar.ts'
import { ResultCache } from './result-cache.ts'
import { memberAt, sampledOperators, sampledSituated, someOf } from './sample.ts'
import { situatedOperators } from './situations/index.ts'
import type { Situation } from './situations/situation.ts'
import { whereMet } from './where-met.ts'
import { strangers, whyNot, type Stranger } from './strangers/strangers.ts'
import { Threads } from './threads.ts'
import { violations } from './violations/index.ts'
import type { StrangerProof } from './write-strangers.ts'

const SEED = '1'
// Of violations and of operators each, over each stranger.
const LAID_IN_SAMPLE = 10
// The other tools cost as much time as the suite itself: in a sample they judge one service in so many.
const COMPARED_IN_SAMPLE = 10
const DEVIL_SEEDS = 200
const SAMPLE_RUNS: readonly RunKind[] = ['a default run', '--exhaust --ban']

/** All that is to be judged. */
interface Plan {
  readonly violations: readonly Task<'violation'>[]
  readonly lawful: readonly Task<'lawful'>[]
  readonly free: readonly Task<'free'>[]
  readonly devil: readonly Task<'devil'>[]
  readonly operators: readonly Task<'operator'>[]
  /** Numbers of situated operators, and which kinds of runs lead to their situations. */
  readonly situated: readonly number[]
  readonly met: ReadonlyMap<Situation, RunKind>
  readonly compares: (at: number) => boolean
  readonly strangers: readonly StrangerPlan[]
}

interface StrangerPlan {
  readonly stranger: Stranger
  /** Why it cannot be started here. */
  readonly leftOut: string | undefined
  readonly laid: readonly Laid[]
}

/**
 * Proves the suite by everything there is, or by a sample that is the same each time. Of violations and of operators,
 * `mostLaid` each are laid over each stranger; by default ten in a sample, and else all.
 */
export async function prove(isAll: boolean, mostLaid: number | undefined, screen: Screen): Promise<Proof> {
  const plan = makePlan(isAll, mostLaid, await whereMet())
  await using threads = new Threads()
  const runner = new JobRunner(threads, isAll ? new ResultCache() : undefined, screen)
  runner.announce(jobsIn(plan))
  const [detections, judgements, free, devil, operatorProofs, situated, strangerProofs] = await Promise.all([
    mapAll(plan.violations, async (task) => ({
      violation: memberAt(violations, task.input.at),
      ...(await runner.run(task)),
    })),
    mapAll(plan.lawful, async (task) => ({ lawful: task.input.service, ...(await runner.run(task)) })),
    mapAll(plan.free, (task) => runner.run(task)),
    mapAll(plan.devil, (task) => runner.run(task)),
    mapAll(plan.operators, async (task) => ({
      operator: memberAt(operators, task.input.at),
      ...(await runner.run(task)),
    })),
    judgeAllSituated(plan.situated, plan.met, (task) => runner.run(task), plan.compares),
    mapAll(plan.strangers, (one) => proveStranger(one, runner, threads)),
  ])
  return {
    version: ownVersion(),
    detections,
    judgements,
    free,
    devil,
    operators: operatorProofs,
    situated,
    strangers: strangerProofs,
  }
}

function mapAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(items.map((item) => work(item)))
}

function makePlan(isAll: boolean, mostLaid: number | undefined, met: ReadonlyMap<Situation, RunKind>): Plan {
  const compares = (at: number): boolean => isAll || at % COMPARED_IN_SAMPLE === 0
  const operatorNumbers = isAll ? [...operators.keys()] : sampledOperators(SEED)
  const most = mostLaid ?? (isAll ? Number.POSITIVE_INFINITY : LAID_IN_SAMPLE)
  return {
    violations: Array.from(violations.keys(), (at) => ({
      job: 'violation',
      input: { at, compares: compares(at) },
    })),
    lawful: lawfulServices().map((service, at) => ({
      job: 'lawful',
      input: { service, compares: compares(at) },
    })),
    free: mixes().map((mix) => ({ job: 'free', input: mix })),
    devil: Array.from({ length: DEVIL_SEEDS }, (_none, at) => ({ job: 'devil', input: at + 1 })),
    operators: operatorNumbers.map((at) => ({
      job: 'operator',
      input: isAll ? { at } : { at, runs: SAMPLE_RUNS },
    })),
    situated: isAll ? [...situatedOperators.keys()] : sampledSituated(SEED, met),
    met,
    compares,
    strangers: strangers.map((stranger) => ({
      stranger,
      leftOut: whyNot(stranger),
      laid: sampleLaid(stranger, most),
    })),
  }
}

function jobsIn(plan: Plan): readonly KeyedJob[] {
  const { violations, lawful, free, devil, operators } = plan
  const situated = plan.situated.flatMap((at) => situatedTask(at, plan.met, plan.compares(at)) ?? [])
  const tasks: readonly Task[] = [...violations, ...lawful, ...free, ...devil, ...operators, ...situated]
  const overStrangers = plan.strangers
    .filter(({ leftOut }) => leftOut === undefined)
    .flatMap(({ stranger, laid }) => [strangerJob(stranger), ...laid.map((one) => laidJob(stranger, one))])
  return [...tasks.map(keyedTask), ...overStrangers]
}

async function proveStranger(
  { stranger, leftOut, laid }: StrangerPlan,
  runner: JobRunner,
  threads: Threads,
): Promise<StrangerProof> {
  if (leftOut !== undefined) return { stranger, leftOut }
  const verdict = await runner.obtain(strangerJob(stranger), () => asItIs(stranger, threads))
  const verdicts = await layOver(stranger, laid, threads, verdict, (one, run) =>
    runner.obtain(laidJob(stranger, one), run),
  )
  return { stranger, verdict, laid: verdicts }
}

function strangerJob({ name }: Stranger): KeyedJob {
  return { job: 'stranger', key: JSON.stringify(['stranger', name]) }
}

function laidJob({ name }: Stranger, laid: Laid): KeyedJob {
  return { job: 'laid', key: JSON.stringify(['laid', name, laid]) }
}

function sampleLaid({ name }: Stranger, most: number): readonly Laid[] {
  const all = everythingLaid()
  return (['violation', 'operator'] as const).flatMap((kind) => {
    const own = all.filter((one) => one.kind === kind && (kind === 'violation' || isCertain(one)))
    return someOf(own, nameLaid, most, `${SEED} ${name}`)
  })
}

function isCertain({ at }: Laid): boolean {
  return !memberAt(operators, at).isByChance
}
