import { debuglog } from 'node:util'
import { CommandError } from './environment/command-error.ts'
import { readCommandLine } from './command-line.ts'
import { ownVersion } from '../spec/own-version.ts'
import { printable } from '../spec/index.ts'
import type { Surroundings } from './environment/environment.ts'

const debug = debuglog('petstore')

/** Runs `petstore` and resolves with its exit code: 0, 2 for what the user got wrong, 1 for a broken contract or a mistake of our own. */
export async function runCommand(surroundings: Surroundings): Promise<number> {
  const { args, stdout, stderr, columns } = surroundings
  try {
    const invocation = readCommandLine(args, ownVersion(), columns)
    if (invocation.kind === 'show') {
      const sink = invocation.wasAsked ? stdout : stderr
      sink.write(invocation.text)
      return invocation.wasAsked ? 0 : 2
    }
    if (invocation.kind === 'contract') {
      const { runContractCommand } = await import('./contract/run-contract-command.ts')
      return await runContractCommand(invocation.flags, surroundings)
    }
    if (invocation.kind === 'proxy') {
      const { runProxyCommand } = await import('./contract/proxy-command.ts')
      return await runProxyCommand(invocation.flags, surroundings)
    }
    if (invocation.kind === 'demo') {
      const { runDemo } = await import('./demo/run-demo.ts')
      return await runDemo(invocation.flags, surroundings)
    }
    // Help and the version come without the server.
    const { runMock } = await import('./mock/run-mock.ts')
    await runMock(invocation.flags, surroundings)
    return 0
  } catch (error) {
    stderr.write(`${failureLine(error)}\n`)
    return error instanceof CommandError ? 2 : 1
  }
}

/** What stands on stderr for an error: one line. The stack goes to Node's debug log. */
export function failureLine(error: unknown): string {
  debug('%o', error)
  const message = printable(error instanceof Error ? error.message : String(error))
  if (error instanceof CommandError) return message
  return `petstore has made a mistake: ${message}. Run it with NODE_DEBUG=petstore for the stack`
}
