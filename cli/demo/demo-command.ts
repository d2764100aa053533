import { InvalidArgumentError, Option, type Command } from 'commander'
import { didYouMean } from '../../spec/wording.ts'
import { clientIds, clients, type ClientId } from '../../mock/scenarios/clients.ts'
import {
  MOST_REQUESTS,
  MOST_SPEED,
  SCENARIO_DEFAULTS,
  scenarioPlans,
  type ScenarioPlan,
} from '../../mock/scenarios/scenario.ts'
import { DEFAULT_HOST, DEFAULT_PORT } from '../../mock/address.ts'
import { seedNumber, wholeNumber } from '../environment/flag-values.ts'

/** The command line of `petstore demo rate-limit`, as written. */
export interface DemoFlags {
  /** The service of a running mock; a mock of our own where it is not said. */
  readonly baseUrl: string | undefined
  readonly plan?: ScenarioPlan
  readonly client?: readonly ClientId[]
  readonly requests?: number
  readonly speed?: number
  readonly seed?: number
}

const ABOUT =
  'Shows what a rate limit does to clients that behave differently. Each client has the same work to do and an API key of its own. It sends real requests to a mock. A chart shows which requests are served and refused, and a table at the end compares the clients. Press Ctrl-C to stop.'

const CLIENTS = clientIds.map((id) => `  ${id.padEnd(10)}${clients[id].does}`).join('\n')

const EXAMPLES = `
Clients:
${CLIENTS}

Examples:
  petstore demo rate-limit
      a naive and a polite client on the Free plan, in half a minute
  petstore demo rate-limit --client stampede,backoff --speed 20
      two others, twice as fast
  petstore demo rate-limit http://${DEFAULT_HOST}:${DEFAULT_PORT}/v1 --client naive
      with a running mock: its control room and its log show the requests

Time: the mock's clock runs faster than real time, and the clients wait by that
clock. A ban of two minutes lasts 12 seconds at the default speed.

Output: into a pipe or a file, the demo prints no chart but one line for each
change, with the time in the scenario, the client, and whether it is served,
refused, banned or done. The same table follows at the end. In a terminal of few
rows it does the same, and says how many a chart needs.
`

/** Adds `petstore demo rate-limit` to the program; `run` is given what was written. */
export function addDemoCommand(program: Command, run: (flags: DemoFlags) => void): void {
  program
    .command('demo')
    .summary('Show what a rate limit does to clients')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .command('rate-limit')
    .summary('Good and bad clients under the limit of a plan')
    .description(ABOUT)
    .argument(
      '[base-url]',
      'base address of a running mock, ending with /v1 (default: a mock that the demo starts)',
    )
    .addOption(
      new Option('--plan <plan>', `the plan of the keys (default: ${SCENARIO_DEFAULTS.plan})`).choices(
        scenarioPlans,
      ),
    )
    .option(
      '--client <names>',
      `one client, or two with a comma (default: ${SCENARIO_DEFAULTS.clients.join(',')})`,
      clientList,
    )
    .option(
      '--requests <count>',
      'requests that each client needs to have served (default: what two and a half minutes allow)',
      wholeNumber(MOST_REQUESTS, 1),
    )
    .option(
      '--speed <factor>',
      `how many times as fast the mock's clock runs, from 1 to ${MOST_SPEED} (default: ${SCENARIO_DEFAULTS.speed})`,
      wholeNumber(MOST_SPEED, 1),
    )
    .option(
      '--seed <number>',
      `seed the jitter of the waits (default: ${SCENARIO_DEFAULTS.seed})`,
      seedNumber,
    )
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', EXAMPLES)
    .action((baseUrl: string | undefined, flags: Omit<DemoFlags, 'baseUrl'>) => {
      run({ baseUrl, ...flags })
    })
}

function clientList(text: string): readonly ClientId[] {
  return text.split(',').map((part) => {
    const name = part.trim()
    const id = clientIds.find((id) => id === name)
    if (id) return id
    throw new InvalidArgumentError(
      `There is no client "${name}".${didYouMean(name, clientIds)} The clients: ${clientIds.join(', ')}.`,
    )
  })
}
