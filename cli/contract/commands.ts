import { Option, type Command } from 'commander'
import {
  CONTRACT_DEFAULTS,
  DEEP_CREATED,
  MEGABYTE,
  THOROUGH_CREATED,
  BAN_REQUESTS,
  BAN_WAIT_S,
  EXHAUST_WAIT_S,
  THOROUGH_WAIT_S,
} from '../../contract-tests/engine/settings.ts'
import type { Int64 } from '../../spec/exact-json/int64.ts'
import { planIds, type PlanId } from '../../spec/plans.ts'
import {
  int64Number,
  KEY_VARIABLE,
  MOST_WAIT,
  namePatternOfFlag,
  oneMoreList,
  oneMoreText,
  someText,
  wholeNumber,
} from '../environment/flag-values.ts'

/** The command line of `petstore contract`, as written. */
export interface ContractFlags {
  /** The service to check; a mock of our own where it is not said. */
  readonly baseUrl: string | undefined
  readonly apiKeyEnv?: string
  readonly secondKeyEnv?: string
  readonly secondBaseUrl?: string
  readonly plan?: PlanId
  readonly secondPlan?: PlanId
  readonly category?: Int64
  readonly namePattern?: string
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
  readonly verifyRepeats?: boolean
  readonly report?: readonly string[]
  readonly showBodies?: boolean
  readonly saveChoices?: string
  readonly expectChoices?: string
  readonly failOnChangedChoices?: boolean
  readonly known?: string
  readonly secondOpinion?: 'prism'
  readonly list?: boolean
}

const SHOW_BODIES =
  'reports show whole replies, and not only what is shown to be harmless; look through them before you publish them'

const ABOUT =
  'Checks a service against every promise of its document. The tests are the same for the mock, staging and production. Without an address, the suite starts a mock of its own. Exit code 0: the service conforms, as far as it was verified. 1: it does not conform, a known breach is out of date, open points have changed (--fail-on-changed-choices), or the suite itself failed. 2: the suite could not be run, or verified too little.'

const EXAMPLES = `
Examples:
  petstore contract
      the suite against a mock that it starts itself
  petstore contract https://staging.example.com/v1 --api-key-env STAGING_KEY
      the suite against a real service, with the key from $STAGING_KEY
  petstore contract https://staging.example.com/v1 --save-choices staging.yaml
  petstore mock --choices staging.yaml
      copy staging: save its variants, and start a mock that has the same ones
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
      'the environment variable that holds a second key, for the tests that need two keys',
      someText,
    )
    .option(
      '--second-base-url <url>',
      "the service's second base address, for the test that compares it with the first (BASE-2)",
      someText,
    )
    .addOption(new Option('--plan <plan>', 'the plan of the keys').choices(planIds))
    .addOption(
      new Option('--second-plan <plan>', 'the plan of the second key, if it is another one').choices(planIds),
    )
    .option(
      '--category <id>',
      'a category that the service accepts, if it has no pets yet and refuses unknown categories (default: those of its pets, or 1, 2, 3)',
      int64Number,
    )
    .option(
      '--name-pattern <name>',
      'a name that the service accepts, with * for letters that differ for each pet, such as "Rex*"',
      namePatternOfFlag,
    )
    .optionsGroup('What it may do:')
    .option('--read-only', 'add no pet')
    .option(
      '--exhaust',
      'go over the rate limit, which spends the quota of the key, and of a second one; a Business key needs --max-requests 2500 (always on without base-url)',
    )
    .option(
      '--ban',
      'get the second key banned for a while; needs --second-key-env (always on without base-url)',
    )
    .option(
      '--thorough',
      'run every extra test too, and wait for further minutes of the key if one is too short (always on without base-url)',
    )
    .option('--deep', 'also send some hundreds of generated bodies, valid and invalid, within --max-requests')
    .option(
      '--seed <number>',
      'ask in another order; with --deep, generate the same bodies again (default: 0, with --deep random; the report shows it)',
      wholeNumber(2 ** 31 - 1),
    )
    .option(
      '--max-created <count>',
      `add at most this many pets (default: ${CONTRACT_DEFAULTS.maxCreated}, with --thorough or without base-url ${THOROUGH_CREATED}, with --deep ${DEEP_CREATED})`,
      wholeNumber(1_000_000),
    )
    .option(
      '--max-requests <count>',
      `send at most this many requests (default: ${CONTRACT_DEFAULTS.maxRequests}, with --ban ${BAN_REQUESTS})`,
      wholeNumber(1_000_000),
    )
    .option(
      '--max-wait <seconds>',
      `wait at most this long in all until quotas are renewed (default: ${CONTRACT_DEFAULTS.maxWait}, with --exhaust ${EXHAUST_WAIT_S}, with --ban ${BAN_WAIT_S}, with --thorough or --exhaust --verify-repeats ${THOROUGH_WAIT_S})`,
      wholeNumber(MOST_WAIT),
    )
    .option(
      '--timeout <seconds>',
      `wait at most this long for each reply, at least 1 (default: ${CONTRACT_DEFAULTS.timeout / 1000})`,
      wholeNumber(3600, 1),
    )
    .option(
      '--max-body <megabytes>',
      `read at most this much of a body, at least 1 (default: ${CONTRACT_DEFAULTS.maxBody / MEGABYTE})`,
      wholeNumber(100, 1),
    )
    .option(
      '--min-verified <percent>',
      `fail if the run verifies less than this share of what the flags allow (default: ${CONTRACT_DEFAULTS.minVerified}; without base-url 100)`,
      wholeNumber(100),
    )
    .optionsGroup('Which tests:')
    .option(
      '--only <clauses>',
      'run only these clauses or areas, separated by commas, such as AUTH,LIMIT-4; repeatable',
      oneMoreList,
    )
    .option('--bail', 'stop at the first breach that is not accepted (--known)')
    .option(
      '--verify-repeats',
      'repeat each breach as its curl line does, and say whether that shows it again; costs a few more requests each, with --exhaust a minute for each over the limit',
    )
    .option('--list', 'list the tests with their cost and needs, and send nothing')
    .optionsGroup('What it writes:')
    .option(
      '--report <form=file...>',
      'also write the report to a file, such as html=report.html; forms: junit, json, html, markdown, annotations (GitHub Actions); repeatable',
      oneMoreText,
    )
    .option('--show-bodies', SHOW_BODIES)
    .option(
      '--save-choices <file>',
      'write the variant that the service has at each open point, for the mock to start with (--choices)',
      someText,
    )
    .option(
      '--expect-choices <file>',
      'warn if the service has another variant than this file says',
      someText,
    )
    .option('--fail-on-changed-choices', 'with --expect-choices: fail instead of warning (exit code 1)')
    .option(
      '--known <file>',
      'accept the breaches that this YAML file lists, each with a reason and a date',
      someText,
    )
    .addOption(
      new Option('--second-opinion <tool>', 'also let another tool judge the same exchanges').choices([
        'prism',
      ]),
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

/** The command line of `petstore judge`, as written. */
export interface JudgeFlags {
  readonly file: string
  readonly baseUrl?: string
  readonly keyIsShared?: boolean
  readonly minVerified?: number
  readonly report?: readonly string[]
  readonly showBodies?: boolean
}

const ABOUT_JUDGE =
  'Judges recorded traffic, and sends nothing. It reports replies that break a clause, and replies that contradict each other. The exit codes are those of the contract suite.'

const RECORDINGS = `
Recordings:
  an HTTP archive (HAR 1.2), which a browser, a proxy or Playwright writes
  a JSON report of the contract suite: --report json=run.json
  the journal of a mock: GET /_mock/worlds/default/journal?limit=1000
The content says which it is. A file may be as large as you like.

Examples:
  petstore judge traffic.har
      requests to other services are passed over
  petstore judge traffic.har --base-url https://staging.example.com/v1 --key-is-shared
      others used the key too: report only what they cannot have caused
`

/** Adds `petstore judge` to the program; `run` receives what was written. */
export function addJudgeCommand(program: Command, run: (flags: JudgeFlags) => void): void {
  program
    .command('judge')
    .summary('Judge recorded traffic')
    .description(ABOUT_JUDGE)
    .argument('<file>', 'the recording: an HTTP archive, a JSON report or a journal')
    .option(
      '--base-url <url>',
      'judge only requests to this base address (default: that of the first request to /v1/pets)',
      someText,
    )
    .option(
      '--key-is-shared',
      'other clients used the same keys during the recording: report only what they cannot have caused (default: seen from X-RateLimit-Remaining)',
    )
    .option(
      '--report <form=file...>',
      'also write the report to a file, such as html=report.html; forms: junit, json, html, markdown, annotations (GitHub Actions); repeatable',
      oneMoreText,
    )
    .option('--show-bodies', SHOW_BODIES)
    .option(
      '--min-verified <percent>',
      'fail if the recording verifies less than this share of the clauses (default: 0)',
      wholeNumber(100),
    )
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', RECORDINGS)
    .action((file: string, flags: Omit<JudgeFlags, 'file'>) => {
      run({ file, ...flags })
    })
}
