import { ownVersion } from '../spec/own-version.ts'
import { readCommandLine, type Invocation } from './command-line.ts'
import { CommandError, failureLine } from './environment/command-error.ts'
import type { Environment } from './environment/environment.ts'

/** Runs `petstore` and resolves with its exit code: 0, 2 for what the user got wrong, 1 for a broken contract or a mistake of our own. */
export async function runCommand(environment: Environment): Promise<number> {
  const { args, stderr, columns } = environment
  try {
    return await run(readCommandLine(args, ownVersion(), columns), environment)
  } catch (error) {
    stderr.write(`${failureLine(error)}\n`)
    return error instanceof CommandError ? 2 : 1
  }
}

/** Each command loads when it is asked for: help and the version come without the server. */
async function run(invocation: Invocation, environment: Environment): Promise<number> {
  switch (invocation.kind) {
    case 'show': {
      const { stdout, stderr } = environment
      const sink = invocation.wasAsked ? stdout : stderr
      sink.write(invocation.text)
      return invocation.wasAsked ? 0 : 2
    }
    case 'mock': {
      const { runMock } = await import('./mock/run-mock.ts')
      return await runMock(invocation.flags, environment)
    }
    case 'contract': {
      const { runContractCommand } = await import('./contract/run-contract-command.ts')
      return await runContractCommand(invocation.flags, environment)
    }
    case 'proxy': {
      const { runProxyCommand } = await import('./contract/run-proxy-command.ts')
      return await runProxyCommand(invocation.flags, environment)
    }
    case 'demo': {
      const { runDemo } = await import('./demo/run-demo.ts')
      return await runDemo(invocation.flags, environment)
    }
  }
}
