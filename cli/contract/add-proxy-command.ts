import type { Command } from 'commander'
import { someText, wholeNumber } from '../environment/flag-values.ts'

/** The command line of `petstore proxy`, as written. */
export interface ProxyFlags {
  readonly upstream: string
  readonly port?: number
  readonly host?: string
  readonly fail?: boolean
}

const ABOUT =
  'Passes all traffic on to a service and back unchanged, and judges it: every breach of the contract is printed with its clause and shown in an X-Contract-Breach header. Point a front end at it instead of at staging. It needs @stoplight/prism-http.'

/** Adds `petstore proxy` to the program; `run` is given what was written. */
export function addProxyCommand(program: Command, run: (flags: ProxyFlags) => void): void {
  program
    .command('proxy')
    .summary('Stand between a front end and a service, and judge')
    .description(ABOUT)
    .argument('<upstream>', 'base address of the service, ending with /v1')
    .option(
      '--port <number>',
      'listen on this port; 0 takes any free one (default: 4020)',
      wholeNumber(65_535),
    )
    .option('--host <address>', 'listen on this address (default: 127.0.0.1)', someText)
    .option('--fail', 'answer 502 in place of a reply that breaks the contract')
    .helpOption('-h, --help', 'show this help')
    .action((upstream: string, flags: Omit<ProxyFlags, 'upstream'>) => {
      run({ upstream, ...flags })
    })
}
