// What a thread can prove by itself. Inputs and results hold no function, so that they can be sent between threads.
import { parentPort, workerData } from 'node:worker_threads'
import type { ClauseId } from '../../spec/clauses.ts'
import { checkLawful, compareLawful, type ComparedJudgement } from './check-lawful.ts'
import { compare, detect, type Comparison } from './detect.ts'
import { judgeOperator, type OperatorVerdict, type RunKind } from './judge-operator.ts'
import type { Lawful } from './lawful.ts'
import { judgeDevil, type DevilVerdict } from './judge-devil.ts'
import { judgeFree, type FreeVerdict } from './judge-free.ts'
import type { Mix } from './free/freedoms.ts'
import { operators } from './operators/index.ts'
import {
  judgeLaid,
  judgeStranger,
  type Laid,
  type LaidVerdict,
  type StrangerVerdict,
} from './judge-stranger.ts'
import { judgeSituated, type SituatedJob, type SituatedVerdict } from './judge-situated.ts'
import { memberAt } from './sample.ts'
import { violations } from './violations/index.ts'

const jobs = {
  violation: async ({ at, compares }: ViolationJob): Promise<Omit<Comparison, 'violation'>> => {
    const violation = memberAt(violations, at)
    const { violation: _here, ...result } = compares
      ? await compare(violation)
      : { ...(await detect(violation)), ...NOT_COMPARED }
    return result
  },
  lawful: async ({ service, compares }: LawfulJob): Promise<Omit<ComparedJudgement, 'lawful'>> => {
    const { lawful: _here, ...result } = compares
      ? await compareLawful(service)
      : { ...(await checkLawful(service)), ...NOT_COMPARED }
    return result
  },
  free: (mix: Mix): Promise<FreeVerdict> => judgeFree(mix),
  devil: (seed: number): Promise<DevilVerdict> => judgeDevil(seed),
  operator: async ({ at, runs }: OperatorJob): Promise<Omit<OperatorVerdict, 'operator'>> => {
    const { operator: _here, ...result } = await judgeOperator(memberAt(operators, at), undefined, runs)
    return result
  },
  situated: (job: SituatedJob): Promise<Omit<SituatedVerdict, 'operator'>> => judgeSituated(job),
  stranger: (baseUrl: string): Promise<StrangerVerdict> => judgeStranger(baseUrl),
  laid: ({ baseUrl, usualWarnings, ...laid }: LaidJob): Promise<LaidVerdict> =>
    judgeLaid(baseUrl, laid, usualWarnings),
}

interface LaidJob extends Laid {
  readonly baseUrl: string
  readonly usualWarnings: readonly ClauseId[]
}

/** What stands for the other tools where they did not judge. */
const NOT_COMPARED = { prism: false, dredd: false }

interface ViolationJob {
  readonly at: number
  /** Whether the other tools judge it too. */
  readonly compares: boolean
}

interface LawfulJob {
  readonly service: Lawful
  readonly compares: boolean
}

interface OperatorJob {
  readonly at: number
  /** The runs to try, the shortest first; by default all. */
  readonly runs?: readonly RunKind[]
}

type Jobs = typeof jobs
export type Job = keyof Jobs
export type JobInput<Name extends Job> = Parameters<Jobs[Name]>[0]
export type JobResult<Name extends Job> = Awaited<ReturnType<Jobs[Name]>>

/** A job with its input, as a thread is sent it. */
export interface Task<Name extends Job = Job> {
  readonly job: Name
  readonly input: JobInput<Name>
}

/** The `workerData` with which this file does jobs; without it, it does nothing. */
export const PROVER = 'petstore proof'
export const jobsFile = new URL(import.meta.url)

function perform<Name extends Job>({ job, input }: Task<Name>): Promise<JobResult<Name>> {
  // TypeScript does not see that a job and its input belong together.
  const work = jobs[job] as (input: JobInput<Name>) => Promise<JobResult<Name>>
  return work(input)
}

if (workerData === PROVER) {
  parentPort?.on('message', (task: Task) => {
    void perform(task).then(
      (result) => parentPort?.postMessage(result),
      // Ends the thread with the error, with which the caller's promise rejects.
      (error: unknown) =>
        setImmediate(() => {
          throw error
        }),
    )
  })
}
