import type { Mock } from '../../mock/index.ts'
import { keyCutter } from '../../contract-tests/engine/cut-keys.ts'
import { KEY_VARIABLES, type Keys, type KeyVariables } from '../../contract-tests/engine/keys.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import { KEY_VARIABLE, keyFrom, parseBaseUrl } from '../environment/flag-values.ts'
import type { RunPorts } from '../../contract-tests/engine/ports.ts'
import type { ContractFlags } from './commands.ts'

/** The service that is checked, and how to get at it. */
export interface Target extends AsyncDisposable {
  readonly baseUrl: string
  readonly secondBaseUrl: string | undefined
  readonly key: string
  readonly secondKey: string | undefined
  /** The environment variables that the keys come from. */
  readonly keyVariables: KeyVariables
  /** Its worlds, where it is a mock of our own. */
  readonly control: RunPorts['control']
}

/** The service that the flags name, or a mock that is started for the run and stopped with it. */
export async function openTarget(
  flags: ContractFlags,
  environment: Pick<Environment, 'variables' | 'stderr'>,
): Promise<Target> {
  if (flags.baseUrl === undefined) {
    const { plan = 'free', secondPlan = 'free' } = flags
    if (plan === 'free' && secondPlan === 'free') return ownMock()
    throw new CommandError('--plan goes with a base address: the suite asks its own mock with a Free key')
  }
  const baseUrl = parseBaseUrl(flags.baseUrl)
  const name = flags.apiKeyEnv ?? KEY_VARIABLE
  const key = keyFrom(environment, name, '--api-key-env')
  const secondName = flags.secondKeyEnv
  const secondKey =
    secondName === undefined ? undefined : keyFrom(environment, secondName, '--second-key-env')
  if (flags.secondPlan !== undefined && secondKey === undefined)
    throw new CommandError('Say --second-key-env with --second-plan: it is the plan of that key')
  if (flags.ban === true && secondKey === undefined)
    throw new CommandError('Say --second-key-env with --ban: it is the second key that gets banned')
  if (secondKey === key)
    throw new CommandError(`${secondName} holds the first key once more: a second one must be another`)
  return {
    baseUrl,
    secondBaseUrl:
      flags.secondBaseUrl === undefined ? undefined : parseBaseUrl(flags.secondBaseUrl, '--second-base-url'),
    key,
    secondKey,
    keyVariables: { key: name, secondKey: secondName ?? KEY_VARIABLES.secondKey },
    control: undefined,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/** The same failure, but without a key in its words. */
export function withoutKeyIn(error: unknown, keys: Keys): Error {
  const cut = keyCutter(keys)
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const redacted = error instanceof CommandError ? new CommandError(cut(message)) : new Error(cut(message))
  redacted.stack = cut(stack)
  return redacted
}

async function ownMock(): Promise<Target> {
  const { startMock } = await import('../../mock/index.ts')
  // Few enough to see them all in one page.
  const mock: Mock = await startMock({ port: 0, pets: 50 })
  return {
    baseUrl: mock.baseUrl,
    secondBaseUrl: mock.stagingBaseUrl,
    key: 'free-demo-key',
    secondKey: 'free-demo-key-2',
    keyVariables: KEY_VARIABLES,
    control: [mock.worlds.get('default'), mock.worlds.get('staging')],
    [Symbol.asyncDispose]: () => mock.stop(),
  }
}
