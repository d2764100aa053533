// What can be proved one by one, on a thread of its own; what is asked and told holds no function, so that it can cross.
import { parentPort, workerData } from 'node:worker_threads'
import type { ClauseId } from '../../spec/clauses.ts'
import { checkLawful, compareLawful, type ComparedJudgement } from './check-lawful.ts'
import { compare, detect, type Comparison } from './detect.ts'
import { judgeOperator, type OperatorVerdict, type RunKind } from './judge-operator.ts'
import type { Lawful } from './lawful.ts'
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
import { violations } from './violations/index.ts'

const jobs = {
  violation: async ({ at, compares }: ViolationJob): Promise<Omit<Comparison, 'violation'>> => {
    const violation = memberOf(violations, at)
    const { violation: _here, ...told } = compares
      ? await compare(violation)
      : { ...(await detect(violation)), ...UNASKED }
    return told
  },
  lawful: async ({ service, compares }: LawfulJob): Promise<Omit<ComparedJudgement, 'lawful'>> => {
    const { lawful: _here, ...told } = compares
      ? await compareLawful(service)
      : { ...(await checkLawful(service)), ...UNASKED }
    return told
  },
  free: (mix: Mix): Promise<FreeVerdict> => judgeFree(mix),
  operator: async ({ at, runs }: OperatorJob): Promise<Omit<OperatorVerdict, 'operator'>> => {
    const { operator: _here, ...told } = await judgeOperator(memberOf(operators, at), undefined, runs)
    return told
  },
  stranger: (baseUrl: string): Promise<StrangerVerdict> => judgeStranger(baseUrl),
  laid: ({ baseUrl, usual, ...laid }: LaidJob): Promise<LaidVerdict> => judgeLaid(baseUrl, laid, usual),
}

interface LaidJob extends Laid {
  readonly baseUrl: string
  readonly usual: readonly ClauseId[]
}

/** What the other tools notice where they are not asked. */
const UNASKED = { prism: false, dredd: false }

interface ViolationJob {
  readonly at: number
  /** Whether the other tools are asked too. */
  readonly compares: boolean
}

interface LawfulJob {
  readonly service: Lawful
  readonly compares: boolean
}

interface OperatorJob {
  readonly at: number
  /** Those that may be made, from the least; all where it is not said. */
  readonly runs?: readonly RunKind[]
}

type Jobs = typeof jobs
export type Job = keyof Jobs
export type Asked<Name extends Job> = Parameters<Jobs[Name]>[0]
export type Told<Name extends Job> = Awaited<ReturnType<Jobs[Name]>>

export interface Question<Name extends Job = Job> {
  readonly job: Name
  readonly asked: Asked<Name>
}

/** What a thread must be given to do jobs: it does nothing where it is imported. */
export const PROVER = 'petstore proof'
export const jobsFile = new URL(import.meta.url)

function memberOf<Member>(list: readonly Member[], at: number): Member {
  const member = list[at]
  if (member === undefined) throw new Error(`there is no number ${at}`)
  return member
}

function answer<Name extends Job>({ job, asked }: Question<Name>): Promise<Told<Name>> {
  // TypeScript does not see that a job and what it is asked belong together.
  const work = jobs[job] as (asked: Asked<Name>) => Promise<Told<Name>>
  return work(asked)
}

if (workerData === PROVER) {
  parentPort?.on('message', (question: Question) => {
    void answer(question).then(
      (told) => parentPort?.postMessage(told),
      // Ends the thread with the error, which whoever asked is told.
      (error: unknown) =>
        setImmediate(() => {
          throw error
        }),
    )
  })
}
