#!/usr/bin/env node
// First: it has to see the shell before that can have ended.
import './end-with-shell.mjs'
import * as nodeModule from 'node:module'

// Built, it has no syntax that Node 22 lacks; 22.15 is the first that knows zstd.
const [OLDEST_NODE, OLDEST_MINOR] = import.meta.url.endsWith('.ts') ? [24, 0] : [22, 15]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < OLDEST_NODE || (major === OLDEST_NODE && minor < OLDEST_MINOR)) {
  process.stderr.write(
    `petstore needs Node ${OLDEST_NODE}.${OLDEST_MINOR} or later; this is ${process.version}\n`,
  )
  process.exit(2)
}

// Everything else is imported after this, and so compiled once for all starts.
// Deno has no such cache.
if ('enableCompileCache' in nodeModule) nodeModule.enableCompileCache()
const { styleText } = await import('node:util')
const { fileURLToPath } = await import('node:url')
const { failureLine } = await import('./environment/command-error.ts')
const { filesFrom, sizeOr, watchEvery, withoutCommandsIn } = await import('./environment/environment.ts')
const { platformRandom } = await import('../mock/scenarios/run-keys.ts')
const { platformAfter } = await import('../spec/after.ts')
const { arePrinted } = await import('./environment/are-printed.ts')
const { endBy, exitCodeOfSignal } = await import('./environment/end-by.ts')
const { launcherOf } = await import('./environment/launcher.ts')
const { runCommand } = await import('./run-command.ts')

const { stdout, stderr } = process
let ending: AbortController | undefined
/** Whether the command ends by itself when it hears of a signal. */
let isHeard = false
// Five seconds for running requests, and the rest to save and to flush: containers are killed after ten.
const LONGEST_END_MS = 10_000

/**
 * Aborts at SIGINT, SIGTERM or SIGHUP, whereupon the process has some time to end. Until it is called, these end the process at once,
 * however busy it is.
 */
function untilSignal(): AbortSignal {
  if (ending) return ending.signal
  const controller = (ending = new AbortController())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const { aborted } = controller.signal
      const reason: unknown = controller.signal.reason
      // The shell and the kernel both report a terminal that is closed, and npm of a shell that has ended with it.
      if (isHeard && aborted && (signal === 'SIGHUP' || reason === 'SIGHUP')) return
      if (!isHeard || aborted) process.exit(exitCodeOfSignal(signal))
      endBy(LONGEST_END_MS)
      controller.abort(signal)
    })
  }
  return controller.signal
}

// The first process of a container gets no signal that it does not handle.
if (process.pid === 1) untilSignal()

process.on('uncaughtException', (error) => {
  withoutCommandsIn(stderr).write(`${failureLine(error)}\n`)
  process.exit(1)
})
// The disk is full, or the reader has gone, as in `petstore contract | head`.
const silenced = new AbortController()
stdout.on('error', (error) => {
  silenced.abort(error)
})
stderr.on('error', () => undefined)

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  variables: process.env,
  launch: launcherOf({
    // In petstore.mjs a module is a part of the file.
    file: fileURLToPath(new URL(import.meta.url.replace(/\?.*$/, ''))),
    script: process.argv[1] ?? '',
    folder: process.cwd(),
    variables: process.env,
  }),
  stdout,
  stderr,
  // styleText knows about terminals, NO_COLOR and FORCE_COLOR.
  colours: styleText('bold', '|', { stream: stdout }) !== '|',
  get columns() {
    return sizeOr(80, stdout.columns)
  },
  get rows() {
    return sizeOr(24, stdout.rows)
  },
  files: filesFrom(process.cwd()),
  watch: watchEvery(250),
  after: platformAfter,
  now: () => performance.now(),
  random: platformRandom,
  fetch,
  get ending() {
    isHeard = true
    return untilSignal()
  },
  silenced: silenced.signal,
})

if (ending?.signal.aborted !== true) {
  isHeard = true
  const stopped = untilSignal()
  if (!(await arePrinted([stdout, stderr], stopped))) {
    const signal = String(stopped.reason)
    stderr.write(`${signal}: what it prints was not read to its end\n`)
    process.exitCode = exitCodeOfSignal(signal)
  }
}

// Nothing that is still open may delay the exit, but what was written has a moment to be flushed.
setTimeout(() => process.exit(), 250).unref()
