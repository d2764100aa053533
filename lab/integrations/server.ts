// Servers that trials start in processes of their own.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A process that serves until it is disposed of, and what the pattern found in its output. */
export interface Server extends AsyncDisposable {
  readonly found: string
}

/** Starts a server, and waits until it has printed what the pattern finds. `found` is the pattern's group. */
export async function startServer(
  cwd: string,
  [program = '', ...args]: readonly string[],
  pattern: RegExp,
): Promise<Server> {
  const server = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], timeout: 120_000 })
  let printed = ''
  let match: RegExpExecArray | null = null
  for await (const text of server.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(text)
    match = pattern.exec(printed)
    if (match) break
  }
  server.stdout.resume()
  assert(match, printed)
  return {
    found: match[1] ?? '',
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.kill()
      await once(server, 'close')
    },
  }
}
