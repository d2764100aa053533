import { judgeOperator, runKinds, runSettings, type OperatorVerdict, type RunKind } from './judge-operator.ts'
import { dreddFindsFault, Traffic } from './other-tools.ts'
import type { Task } from './jobs.ts'
import { memberAt } from './sample.ts'
import { situatedOperators, type SituatedOperator } from './situations/index.ts'
import type { Situation } from './situations/situation.ts'
import { PLAIN, runOn, testService } from './test-service.ts'

/** What the suite reported of a service that is changed in one situation only, and whether other tools reported anything. */
export interface SituatedVerdict extends OperatorVerdict {
  readonly operator: SituatedOperator
  /** Whether the other tools judged it. */
  readonly isCompared: boolean
  readonly prism: boolean
  readonly dredd: boolean
}

export interface SituatedJob {
  readonly at: number
  /** The runs to try, the shortest first. */
  readonly runs: readonly RunKind[]
  /** Whether the other tools judge it too: Prism the traffic of a default run, Dredd its own. */
  readonly compares: boolean
}

export async function judgeSituated({
  at,
  runs,
  compares,
}: SituatedJob): Promise<Omit<SituatedVerdict, 'operator'>> {
  const operator = memberAt(situatedOperators, at)
  const { operator: _here, ...verdict } = await judgeOperator(operator, undefined, runs)
  if (!compares) return { ...verdict, isCompared: false, prism: false, dredd: false }
  const traffic = new Traffic()
  await runOn(
    await testService(operator.overlay, { ...PLAIN, witness: traffic.see }),
    runSettings['a default run'],
  )
  return {
    ...verdict,
    isCompared: true,
    prism: await traffic.prismFindsFault(),
    dredd: await dreddFindsFault(operator.overlay, PLAIN),
  }
}

/**
 * Judges those with these numbers; `run` runs one. Until its situation has come, a run is one of a conforming service: a kind of run
 * that does not lead there with nothing laid over the service never does, and is left out.
 */
export async function judgeAllSituated(
  numbers: readonly number[],
  met: ReadonlyMap<Situation, RunKind>,
  run: (task: Task<'situated'>) => Promise<Omit<SituatedVerdict, 'operator'>>,
  compares: (at: number) => boolean = () => false,
): Promise<readonly SituatedVerdict[]> {
  return Promise.all(
    numbers.map(async (at): Promise<SituatedVerdict> => {
      const operator = memberAt(situatedOperators, at)
      const task = situatedTask(at, met, compares(at))
      return task === undefined ? unmet(operator) : { operator, ...(await run(task)) }
    }),
  )
}

/** The job of judging one; `undefined` where no run leads to its situation. */
export function situatedTask(
  at: number,
  met: ReadonlyMap<Situation, RunKind>,
  compares: boolean,
): Task<'situated'> | undefined {
  const shortest = met.get(memberAt(situatedOperators, at).situation)
  if (shortest === undefined) return undefined
  return { job: 'situated', input: { at, runs: runKinds.slice(runKinds.indexOf(shortest)), compares } }
}

function unmet(operator: SituatedOperator): SituatedVerdict {
  const [run = 'a default run'] = runKinds
  const nothing = { reported: [], faults: [], outcome: 'nothing changed', metBy: run, run } as const
  return { operator, ...nothing, isCompared: false, prism: false, dredd: false }
}
