import { constants } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Ends this process after so many milliseconds, unless it has ended by then: from a thread of its own, however busy the main one is. */
export function endBy(milliseconds: number): void {
  const thread = new Worker(
    `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${Math.ceil(milliseconds)})`,
    {
      eval: true,
      // It needs no flags of the process, such as those of a loader.
      execArgv: [],
    },
  )
  // Where the process may open no more files there is no thread: it ends without one, and saves before.
  thread.on('error', () => undefined)
  thread.unref()
}

/** The exit code of a process that a signal has ended, as shells count it: 128 and the number of the signal. */
export function exitCodeOfSignal(signal: string): number {
  return 128 + (Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0)
}
