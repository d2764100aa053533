import { parseArgs } from 'node:util'
import { CannotRun } from '../../contract-tests/opinions/dredd/cannot-run.ts'
import { findMockControl } from '../../contract-tests/opinions/dredd/mock-control.ts'
import { runDredd } from '../../contract-tests/opinions/dredd/run-dredd.ts'
import { demoKeys } from '../../fixtures/keys.ts'
import { startMock } from '../../mock/index.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Environment, Variables } from '../environment/environment.ts'
import { keyFrom, parseBaseUrl } from '../environment/flag-values.ts'

const HELP = `npm run dredd -- [BASE_URL] [--api-key-env NAME] [--exhaust]

Has Dredd ask for every response that spec/openapi.yaml documents. Without BASE_URL, of a mock that it starts itself.
The walk adds one pet. Exit code: 0 all as documented, 1 not so, 2 could not be run.

  --api-key-env NAME  the environment variable that holds the API key
  --exhaust           on a service that is not our mock, spend the key's allowance to see the 429s
`

/** What the command line asks for. */
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
  const { args, variables, stdout, stderr } = environment
  try {
    const flags = readFlags(args, variables)
    if (!flags.help) return await askDredd(flags, (line) => stdout.write(`${line}\n`))
    stdout.write(HELP)
    return 0
  } catch (error) {
    // Anything else is a mistake of ours, which a stack helps to find.
    if (!(error instanceof CannotRun || error instanceof CommandError)) throw error
    stderr.write(`dredd: ${error.message}\n`)
    return 2
  }
}

async function askDredd(flags: DreddFlags, print: (line: string) => void): Promise<number> {
  await using mock = flags.baseUrl === undefined ? await startMock({ port: 0 }) : undefined
  const baseUrl = flags.baseUrl ?? mock?.baseUrl ?? ''
  const given = mock === undefined ? flags.key : undefined
  const key = given ?? demoKeys[0]?.key ?? ''
  const control = await findMockControl(baseUrl, key)
  if (!control && given === undefined) throw new CannotRun('which key? --api-key-env NAME tells')
  return await runDredd({ baseUrl, key, control, exhaust: flags.exhaust, print })
}

function readFlags(args: readonly string[], variables: Variables): DreddFlags {
  const { values, positionals } = parse(args)
  const [baseUrl, ...others] = positionals
  if (others.length > 0) throw new CommandError(`one base address at most, not ${positionals.length}`)
  const name = values['api-key-env']
  return {
    baseUrl: baseUrl === undefined ? undefined : parseBaseUrl(baseUrl),
    key: name === undefined ? undefined : keyFrom(variables, name, '--api-key-env'),
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
