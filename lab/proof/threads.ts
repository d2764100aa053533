import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { jobsFile, PROVER, type Asked, type Job, type Question, type Told } from './jobs.ts'

/** As many threads as there are cores, started once for all that is to be proved. */
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

  /** Has a job done as soon as a thread is free, in the order in which they were asked for. Rejects where the job fails. */
  async ask<Name extends Job>(job: Name, asked: Asked<Name>): Promise<Told<Name>> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((free) => this.#waiting.push(free)))
    const question: Question<Name> = { job, asked }
    worker.postMessage(question)
    // Rejects where the thread ends with an error instead.
    const [told] = (await once(worker, 'message')) as [Told<Name>]
    const next = this.#waiting.shift()
    if (next) next(worker)
    else this.#idle.push(worker)
    return told
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()))
  }
}
