import { ownVersion } from '../spec/own-version.ts'
import { readCommandLine, type Invocation } from './command-line.ts'
import { CommandError, failureLine } from './environment/command-error.ts'
import { isReaderGone, withoutCommandsIn, type Environment } from './environment/environment.ts'

/** Runs `petstore` and resolves with its exit code: 0, 2 for what the user got wrong, 1 for a broken contract or a mistake of our own. */
export async function runCommand(given: Omit<Environment, 'outputs'>): Promise<number> {
  const environment = changed(given, {
    outputs: [given.stdout, given.stderr] as const,
    stdout: withoutCommandsIn(given.stdout),
    stderr: withoutCommandsIn(given.stderr),
  })
  const { args, stderr } = environment
  try {
    const invocation = await readCommandLine(args, ownVersion(), environment)
    // A mock is there for its replies; its log alone is lost.
    if (invocation.kind === 'mock') return await run(invocation, environment)
    return await runWhileHeard(invocation, environment)
  } catch (error) {
    stderr.write(`${failureLine(error)}\n`)
    return error instanceof CommandError ? 2 : 1
  }
}

/** Runs a command that is there for what it prints: it ends when that is lost, quietly where its reader has gone. */
async function runWhileHeard(invocation: Invocation, environment: Environment): Promise<number> {
  const { silenced } = environment
  const heard = Object.create(environment, {
    ending: { get: () => AbortSignal.any([environment.ending, silenced]) },
  }) as Environment
  // The suite goes on without its reader: its reports may go to files.
  const exitCode = await run(invocation, invocation.kind === 'contract' ? environment : heard)
  const error: unknown = silenced.reason
  if (error instanceof Error && !isReaderGone(error)) {
    const lost = new CommandError(`What it prints cannot be written: ${error.message}`, { cause: error })
    // What a signal has ended has the exit code of that, whatever else is wrong.
    if (exitCode <= 128) throw lost
    environment.stderr.write(`${failureLine(lost)}\n`)
  }
  return exitCode
}

function changed<T extends object, P>(environment: T, parts: P): T & P {
  // Inherited, not copied: the size of the terminal changes.
  return Object.assign(Object.create(environment) as T, parts)
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
    case 'clone': {
      const { runCloneCommand } = await import('./clone/run-clone-command.ts')
      return await runCloneCommand(invocation.flags, environment)
    }
    case 'judge': {
      const { runJudgeCommand } = await import('./contract/run-judge-command.ts')
      return await runJudgeCommand(invocation.flags, environment)
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
