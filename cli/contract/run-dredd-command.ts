import { parseArgs } from 'node:util'
import { CannotJudge } from '../../contract-tests/opinions/judge.ts'
import { runDredd, type KeyControl } from '../../contract-tests/opinions/dredd/run-dredd.ts'
import { demoKeys } from '../../fixtures/keys.ts'
import { ControlClient } from '../../mock/client/control-client.ts'
import { ControlFailure } from '../../mock/client/control-failure.ts'
import type { Fetch } from '../../mock/client/operation.ts'
import { startMock } from '../../mock/index.ts'
import { CommandError } from '../environment/command-error.ts'
import { withoutCommandsIn, type Environment } from '../environment/environment.ts'
import { keyFrom, parseBaseUrl } from '../environment/flag-values.ts'
import { refuseTaken } from '../environment/taken-by-npm.ts'

const HELP = `npm run dredd -- [BASE_URL] [--api-key-env NAME] [--exhaust]

Dredd requests every response that spec/openapi.yaml documents. Without BASE_URL, the command starts a mock and tests that.
The run adds one pet. Exit code: 0 all responses are as documented, 1 some are not, 2 the command could not be run.

  --api-key-env NAME  the environment variable that holds the API key
  --exhaust           spend the key's quota, to get the 429 responses (a mock needs no such flag)
`

/** The parsed command line. */
interface DreddFlags {
  /** Without a slash at its end; `undefined` for a mock of our own. */
  readonly baseUrl: string | undefined
  readonly key: string | undefined
  readonly exhaust: boolean
  readonly help: boolean
}

/** `npm run dredd`: one line for each documented response, and a summary; resolves with the exit code. */
export async function runDreddCommand(
  environment: Pick<Environment, 'args' | 'variables' | 'stdout' | 'stderr'>,
): Promise<number> {
  const { args, variables } = environment
  const [stdout, stderr] = [withoutCommandsIn(environment.stdout), withoutCommandsIn(environment.stderr)]
  try {
    const flags = readFlags({ args, variables, stderr })
    if (!flags.help) return await askDredd(flags, (line) => stdout.write(`${line}\n`))
    stdout.write(HELP)
    return 0
  } catch (error) {
    // Anything else is a mistake of ours, which a stack helps to find.
    if (!(error instanceof CannotJudge || error instanceof CommandError)) throw error
    stderr.write(`dredd: ${error.message}\n`)
    return 2
  }
}

const DEMO_KEY = demoKeys[0]?.key ?? ''

async function askDredd(flags: DreddFlags, print: (line: string) => void): Promise<number> {
  const { baseUrl, exhaust } = flags
  if (baseUrl === undefined) {
    await using mock = await startMock({ port: 0 })
    return await runDredd({ baseUrl: mock.baseUrl, key: DEMO_KEY, control: mock.keys, print })
  }
  const key = flags.key ?? DEMO_KEY
  const control = await findControl(baseUrl, key)
  if (!control && flags.key === undefined)
    throw new CommandError('No API key: name the environment variable that holds it, with --api-key-env NAME')
  return await runDredd({ baseUrl, key, control, exhaust, print })
}

const PATIENCE_MS = 2_000

const patientFetch: Fetch = (url, init) =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })

/** The keys of the world behind a base address, where that is our mock's and the world knows the key. */
async function findControl(baseUrl: string, key: string): Promise<KeyControl | undefined> {
  const { origin, pathname } = new URL(baseUrl)
  const client = new ControlClient(`${origin}/_mock`, patientFetch)
  const [, world = 'default'] = /^(?:\/([^/]+))?\/v1$/.exec(pathname) ?? []
  const { keys } = client.world(world)
  try {
    // Another server that listens there must not get the key in an address, because logs store addresses.
    if (!isHealth(await client.request('checkHealth'))) return undefined
    await keys.get(key)
    return keys
  } catch (error) {
    if (error instanceof ControlFailure) return undefined
    throw error
  }
}

function isHealth(reply: unknown): boolean {
  const { status, worlds } = (reply ?? {}) as Readonly<Record<string, unknown>>
  return status === 'ok' && typeof worlds === 'number'
}

function readFlags({ args, ...environment }: Pick<Environment, 'args' | 'variables' | 'stderr'>): DreddFlags {
  const { variables } = environment
  refuseTaken(['--api-key-env', '--exhaust'], variables, (flag) => `npm run dredd -- ${flag}`)
  const { values, positionals } = parse(args)
  const [baseUrl, ...others] = positionals
  if (others.length > 0) throw new CommandError(`one base address at most, not ${positionals.length}`)
  const name = values['api-key-env']
  return {
    baseUrl: baseUrl === undefined ? undefined : parseBaseUrl(baseUrl),
    key: name === undefined ? undefined : keyFrom(environment, name, '--api-key-env'),
    exhaust: values.exhaust,
    help: values.help,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'api-key-env': { type: 'string' },
        exhaust: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new CommandError(message, { cause: error })
  }
}
