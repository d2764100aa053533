import { Option, type Command } from 'commander'
import {
  CONTRACT_DEFAULTS,
  DEEP_CREATED,
  MEGABYTE,
  THOROUGH_WAIT_S,
} from '../../contract-tests/engine/settings.ts'
import { DEFAULT_HOST } from '../../mock/address.ts'
import { planIds, type PlanId } from '../../spec/plans.ts'
import { oneMoreText, portNumber, someText, wholeNumber, withCommas } from '../environment/flag-values.ts'

/** The command line of `petstore contract`, as written. */
export interface ContractFlags {
  /** The service to check; a mock of our own where it is not said. */
  readonly baseUrl: string | undefined
  readonly apiKeyEnv?: string
  readonly secondKeyEnv?: string
  readonly secondBaseUrl?: string
  readonly plan?: PlanId
  readonly readOnly?: boolean
  readonly exhaust?: boolean
  readonly ban?: boolean
  readonly deep?: boolean
  readonly thorough?: boolean
  readonly seed?: number
  readonly maxCreated?: number
  readonly maxRequests?: number
  readonly maxWait?: number
  readonly timeout?: number
  readonly maxBody?: number
  readonly minVerified?: number
  readonly only?: readonly string[]
  readonly bail?: boolean
  readonly report?: readonly string[]
  readonly saveChoices?: string
  readonly expectChoices?: string
  readonly failOnChangedChoices?: boolean
  readonly known?: string
  readonly secondOpinion?: 'prism'
  readonly list?: boolean
}

/** The environment variable that holds the API key where no flag names another. */
export const KEY_VARIABLE = 'PETSTORE_API_KEY'

const ABOUT =
  'Checks a service against every promise of its document: the mock, staging, production, with the same tests. Without an address it starts a mock of its own. Exit code 0: it conforms, as far as it was verified; 1: it does not, or a known breach is out of date, or the suite itself failed; 2: the suite could not be run, or saw too little.'

const EXAMPLES = `
Examples:
  petstore contract
      the suite against a mock that it starts itself
  petstore contract https://staging.example.com/v1 --api-key-env STAGING_KEY
      the same tests against a real service, with the key from $STAGING_KEY
  petstore contract https://staging.example.com/v1 --save-choices staging.yaml
  petstore mock --choices staging.yaml
      a mock that settles every open point as staging does
`

/** Adds `petstore contract` to the program; `run` is given what was written. */
export function addContractCommand(program: Command, run: (flags: ContractFlags) => void): void {
  program
    .command('contract')
    .summary('Check a service against its document')
    .description(ABOUT)
    .argument('[base-url]', 'base address of the service, ending with /v1')
    .optionsGroup('Access:')
    .option(
      '--api-key-env <name>',
      `the environment variable that holds the API key (default: ${KEY_VARIABLE})`,
      someText,
    )
    .option(
      '--second-key-env <name>',
      'one that holds a second key, to see that keys are counted apart',
      someText,
    )
    .option('--second-base-url <url>', "the service's second base address", someText)
    .addOption(new Option('--plan <plan>', 'the plan of the key').choices(planIds))
    .optionsGroup('What it may do:')
    .option('--read-only', 'add no pet')
    .option('--exhaust', 'go over the rate limit (always done on our own mock)')
    .option('--ban', 'get the second key banned for a while (always done on our own mock)')
    .option(
      '--thorough',
      'do every extra test too, in further minutes where the plan has too few requests (always done on our own mock)',
    )
    .option('--deep', 'also send generated bodies, valid and invalid ones, within --max-requests')
    .option(
      '--seed <number>',
      'what --deep generates from (default: a random one, which the report names)',
      wholeNumber(2 ** 31 - 1),
    )
    .option(
      '--max-created <count>',
      `pets that it may leave in all (default: ${CONTRACT_DEFAULTS.maxCreated}, with --deep ${DEEP_CREATED})`,
      wholeNumber(1_000_000),
    )
    .option(
      '--max-requests <count>',
      `requests in all (default: ${CONTRACT_DEFAULTS.maxRequests})`,
      wholeNumber(1_000_000),
    )
    .option(
      '--max-wait <seconds>',
      `seconds to wait in all, for windows to pass (default: ${CONTRACT_DEFAULTS.maxWait}, with --thorough ${THOROUGH_WAIT_S})`,
      wholeNumber(100_000),
    )
    .option(
      '--timeout <seconds>',
      `seconds until a reply must be there, at least 1 (default: ${CONTRACT_DEFAULTS.timeout / 1000})`,
      wholeNumber(3600, 1),
    )
    .option(
      '--max-body <megabytes>',
      `megabytes of a body that it reads, at least 1 (default: ${CONTRACT_DEFAULTS.maxBody / MEGABYTE})`,
      wholeNumber(100, 1),
    )
    .option(
      '--min-verified <percent>',
      `how much of what the flags allow must be verified for a run to pass (default: ${CONTRACT_DEFAULTS.minVerified}; all of it on our own mock)`,
      wholeNumber(100),
    )
    .optionsGroup('Which tests:')
    .option('--only <clauses>', 'only these clauses, or areas such as AUTH, with commas', withCommas)
    .option('--bail', 'stop at the first breach')
    .option('--list', 'show the suite as a document, with what each test costs and needs')
    .optionsGroup('What it writes:')
    .option(
      '--report <form=file...>',
      'also write junit=, json=, html=, markdown=, or annotations= for GitHub Actions (repeatable)',
      oneMoreText,
    )
    .option(
      '--save-choices <file>',
      'write how the service settles the open points, for petstore mock --choices',
      someText,
    )
    .option('--expect-choices <file>', 'warn where it settles them otherwise than this file says', someText)
    .option('--fail-on-changed-choices', 'let the run fail there: exit code 1')
    .option('--known <file>', 'accept the breaches in a YAML file, each with a reason and a date', someText)
    .addOption(
      new Option('--second-opinion <tool>', 'have another tool judge the same exchanges').choices(['prism']),
    )
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', EXAMPLES)
    .action((written: string | undefined, { report = [], ...flags }: Omit<ContractFlags, 'baseUrl'>) => {
      // `--report junit=out.xml https://…` means an address, which the flag would otherwise read as a report.
      const isAddress = (text: string): boolean => /^https?:/i.test(text)
      const baseUrl = written ?? report.find(isAddress)
      run({
        baseUrl,
        ...flags,
        report: written === undefined ? report.filter((text) => !isAddress(text)) : report,
      })
    })
}

/** The command line of `petstore proxy`, as written. */
export interface ProxyFlags {
  readonly upstream: string
  readonly port?: number
  readonly host?: string
  readonly fail?: boolean
}

export const DEFAULT_PROXY_PORT = 4020

const ABOUT_PROXY =
  'Passes all traffic on to a service and back unchanged, and judges it: every breach of the contract is printed with its clause and shown in an X-Contract-Breach header. Point a front end at it instead of at staging. It needs @stoplight/prism-http.'

/** Adds `petstore proxy` to the program; `run` is given what was written. */
export function addProxyCommand(program: Command, run: (flags: ProxyFlags) => void): void {
  program
    .command('proxy')
    .summary('Stand between a front end and a service, and judge')
    .description(ABOUT_PROXY)
    .argument('<upstream>', 'base address of the service, ending with /v1')
    .option(
      '--port <number>',
      `listen on this port; 0 for any free one (default: ${DEFAULT_PROXY_PORT})`,
      portNumber,
    )
    .option('--host <address>', `listen on this address (default: ${DEFAULT_HOST})`, someText)
    .option('--fail', 'answer 502 in place of a reply that breaks the contract')
    .helpOption('-h, --help', 'show this help')
    .action((upstream: string, flags: Omit<ProxyFlags, 'upstream'>) => {
      run({ upstream, ...flags })
    })
}

/** The command line of `petstore judge`, as written. */
export interface JudgeFlags {
  readonly file: string
  readonly baseUrl?: string
  readonly keyIsShared?: boolean
  readonly report?: readonly string[]
}

const ABOUT_JUDGE =
  'Judges recorded traffic: an HTTP archive (HAR 1.2) that a browser, a proxy or Playwright has written. It looks for replies that break a clause, alone or together. The exit codes are those of petstore contract.'

/** Adds `petstore judge` to the program; `run` receives what was written. */
export function addJudgeCommand(program: Command, run: (flags: JudgeFlags) => void): void {
  program
    .command('judge')
    .summary('Judge recorded traffic')
    .description(ABOUT_JUDGE)
    .argument('<file>', 'the recording, such as traffic.har')
    .option(
      '--base-url <url>',
      'judge what went to this base address (default: the first one with /v1/pets)',
      someText,
    )
    .option('--key-is-shared', 'others used the same keys meanwhile: say only what that cannot explain')
    .option(
      '--report <form=file...>',
      'also write junit=, json=, html=, markdown=, or annotations= for GitHub Actions (repeatable)',
      oneMoreText,
    )
    .helpOption('-h, --help', 'show this help')
    .action((file: string, flags: Omit<JudgeFlags, 'file'>) => {
      run({ file, ...flags })
    })
}
