import { Worker } from 'node:worker_threads'
import { CannotJudge, type Finding, type Judge } from '../judge.ts'
import { Tally } from './tally/tally.ts'
import { JUDGE, JUDGE_OF_OWN_KEYS, judgeWorker, type FromWorker, type ToWorker } from './judge-worker.ts'

/** How long an exchange may wait for its judgement, in milliseconds, and how many may wait at once. */
const PATIENCE_MS = 1_000
const MOST_WAITING = 50

// Enough for the buffered part of one body. Whatever needs more ends the thread, not the process.
const LIMITS = { maxOldGenerationSizeMb: 512 }

interface Waiting {
  readonly resolve: (findings: readonly Finding[]) => void
  readonly reject: (error: Error) => void
  readonly patience: NodeJS.Timeout
}

export interface JudgeOptions {
  readonly script?: URL
  /** How long an exchange may wait for its judgement, in milliseconds. */
  readonly patience?: number
  /** Whether nobody uses the keys of the traffic past the proxy. */
  readonly keysAreOwn?: boolean
}

/**
 * A judge on a thread of its own, so that a proxy goes on serving while it judges. What needs too long is given
 * up: the thread ends, and another one begins, which knows nothing of what passed before; until it is there, nothing is
 * judged, and nothing waits.
 */
export class JudgeThread {
  /** Of all exchanges that were judged, by whichever thread. */
  readonly tally = new Tally()
  readonly #script: URL
  readonly #patience: number
  readonly #input: string
  /** By the numbers of the exchanges, in the order in which they are judged. */
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #isReady = false
  #last = 0

  private constructor({ script = judgeWorker, patience = PATIENCE_MS, keysAreOwn = false }: JudgeOptions) {
    this.#script = script
    this.#patience = patience
    this.#input = keysAreOwn ? JUDGE_OF_OWN_KEYS : JUDGE
  }

  /** Starts a judge. Rejects with CannotJudge where Prism is not installed. */
  static async start(options: JudgeOptions = {}): Promise<JudgeThread> {
    const thread = new JudgeThread(options)
    await thread.#begin()
    return thread
  }

  /** Our universal checks, Prism and the judge of histories; rejects with CannotJudge where an exchange could not be judged in time. */
  readonly judge: Judge = (exchange) =>
    new Promise((resolve, reject) => {
      if (!this.#isReady || this.#waiting.size >= MOST_WAITING) {
        reject(new CannotJudge(this.#isReady ? 'too many others wait' : 'the judge begins anew'))
        return
      }
      const id = (this.#last += 1)
      // The first to lose patience is the one that is being judged.
      const patience = setTimeout(() => {
        this.#beginAnew(`it, or what is judged before it, takes more than ${this.#patience / 1000} s`)
      }, this.#patience)
      this.#waiting.set(id, { resolve, reject, patience })
      this.#worker?.postMessage({ id, exchange } satisfies ToWorker)
    })

  async close(): Promise<void> {
    const worker = this.#worker
    this.#end('the judge has ended')
    await worker?.terminate()
  }

  async #begin(): Promise<void> {
    const worker = new Worker(this.#script, { workerData: this.#input, resourceLimits: LIMITS })
    this.#worker = worker
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'useless')
          reject(message.isMissing ? new CannotJudge(message.why) : new Error(message.why))
        else if (message.kind === 'ready') {
          this.#isReady = this.#worker === worker
          resolve()
        } else this.#settle(message)
      })
      worker.once('exit', () => {
        if (this.#isReady && this.#worker === worker) this.#beginAnew('the judge ended by itself')
        reject(new CannotJudge('the judge ended before it was ready'))
      })
      worker.on('error', (thrown: unknown) => {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown))
        // A thread that ends before it is ready would end again.
        if (this.#isReady && this.#worker === worker) this.#beginAnew(`the judge failed: ${error.message}`)
        reject(error)
      })
    })
  }

  #settle(message: Extract<FromWorker, { readonly id: number }>): void {
    const one = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    clearTimeout(one?.patience)
    if (message.kind === 'failure') {
      one?.reject(new Error(message.why))
      return
    }
    this.tally.add(message)
    one?.resolve(message.findings)
  }

  #beginAnew(why: string): void {
    const worker = this.#worker
    this.#end(why)
    void worker?.terminate()
    // It has begun once; where it cannot any more, nothing is judged.
    this.#begin().catch(() => undefined)
  }

  #end(why: string): void {
    this.#worker = undefined
    this.#isReady = false
    for (const { reject, patience } of this.#waiting.values()) {
      clearTimeout(patience)
      reject(new CannotJudge(why))
    }
    this.#waiting.clear()
  }
}
