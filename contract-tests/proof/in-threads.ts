import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { compareLawful, type ComparedJudgement } from './check-lawful.ts'
import { compare, type Comparison } from './detect.ts'
import { judgeOperator, type OperatorVerdict } from './judge-operator.ts'
import { lawfulServices } from './lawful.ts'
import { operators } from './operators/index.ts'
import { violations } from './violations/index.ts'

/** What can be proved of each member of a list, which every thread has; what is told holds no function, so that it can cross. */
const jobs = {
  violations: async (at: number): Promise<Omit<Comparison, 'violation'>> => {
    const { violation: _here, ...told } = await compare(memberOf(violations, at))
    return told
  },
  lawful: async (at: number): Promise<Omit<ComparedJudgement, 'lawful'>> => {
    const { lawful: _here, ...told } = await compareLawful(memberOf(lawfulServices(), at))
    return told
  },
  operators: async (at: number): Promise<Omit<OperatorVerdict, 'operator'>> => {
    const { operator: _here, ...told } = await judgeOperator(memberOf(operators, at))
    return told
  },
}

type Jobs = typeof jobs
type Told<Job extends keyof Jobs> = Awaited<ReturnType<Jobs[Job]>>

interface Question {
  readonly job: keyof Jobs
  readonly at: number
}

function memberOf<Member>(list: readonly Member[], at: number): Member {
  const member = list[at]
  if (member === undefined) throw new Error(`there is no number ${at}`)
  return member
}

/** Does a job for members of its list, on as many threads as there are cores; resolves with what was told, in their order. */
export async function inThreads<Job extends keyof Jobs>(
  job: Job,
  members: readonly number[],
  done: () => void,
): Promise<readonly Told<Job>[]> {
  const told = new Map<number, Told<Job>>()
  const waiting = members.values()
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL(import.meta.url), { execArgv: ['--no-warnings'] })
    try {
      for (const at of waiting) {
        told.set(at, await ask(worker, { job, at }))
        done()
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), members.length) }, work))
  return members.flatMap((at) => told.get(at) ?? [])
}

function ask<Answer>(worker: Worker, question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (answer: Answer) => {
      worker.off('error', reject)
      resolve(answer)
    })
    worker.postMessage(question)
  })
}

if (!isMainThread) {
  parentPort?.on('message', ({ job, at }: Question) => {
    void jobs[job](at).then(
      (told) => parentPort?.postMessage(told),
      // Ends the thread with the error, which whoever asked is told.
      (error: unknown) =>
        setImmediate(() => {
          throw error
        }),
    )
  })
}
