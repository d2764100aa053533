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
