import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { jobsFile, PROVER, type Job, type JobResult, type Task } from './jobs.ts'

/** As many threads as there are cores, which share all jobs. */
export class Threads implements AsyncDisposable {
  readonly #all: readonly Worker[]
  readonly #idle: Worker[]
  readonly #waiting: ((worker: Worker) => void)[] = []

  constructor(count = availableParallelism()) {
    this.#all = Array.from(
      { length: count },
      () => new Worker(jobsFile, { workerData: PROVER, execArgv: ['--no-warnings'] }),
    )
    this.#idle = [...this.#all]
  }

  /** Runs a job as soon as a thread is free, first come first served. Rejects where the job fails. */
  async run<Name extends Job>(task: Task<Name>): Promise<JobResult<Name>> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((free) => this.#waiting.push(free)))
    worker.postMessage(task)
    // Rejects where the thread ends with an error instead.
    const [result] = (await once(worker, 'message')) as [JobResult<Name>]
    const next = this.#waiting.shift()
    if (next) next(worker)
    else this.#idle.push(worker)
    return result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()))
  }
}
