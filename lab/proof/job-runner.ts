import { availableParallelism } from 'node:os'
import { counted } from '../../spec/wording.ts'
import type { Job, JobResult, Task } from './jobs.ts'
import { progressBar, type Screen } from './progress-bar.ts'
import type { ResultCache } from './result-cache.ts'
import type { Threads } from './threads.ts'

/** What one job costs on one core, in milliseconds. */
const COST_MS: Readonly<Record<Job, number>> = {
  violation: 500,
  lawful: 450,
  free: 50,
  devil: 250,
  operator: 130,
  situated: 250,
  stranger: 3000,
  laid: 400,
}

/** A job by the key under which its result is cached. */
export interface KeyedJob {
  readonly job: Job
  readonly key: string
}

export function keyedTask({ job, input }: Task): KeyedJob {
  return { job, key: JSON.stringify([job, input]) }
}

/** Runs jobs but those whose results are cached, and shows its progress. */
export class JobRunner {
  readonly #threads: Threads
  readonly #cache: ResultCache | undefined
  readonly #screen: Screen
  #step: () => void = () => undefined

  constructor(threads: Threads, cache: ResultCache | undefined, screen: Screen) {
    this.#threads = threads
    this.#cache = cache
    this.#screen = screen
  }

  /** Shows how much there is to do and about how long it takes. */
  announce(jobs: readonly KeyedJob[]): void {
    const open = jobs.filter(({ key }) => this.#cache?.has(key) !== true)
    const cores = availableParallelism()
    const milliseconds = open.reduce((sum, { job }) => sum + COST_MS[job], 0) / cores
    const minutes = Math.max(1, Math.round(milliseconds / 60_000))
    const cached = jobs.length - open.length
    if (cached > 0) {
      const file = this.#cache?.file ?? ''
      this.#screen.write(`${counted(cached, 'result')} of an earlier run will be used (${file})\n`)
    }
    this.#screen.write(
      `${counted(open.length, 'service')} to judge: about ${counted(minutes, 'minute')} on ${counted(cores, 'idle core')}\n`,
    )
    this.#step = progressBar(open.length, this.#screen)
  }

  /** The result of a task, which a thread runs unless it is cached. */
  run<Name extends Job>(task: Task<Name>): Promise<JobResult<Name>> {
    return this.obtain(keyedTask(task), () => this.#threads.run(task))
  }

  /** The result of a job, which `compute` runs unless it is cached. */
  obtain<Result>({ key }: KeyedJob, compute: () => Promise<Result>): Promise<Result> {
    const computeAndStep = async (): Promise<Result> => {
      const result = await compute()
      this.#step()
      return result
    }
    return this.#cache === undefined ? computeAndStep() : this.#cache.get(key, computeAndStep)
  }
}
