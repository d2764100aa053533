import type { Command } from 'commander'
import { CONTRACT_DEFAULTS } from '../../contract-tests/engine/settings.ts'
import { CommandError } from '../environment/command-error.ts'
import { KEY_VARIABLE, MOST_WAIT, someText, wholeNumber } from '../environment/flag-values.ts'

/** The command line of `petstore clone`, as written. */
export interface CloneFlags {
  readonly baseUrl: string
  readonly apiKeyEnv?: string
  readonly readOnly?: boolean
  readonly exhaust?: boolean
  readonly choices?: string
  readonly maxWait?: number
  readonly save?: string
}

/** The file that a copy is written to where none is named. */
export const DEFAULT_COPY = 'clone.json'

const ABOUT = `Copies a service into one file, with which the mock starts (--world): the pets that its list gives, and the variant that it has at each open point. It first reads the pets, with GET requests only. It then runs the contract suite to observe the open points, which adds up to ${CONTRACT_DEFAULTS.maxCreated} pets to the service, unless you say --read-only or --choices. The copy does not have those. The file holds no API key of the service and no times: the same pets and variants give the same file.`

const EXAMPLES = `
Examples:
  petstore clone https://staging.example.com/v1 --api-key-env STAGING_KEY
  petstore mock --world ${DEFAULT_COPY}
      copy staging with the key from $STAGING_KEY, and start the copy
  petstore clone https://staging.example.com/v1 --choices staging.yaml
      with the variants that the contract suite has saved (--save-choices)
`

/** Adds `petstore clone` to the program; `run` receives what was written. */
export function addCloneCommand(program: Command, run: (flags: CloneFlags) => void): void {
  program
    .command('clone')
    .summary('Copy a service into a file for the mock')
    .description(ABOUT)
    .argument('<base-url>', 'base address of the service, ending with /v1')
    .optionsGroup('Access:')
    .option(
      '--api-key-env <name>',
      `the environment variable that holds the API key (default: ${KEY_VARIABLE})`,
      someText,
    )
    .optionsGroup('What it may do:')
    .option('--read-only', 'add no pet; observes fewer open points')
    .option(
      '--exhaust',
      "also go over the rate limit, which spends the key's quota; observes more open points",
    )
    .option(
      '--choices <file>',
      'observe nothing, and use the variants in this YAML file: send GET requests for the pets only',
      someText,
    )
    .option(
      '--max-wait <seconds>',
      `wait at most this long in all until the quota of the key is renewed (default: ${CONTRACT_DEFAULTS.maxWait})`,
      wholeNumber(MOST_WAIT),
    )
    .optionsGroup('What it writes:')
    .option('--save <file>', `write the copy to this file (default: ${DEFAULT_COPY})`, someText)
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', EXAMPLES)
    .action((baseUrl: string, flags: Omit<CloneFlags, 'baseUrl'>) => {
      const { choices, readOnly, exhaust } = flags
      if (choices !== undefined && (readOnly === true || exhaust === true)) {
        const flag = readOnly === true ? '--read-only' : '--exhaust'
        throw new CommandError(`Say --choices or ${flag}, not both: with --choices nothing is observed`)
      }
      run({ baseUrl, ...flags })
    })
}
