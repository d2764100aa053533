import { Command, CommanderError, type Option } from 'commander'
import type { CloneFlags } from './clone/clone-command.ts'
import type { ContractFlags, JudgeFlags } from './contract/commands.ts'
import type { ProxyFlags } from './contract/proxy-command.ts'
import type { DemoFlags } from './demo/demo-command.ts'
import { CommandError } from './environment/command-error.ts'
import type { Environment } from './environment/environment.ts'
import { asTyped, installed } from './environment/launcher.ts'
import { refuseTaken } from './environment/taken-by-npm.ts'
import type { MockFlags } from './mock/mock-command.ts'

/** A parsed command line. */
export type Invocation =
  | { readonly kind: 'mock'; readonly flags: MockFlags }
  | { readonly kind: 'contract'; readonly flags: ContractFlags }
  | { readonly kind: 'clone'; readonly flags: CloneFlags }
  | { readonly kind: 'judge'; readonly flags: JudgeFlags }
  | { readonly kind: 'proxy'; readonly flags: ProxyFlags }
  | { readonly kind: 'demo'; readonly flags: DemoFlags }
  /** To show a text, which is help that was asked for, or help for someone who gave no command. */
  | { readonly kind: 'show'; readonly text: string; readonly wasAsked: boolean }

const ABOUT =
  'A stateful mock of the Pet Store service, and a contract suite that checks any service against the same document.'

// Longer lines are hard to read.
const MOST_COLUMNS = 80

/** Where the command line was typed. */
type Place = Partial<Pick<Environment, 'columns' | 'launch' | 'variables'>>

/** Reads the command line; rejects with a CommandError that says what is wrong with it. */
export async function readCommandLine(
  args: readonly string[],
  version: string,
  { columns = MOST_COLUMNS, launch = installed, variables = {} }: Place = {},
): Promise<Invocation> {
  const width = Math.min(columns, MOST_COLUMNS)
  let text = ''
  let asked: Invocation = { kind: 'mock', flags: {} }
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
  const add = adders(program, (invocation) => {
    asked = invocation
  })
  const [name = ''] = args
  // The flags of the other commands would cost a run of the contract suite some milliseconds.
  for (const addOne of isCommand(name) ? [add[name]] : Object.values(add)) await addOne()
  const command = commandOf(args)
  refuseTaken(flagsOf(program, command), variables, (flag) => launch(`${command} ${flag}`))
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const excess = notTaken(error, program, command)
    if (excess !== undefined)
      throw new CommandError(`${excess}. See ${launch(`${command} --help`)}`, { cause: error })
    if (text === '')
      throw new CommandError(
        oneLine(
          error,
          longerFlag(error, program, command) ?? `See ${launch(`${command} --help`.trimStart())}`,
        ),
        { cause: error },
      )
    return { kind: 'show', text: asTyped(text, launch), wasAsked: error.exitCode === 0 }
  }
  return asked
}

type CommandName = Exclude<Invocation['kind'], 'show'>

/** What adds each command to the program, in the order of the help. */
function adders(
  program: Command,
  take: (invocation: Invocation) => void,
): Readonly<Record<CommandName, () => Promise<void>>> {
  return {
    async mock() {
      const { addMockCommand } = await import('./mock/mock-command.ts')
      addMockCommand(program, (flags) => {
        take({ kind: 'mock', flags })
      })
    },
    async contract() {
      const { addContractCommand } = await import('./contract/commands.ts')
      addContractCommand(program, (flags) => {
        take({ kind: 'contract', flags })
      })
    },
    async clone() {
      const { addCloneCommand } = await import('./clone/clone-command.ts')
      addCloneCommand(program, (flags) => {
        take({ kind: 'clone', flags })
      })
    },
    async judge() {
      const { addJudgeCommand } = await import('./contract/commands.ts')
      addJudgeCommand(program, (flags) => {
        take({ kind: 'judge', flags })
      })
    },
    async proxy() {
      const { addProxyCommand } = await import('./contract/proxy-command.ts')
      addProxyCommand(program, (flags) => {
        take({ kind: 'proxy', flags })
      })
    },
    async demo() {
      const { addDemoCommand } = await import('./demo/demo-command.ts')
      addDemoCommand(program, (flags) => {
        take({ kind: 'demo', flags })
      })
    },
  }
}

function isCommand(name: string): name is CommandName {
  return /^(?:mock|contract|clone|judge|proxy|demo)$/.test(name)
}

// Commander's message about a value that a flag does not accept.
const BAD_VALUE = /^option '(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s

/** A hint at the flag whose first words were written, such as `--api-key` of `--api-key-env`: Commander finds only what is as long. */
function longerFlag({ message }: CommanderError, program: Command, command: string): string | undefined {
  const [, written] = /^error: unknown option '(--[\w-]+)/.exec(message) ?? []
  const [found, ...others] = optionsOf(program, command).filter(({ long }) => long?.startsWith(`${written}-`))
  if (found === undefined || others.length > 0) return undefined
  return `Did you mean ${found.flags.replace(/<(.*)>/, (_whole, name: string) => name.toUpperCase())}?`
}

const TOO_MANY = /^error: too many arguments for .* Expected (\d+) arguments? but got \d+: (.*)\.$/s

/** Which arguments are too many, and what the command takes, where that is what is wrong. */
function notTaken({ message }: CommanderError, program: Command, command: string): string | undefined {
  const [, expected, given] = TOO_MANY.exec(message) ?? []
  if (expected === undefined || given === undefined) return undefined
  const excess = given.split(', ').slice(Number(expected))
  const names = ownOf(program, command)?.registeredArguments.map((argument) => argument.name()) ?? []
  const takes = names.length === 0 ? 'only flags' : `${names.join(' and ').toUpperCase()}, and flags`
  const quoted = excess.map((argument) => JSON.stringify(argument)).join(' and ')
  return `${quoted} ${excess.length === 1 ? 'is' : 'are'} not understood: ${command} takes ${takes}`
}

/** Commander's message as one line, with a hint on what to do. */
function oneLine({ message }: CommanderError, otherHint: string): string {
  const sentence = message.replace(/^error: /, '')
  const bad = BAD_VALUE.exec(sentence)
  if (bad) return `${bad[1] ?? ''} ${bad[2] ?? ''}: ${bad[3] ?? ''}`
  const [first = '', hint] = sentence.split('\n')
  const capital = first.charAt(0).toUpperCase() + first.slice(1)
  return `${capital.replace(/\.$/, '')}. ${hint?.slice(1, -1) ?? otherHint}`
}

/** The command that someone wrote, as far as there is such a one. */
function commandOf([name = '', what = '']: readonly string[]): string {
  if (name === 'demo' && what === 'rate-limit') return 'demo rate-limit'
  return isCommand(name) ? name : ''
}

/** The flags of a command. */
function flagsOf(program: Command, command: string): readonly string[] {
  return optionsOf(program, command).flatMap(({ long }) => (long ? [long] : []))
}

function optionsOf(program: Command, command: string): readonly Option[] {
  return ownOf(program, command)?.options ?? []
}

function ownOf(program: Command, command: string): Command | undefined {
  return command.split(' ').reduce<Command | undefined>((parent, name) => {
    return parent?.commands.find((one) => one.name() === name)
  }, program)
}
