import type { Command } from 'commander'
import { DEFAULT_HOST } from '../../mock/address.ts'
import { planIds } from '../../spec/plans.ts'
import { CommandError } from '../environment/command-error.ts'
import { FAULT_FORMS, oneMoreFault } from '../environment/fault-flag.ts'
import { planOfFlag, portNumber, someText } from '../environment/flag-values.ts'
import type { GateFlags } from './gate/start-gate.ts'

/** The command line of `petstore proxy`, as written. */
export interface ProxyFlags extends GateFlags {
  readonly upstream: string
  readonly port?: number
  readonly host?: string
  readonly pagePort?: number
  readonly ownKey?: boolean
  readonly fail?: boolean
}

export const DEFAULT_PROXY_PORT = 4020

const ABOUT =
  'Forwards all traffic to a service and back, and judges each reply by itself and with all that has passed before. It prints each breach of the contract with its clause, and adds it to the reply as an X-Contract-Breach header, and a warning as X-Contract-Warning. A page shows the breaches as they come, and what the traffic so far says of each clause. Point a front end at the proxy instead of at staging. It needs @stoplight/prism-http.'

const EXAMPLES = `
Examples:
  petstore proxy https://staging.example.com/v1
      judge the traffic of a front end with staging
  petstore proxy https://staging.example.com/v1 --limits free --ban \\
    --fault 'delay 500-2000'
      the limits, bans and delays of the mock, over the data of staging

What the proxy answers itself never reaches the service, and has a Proxy-Status
header. With any of these flags there is a control room, beside the page.
${FAULT_FORMS}
`

/** Adds `petstore proxy` to the program; `run` is given what was written. */
export function addProxyCommand(program: Command, run: (flags: ProxyFlags) => void): void {
  program
    .command('proxy')
    .summary('Stand between a front end and a service, and judge')
    .description(ABOUT)
    .argument('<upstream>', 'base address of the service, ending with /v1')
    .optionsGroup('Addresses:')
    .option(
      '--port <number>',
      `listen on this port; 0 for any free one (default: ${DEFAULT_PROXY_PORT})`,
      portNumber,
    )
    .option('--host <address>', `listen on this address (default: ${DEFAULT_HOST})`, someText)
    .option(
      '--page-port <number>',
      'listen on this port of 127.0.0.1 for the page (default: the one after --port, or any free one)',
      portNumber,
    )
    .optionsGroup('How it judges:')
    .option('--own-key', 'nobody else uses the same keys meanwhile: judge also what is left of their quotas')
    .option('--fail', 'answer 502 in place of a reply that breaks the contract')
    .optionsGroup('What it refuses and breaks itself:')
    .option(
      '--limits <plan>',
      `meter each key on this plan, and answer 429 over its limit: ${planIds.join(', ')}`,
      planOfFlag,
    )
    .option('--ban', 'with --limits: ban a key that keeps sending requests after a 429, as the mock does')
    .option('--fault <fault>', 'inject a fault, such as "delay 500-2000" (repeatable)', oneMoreFault)
    .option('--read-only', 'answer 403 to requests that may change something, and send none to the service')
    .optionsGroup('Other:')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', EXAMPLES)
    .action((upstream: string, flags: Omit<ProxyFlags, 'upstream'>) => {
      if (flags.ban === true && flags.limits === undefined) {
        throw new CommandError(
          'Say --limits with --ban, such as --limits free: a ban follows refusals over a limit',
        )
      }
      run({ upstream, ...flags })
    })
}
