import { Option, type Command } from 'commander'
import { someText, wholeNumber } from '../environment/flag-values.ts'
import { plans } from '../../spec/index.ts'
import type { ContractFlags } from './contract-flags.ts'

const ABOUT =
  'Checks a service against every promise of its document: the mock, staging, production, with the same tests. Without an address it starts a mock of its own. Exit code 0: conformant; 1: broken; 2: it could not be run.'

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
      'the environment variable that holds the API key (default: PETSTORE_API_KEY)',
      someText,
    )
    .option(
      '--second-key-env <name>',
      'one that holds a second key, to see that keys are counted apart',
      someText,
    )
    .option('--second-base-url <url>', "the service's second base address", someText)
    .addOption(new Option('--plan <plan>', 'the plan of the key').choices(plans.map(({ id }) => id)))
    .optionsGroup('What it may do:')
    .option('--read-only', 'add no pet')
    .option('--exhaust', 'go over the rate limit (always done on our own mock)')
    .option('--ban', 'get the second key banned for a while (always done on our own mock)')
    .option('--deep', 'also send generated bodies, valid and invalid ones, within --max-requests')
    .option(
      '--seed <number>',
      'what --deep generates from (default: a random one, which the report names)',
      wholeNumber(2 ** 31 - 1),
    )
    .option('--max-requests <count>', 'requests in all (default: 1000)', wholeNumber(1_000_000))
    .option(
      '--max-wait <seconds>',
      'seconds to wait in all, for windows to pass (default: 150)',
      wholeNumber(100_000),
    )
    .option('--timeout <seconds>', 'seconds until a reply must be there (default: 10)', wholeNumber(3600))
    .optionsGroup('Which tests:')
    .option('--only <clauses>', 'only these clauses, or areas such as AUTH, with commas', withCommas)
    .option('--bail', 'stop at the first breach')
    .option('--list', 'show the suite as a document, with what each test costs and needs')
    .optionsGroup('What it writes:')
    .option('--report <form=file...>', 'also write junit=, json=, html= or markdown= (repeatable)', oneMore)
    .option(
      '--save-choices <file>',
      'write how the service settles the open points, for petstore mock --choices',
      someText,
    )
    .option('--expect-choices <file>', 'warn where it settles them otherwise than this file says', someText)
    .option('--known <file>', 'breaches that are known, with a reason and a date', someText)
    .addOption(
      new Option('--second-opinion <tool>', 'have another tool judge the same exchanges').choices(['prism']),
    )
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', EXAMPLES)
    .action((written: string | undefined, { report = [], ...flags }: Omit<ContractFlags, 'baseUrl'>) => {
      // `--report junit=out.xml https://…` means an address, which the flag would otherwise take for a report.
      const isAddress = (text: string): boolean => /^https?:/i.test(text)
      const baseUrl = written ?? report.find(isAddress)
      run({
        baseUrl,
        ...flags,
        report: written === undefined ? report.filter((text) => !isAddress(text)) : report,
      })
    })
}

function withCommas(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function oneMore(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}
