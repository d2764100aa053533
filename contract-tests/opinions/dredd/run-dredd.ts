import { demoKeys } from '../../../fixtures/keys.ts'
import { startMock } from '../../../mock/index.ts'
import { CannotRun } from './cannot-run.ts'
import { findMockControl } from './mock-control.ts'
import { parseArguments, type DreddArguments } from './parse-arguments.ts'
import { spendAllowance } from './spend-allowance.ts'
import { walk, type Walked } from './walk.ts'

/** What the command is given by whoever started it. */
export interface Surroundings {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Takes a line. */
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}

export type ExitCode = 0 | 1 | 2

const HELP = `npm run dredd -- [BASE_URL] [--api-key-env NAME] [--exhaust]

Has Dredd ask for every response that spec/openapi.yaml documents. Without BASE_URL, of a mock that it starts itself.
The walk adds one pet. Exit code: 0 all as documented, 1 not so, 2 could not be run.

  --api-key-env NAME  the environment variable that holds the API key
  --exhaust           on a service that is not our mock, spend the key's allowance to see the 429s`

const TIMEOUT_MS = 10_000

/** Runs the command: one line for each documented response, and a summary. */
export async function runDredd({ args, env, print, printError }: Surroundings): Promise<ExitCode> {
  try {
    const asked = parseArguments(args, env)
    if (asked.help) {
      print(HELP)
      return 0
    }
    return await report(asked, print)
  } catch (error) {
    // Anything else is a mistake of ours, which a stack helps to find.
    if (!(error instanceof CannotRun)) throw error
    printError(`dredd: ${error.message}`)
    return 2
  }
}

async function report(asked: DreddArguments, print: (line: string) => void): Promise<ExitCode> {
  await using mock = asked.baseUrl === undefined ? await startMock({ port: 0 }) : undefined
  const baseUrl = asked.baseUrl ?? mock?.baseUrl ?? ''
  const walked = await walkService(asked, baseUrl)
  for (const { name, outcome, reason } of walked) {
    print(`${outcome.padEnd(10)}  ${name}${reason === '' ? '' : `: ${reason}`}`)
  }
  const count = (outcome: Walked['outcome']): number => walked.filter((one) => one.outcome === outcome).length
  const counts = (['passed', 'failed', 'not walked'] as const).map(
    (outcome) => `${count(outcome)} ${outcome}`,
  )
  print(`${walked.length} documented responses of ${baseUrl}: ${counts.join(', ')}`)
  if (count('failed') > 0) return 1
  return count('passed') > 0 ? 0 : 2
}

async function walkService(asked: DreddArguments, baseUrl: string): Promise<readonly Walked[]> {
  const given = asked.baseUrl === undefined ? undefined : asked.key
  const key = given ?? demoKeys[0]?.key ?? ''
  const control = await findMockControl(baseUrl, key)
  if (!control && given === undefined) throw new CannotRun('which key? --api-key-env NAME tells')
  const exceedLimit = async (): Promise<string | undefined> => {
    if (control) return control.spend()
    if (asked.exhaust) return spendAllowance(baseUrl, key, TIMEOUT_MS)
    return 'going over the limit has to be asked for with --exhaust'
  }
  try {
    return await walk({ baseUrl, key, timeout: TIMEOUT_MS, exceedLimit })
  } finally {
    await control?.restore()
  }
}
