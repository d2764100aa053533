import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { LEAST_MEMORY, MEGABYTE } from './core/memory/memory.ts'

/** The heap limit of this process in megabytes, and the part of it that state may fill: requests need the rest. */
const HEAP = Math.floor(getHeapStatistics().heap_size_limit / MEGABYTE)
const PART = 0.7

/** The most megabytes of state that this process has room for. */
export const MOST_MEMORY = Math.floor(HEAP * PART)

/**
 * Why a mock cannot have so many megabytes in this process, as the end of a sentence; `undefined` where it can. `machine`: what this one
 * has in all.
 */
export function memoryProblem(
  memory: number,
  machine = Math.floor(totalmem() / MEGABYTE),
): string | undefined {
  if (!Number.isInteger(memory) || memory < LEAST_MEMORY)
    return `must be a whole number of at least ${LEAST_MEMORY} (MB)`
  if (memory <= MOST_MEMORY) return undefined
  const heap = Math.ceil(memory / PART)
  const way =
    heap <= machine
      ? `NODE_OPTIONS=--max-old-space-size=${heap} raises it`
      : `this machine has ${machine} MB in all`
  return `must be at most ${MOST_MEMORY} (MB) here, because the heap limit of this process is ${HEAP} MB; ${way}`
}
