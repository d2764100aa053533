import type { Caller } from '../../core/limits/caller.ts'
import type { Request } from '../../core/message/request.ts'
import type { RequestContext } from '../../core/request/request-context.ts'
import type { WorldState } from '../../core/world/world-state.ts'
import type { KeysMet, Publish } from '../../core/world/world-store.ts'
import { exchange, type CallerName, type ExchangeReply, type Loaded } from './exchange.ts'
import { callerName, callerNames, changedCallers, distinct, parseCallers } from './loaded-callers.ts'
import { parseControl, type Control } from './records.ts'
import type { RedisLink } from './redis-link.ts'
import { createState, serializeState, UNLOADED, type RedisState, type StateParts } from './redis-state.ts'
import { SharedTime } from './shared-time.ts'
import { finish, settle, type Batch, type Task } from './step-batch.ts'

type Context = RequestContext<WorldState>

/** Steps in one batch that somebody waits for. */
const MOST_STEPS = 500

/** How long a step without a waiting caller stays in the queue at most, in milliseconds. */
const SOON_MS = 10

/**
 * Runs steps on a world in Redis. Queued steps run as one batch, over what one call has loaded. The next call writes their
 * changes by compare and set: a step whose caller another instance has changed meanwhile runs again.
 */
export class RedisSteps {
  readonly #link: RedisLink
  readonly #base: string
  readonly #publish: Publish
  readonly #beginAnew: () => Promise<void>
  readonly #partsOf: (epoch: string, seed: number) => StateParts
  #queue: Task[] = []
  /** Steps without a waiting caller. They are sent with the next awaited step, which usually has the same caller. */
  #queueSoon: Task[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #isWorking = false
  /** The step that is running, which collects the changes that it publishes. */
  #running: Task | undefined
  readonly #time = new SharedTime()
  #version = ''
  #controlText = ''
  #state: RedisState

  constructor(
    link: RedisLink,
    base: string,
    publish: Publish,
    beginAnew: () => Promise<void>,
    partsOf: (epoch: string, seed: number) => StateParts,
  ) {
    this.#link = link
    this.#base = base
    this.#publish = publish
    this.#beginAnew = beginAnew
    this.#partsOf = partsOf
    this.#state = this.#createState(UNLOADED, '')
  }

  get lastState(): RedisState {
    return this.#state
  }

  enter(request: Request, step: (state: WorldState) => Context): Promise<Context> {
    return this.#wait(callerNames(request), false, false, (state) => {
      const context = step(state)
      // If the step runs again, its first read is not awaited.
      if (context.decided instanceof Promise) context.decided.catch(() => undefined)
      return { result: context, touched: callerName(context.caller) }
    })
  }

  changeCaller<Result>(
    met: Context,
    step: (caller: Caller, state: WorldState) => Result,
  ): Promise<Result | undefined> {
    return this.#wait([callerName(met.caller)], false, false, (state) => {
      const caller = callerIn(state, met)
      return { result: caller && step(caller, state), touched: callerName(met.caller) }
    })
  }

  changeCallerSoon(met: Context, step: (caller: Caller) => void): void {
    this.#queueSoon.push({
      names: [callerName(met.caller)],
      allKeys: false,
      isChange: false,
      changes: [],
      run: (state) => {
        const caller = callerIn(state, met)
        if (caller) step(caller)
        return callerName(met.caller)
      },
      succeed: () => undefined,
      fail: () => undefined,
    })
    if (!this.#isWorking) this.#workSoon()
  }

  /** Of Redis's clock: the same for all instances. */
  monotonicTime(at = performance.now()): number {
    return at + this.#time.ahead
  }

  change<Result>(keys: KeysMet, step: (state: WorldState) => Result): Promise<Result> {
    const names = keys === 'all' ? [] : keys.map((id) => ({ kind: 'k', id }) as const)
    return this.#wait(names, keys === 'all', true, (state) => ({ result: step(state), touched: undefined }))
  }

  /** Publishes a change, once the changes of the running step are written. */
  readonly publish: Publish = (what, sentence) => {
    if (this.#running) this.#running.changes.push([what, sentence])
    else this.#publish(what, sentence)
  }

  #wait<Result>(
    names: readonly CallerName[],
    allKeys: boolean,
    isChange: boolean,
    step: (state: RedisState) => { readonly result: Result; readonly touched: CallerName | undefined },
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let outcome: { readonly result: Result } | { readonly error: unknown } | undefined
      this.#queue.push({
        names,
        allKeys,
        isChange,
        changes: [],
        run: (state) => {
          try {
            const { result, touched } = step(state)
            outcome = { result }
            return touched
          } catch (error) {
            outcome = { error }
            return undefined
          }
        },
        succeed: () => {
          if (outcome && 'result' in outcome) resolve(outcome.result)
          else reject(toError(outcome?.error))
        },
        fail: reject,
      })
      if (!this.#isWorking) void this.#work()
    })
  }

  #workSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#queue.push(...this.#queueSoon.splice(0))
      if (!this.#isWorking && this.#queue.length > 0) void this.#work()
    }, SOON_MS)
    this.#timer.unref()
  }

  /** Works until the queue is empty. Never rejects. */
  async #work(): Promise<void> {
    this.#isWorking = true
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Steps of the same turn of the event loop run as one batch.
    await Promise.resolve()
    let batch: Batch | undefined
    while (batch || this.#queue.length > 0) {
      const soon = this.#queue.length > 0 ? this.#queueSoon.splice(0) : []
      const next = [...soon, ...this.#queue.splice(0, MOST_STEPS)]
      try {
        batch = await this.#exchange(batch, next)
      } catch (error) {
        const failed = [...(batch?.tasks.map(({ task }) => task) ?? []), ...next, ...this.#queue]
        this.#queue = []
        batch = undefined
        for (const task of failed) task.fail(error)
      }
    }
    this.#isWorking = false
    if (this.#queueSoon.length > 0) this.#workSoon()
  }

  /** Writes a batch, and runs the next one, with the steps of the first that must run again. */
  async #exchange(batch: Batch | undefined, next: readonly Task[]): Promise<Batch | undefined> {
    const before = batch?.tasks.map(({ task }) => task) ?? []
    const reply = await exchange(this.#link, {
      base: this.#base,
      version: batch?.version ?? this.#version,
      epoch: batch?.epoch ?? this.#state.epoch,
      control: batch?.control ?? '',
      isAtomic: batch?.isAtomic ?? false,
      writes: batch?.writes ?? [],
      loads: distinct(next.flatMap(({ names }) => names)),
      retries: distinct(before.flatMap(({ names }) => names)),
      loadsAllKeys: [...before, ...next].some(({ allKeys }) => allKeys),
    })
    if (!reply) {
      await this.#beginAnew()
      return await this.#exchange(batch, next)
    }
    this.#adopt(reply, batch)
    const again = batch ? settle(batch, reply, this.#publish) : []
    const tasks = [...again, ...next]
    return tasks.length === 0 ? undefined : this.#run(tasks, reply.loaded)
  }

  /** Adopts the time, and the control document if there is a newer one. */
  #adopt(reply: ExchangeReply, batch: Batch | undefined): void {
    this.#time.learn(reply.time)
    this.#version = reply.version
    if (reply.control !== undefined) this.#controlText = reply.control
    // Changes of a batch that was not written are undone by parsing the document again.
    if (reply.control !== undefined || batch?.isAtomic === true) {
      this.#state = this.#createState(parseControl(this.#controlText), reply.epoch)
    }
  }

  #run(tasks: readonly Task[], loaded: readonly Loaded[]): Batch | undefined {
    const callers = parseCallers(loaded)
    const state: RedisState = { ...this.#state, callers }
    const isAtomic = tasks.some(({ isChange }) => isChange) || state.faults.size > 0
    const ran = tasks.map((task) => {
      this.#running = task
      task.changes = []
      return { task, touched: task.run(state) }
    })
    const text = isAtomic ? serializeState(state, this.#controlText) : this.#controlText
    this.#running = undefined
    const control = text === this.#controlText ? '' : text
    const writes = changedCallers(callers, loaded)
    if (writes.length > 0 || control !== '') {
      return { tasks: ran, isAtomic, writes, control, epoch: state.epoch, version: this.#version }
    }
    for (const { task } of ran) finish(task, this.#publish)
    return undefined
  }

  #createState(control: Control, epoch: string): RedisState {
    const [now, parts] = [() => this.#time.now(), this.#partsOf(epoch, control.random.ids)]
    return createState(control, epoch, now, parts, this.publish)
  }
}

/** The caller that a request met, as it is in a state; `undefined` where that is another state than the request met. */
function callerIn({ epoch, callers }: RedisState, met: Context): Caller | undefined {
  // Every state of ours has an epoch.
  if (epoch !== (met.state as RedisState).epoch) return undefined
  const { kind, id } = callerName(met.caller)
  return (kind === 'k' ? callers.keys : callers.addresses).get(id)
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
