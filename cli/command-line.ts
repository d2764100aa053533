import { Command, CommanderError, Option } from 'commander'
import { addContractCommand } from './contract/contract-command.ts'
import type { ContractFlags } from './contract/contract-flags.ts'
import { addProxyCommand, type ProxyFlags } from './contract/add-proxy-command.ts'
import { MOST_PETS } from '../fixtures/pets.ts'
import { DEFAULT_PORT } from '../mock/options.ts'
import { CommandError } from './environment/command-error.ts'
import { addDemoCommand, type DemoFlags } from './demo/demo-command.ts'
import { oneMoreChoice, oneMoreKey, onOrOff, someText, wholeNumber } from './environment/flag-values.ts'
import { logForms, type Layer } from './mock/mock-flags.ts'

/** The flags of `petstore mock`, their files as they were written. */
export interface MockFlags extends Layer {
  readonly config?: string | undefined
}

/** What the command line asks for. */
export type Invocation =
  | { readonly kind: 'mock'; readonly flags: MockFlags }
  | { readonly kind: 'contract'; readonly flags: ContractFlags }
  | { readonly kind: 'proxy'; readonly flags: ProxyFlags }
  | { readonly kind: 'demo'; readonly flags: DemoFlags }
  /** To show a text, which is help that was asked for, or help for someone who gave no command. */
  | { readonly kind: 'show'; readonly text: string; readonly wasAsked: boolean }

const ABOUT =
  'A stateful mock of the Pet Store service, and a contract suite that checks any service against the same document.'

const ABOUT_MOCK =
  'Starts the mock. It prints its addresses, its demo keys and a curl line for every operation, and then one line for each request with the reason of its answer. Ctrl-C stops it.'

const EXAMPLES = `
Examples:
  petstore mock
      100 pets and a demo key of each plan, at http://127.0.0.1:${DEFAULT_PORT}/v1
  petstore mock --port 8080 --data my-pets.json --key team:pro
      your own pets, and one more key
  petstore mock --choice invalid-limit=clamped --choice ban=none
      another lawful behaviour where the service's document leaves it open

Open points: the service's document leaves much open. The README lists every
open point with its variants.
Control API: while the mock runs, requests to /_mock/ move its clock, set what a
key has left, add faults, reset the pets, and more; GET /_mock/ lists them.
`

// Longer lines are hard to read.
const MOST_COLUMNS = 80

/** Reads the command line; throws a CommandError that says what is wrong with it. */
export function readCommandLine(args: readonly string[], version: string, columns?: number): Invocation {
  const width = Math.min(columns ?? MOST_COLUMNS, MOST_COLUMNS)
  let text = ''
  let flags: MockFlags | undefined
  const program = new Command('petstore')
    .description(ABOUT)
    .version(version, '--version', 'Show the version')
    .helpOption('-h, --help', 'Show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (more) => (text += more),
      writeErr: (more) => (text += more),
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
  let other: Invocation | undefined
  addMockCommand(program, (given) => {
    flags = given
  })
  addContractCommand(program, (given) => {
    other = { kind: 'contract', flags: given }
  })
  addProxyCommand(program, (given) => {
    other = { kind: 'proxy', flags: given }
  })
  addDemoCommand(program, (given) => {
    other = { kind: 'demo', flags: given }
  })
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (text === '')
      throw new CommandError(oneLine(error, commandOf(args)), {
        cause: error,
      })
    return { kind: 'show', text, wasAsked: error.exitCode === 0 }
  }
  if (flags?.pets !== undefined && flags.data !== undefined) {
    throw new CommandError('Say --pets or --data, not both')
  }
  return other ?? { kind: 'mock', flags: flags ?? {} }
}

function addMockCommand(program: Command, run: (flags: MockFlags) => void): void {
  program
    .command('mock')
    .summary('Start the mock')
    .description(ABOUT_MOCK)
    .optionsGroup('Address:')
    .option(
      '--port <number>',
      `listen on this port; 0 takes any free one (default: ${DEFAULT_PORT})`,
      wholeNumber(65_535),
    )
    .option(
      '--host <address>',
      'listen on this address; 0.0.0.0 lets other machines in (default: 127.0.0.1)',
      someText,
    )
    .optionsGroup('What it starts with:')
    .option('--pets <count>', 'start with so many pets (default: 100)', wholeNumber(MOST_PETS))
    .option(
      '--seed <number>',
      'what all chance comes from, such as the pets; the same number gives the same mock (default: 1)',
      wholeNumber(Number.MAX_SAFE_INTEGER),
    )
    .option('--data <file>', 'start with the pets of a JSON file', someText)
    .option(
      '--key <name:plan>',
      'add an API key, of the plan free, pro, business or enterprise; for enterprise also name:enterprise:PER_MINUTE:PER_DAY (repeatable)',
      oneMoreKey,
    )
    .optionsGroup('How it behaves:')
    .option('--limits <on|off>', 'enforce the rate limits or not (default: on)', onOrOff)
    .option(
      '--choice <point=variant>',
      'take this variant where the document leaves a point open (repeatable)',
      oneMoreChoice,
    )
    .option('--choices <file>', 'take the variants of a YAML file, lines of "point: variant"', someText)
    .option(
      '--vary <seed>',
      'take a random variant at every open point; the same number, the same mix',
      wholeNumber(Number.MAX_SAFE_INTEGER),
    )
    .optionsGroup('What it prints:')
    .addOption(
      new Option('--log <form>', 'lines for people, or for machines (default: pretty)').choices(logForms),
    )
    .option('--quiet', 'no line for each request')
    .optionsGroup('Other:')
    .option(
      '--config <file>',
      'read settings from this YAML file; flags go over them (default: petstore.config.yaml, if there is one)',
      someText,
    )
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', EXAMPLES)
    .action(({ choice, choices, key, ...flags }: CommanderFlags) => {
      run({ ...flags, keys: key, choices: choice, choicesFile: choices })
    })
}

/** The flags by their names on the command line. */
type CommanderFlags = Omit<MockFlags, 'keys' | 'choices' | 'choicesFile'> & {
  readonly key?: MockFlags['keys']
  readonly choice?: MockFlags['choices']
  readonly choices?: string
}

// Commander's message about a value that a flag does not take.
const BAD_VALUE = /^option '(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s

/** Commander's message as one line, with a hint on what to do. */
function oneLine({ message }: CommanderError, command: string): string {
  const sentence = message.replace(/^error: /, '')
  const bad = BAD_VALUE.exec(sentence)
  if (bad) return `${bad[1] ?? ''} ${bad[2] ?? ''}: ${bad[3] ?? ''}`
  const [first = '', hint] = sentence.split('\n')
  const capital = first.charAt(0).toUpperCase() + first.slice(1)
  return `${capital.replace(/\.$/, '')}. ${hint?.slice(1, -1) ?? `See ${command} --help`}`
}

/** The command that someone wrote, as far as there is such a one. */
function commandOf([name = '', what = '']: readonly string[]): string {
  if (name === 'demo' && what === 'rate-limit') return 'petstore demo rate-limit'
  return /^(mock|contract|proxy|demo)$/.test(name) ? `petstore ${name}` : 'petstore'
}
