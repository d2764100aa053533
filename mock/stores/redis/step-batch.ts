import type { Publish } from '../../core/world/world-store.ts'
import type { CallerName, CallerWrite, ExchangeReply } from './exchange.ts'
import { nameKey } from './loaded-callers.ts'
import type { RedisState } from './redis-state.ts'

/** A queued step, or one whose changes are not written yet. */
export interface Task {
  readonly names: readonly CallerName[]
  readonly allKeys: boolean
  /** Whether it may change the control document, and more than one caller. */
  readonly isChange: boolean
  /** Runs the step, possibly again; returns the caller that it has changed. */
  readonly run: (state: RedisState) => CallerName | undefined
  readonly succeed: () => void
  readonly fail: (error: unknown) => void
  changes: (readonly [Parameters<Publish>[0], string])[]
}

/** Steps that were run, and their changes to what was loaded. */
export interface Batch {
  readonly tasks: readonly { readonly task: Task; readonly touched: CallerName | undefined }[]
  readonly isAtomic: boolean
  readonly writes: readonly CallerWrite[]
  readonly control: string
  readonly epoch: string
  readonly version: string
}

/** Publishes the changes of a step, and fulfils its promise. */
export function finish(task: Task, publish: Publish): void {
  for (const [what, sentence] of task.changes) publish(what, sentence)
  task.succeed()
}

/** Finishes the steps whose changes are written; returns those that must run again. */
export function settle(
  batch: Batch,
  { isMade, isAllMade }: ExchangeReply,
  publish: Publish,
): readonly Task[] {
  const unmade = new Set(batch.writes.filter((_write, at) => isMade[at] !== true).map(nameKey))
  const isWritten = isAllMade || !batch.isAtomic
  const again: Task[] = []
  for (const { task, touched } of batch.tasks) {
    if (isWritten && (!touched || !unmade.has(nameKey(touched)))) finish(task, publish)
    else again.push(task)
  }
  return again
}
