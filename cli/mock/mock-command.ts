import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { CONTRACT_DEFAULTS } from '../../contract-tests/engine/settings.ts'
import { DEFAULT_PETS, DEFAULT_SEED, MOST_PETS } from '../../fixtures/pets.ts'
import type { FaultSpec } from '../../mock/core/faults/faults.ts'
import type { KeySpec } from '../../mock/core/limits/caller.ts'
import { DEFAULT_HOST, DEFAULT_PORT } from '../../mock/address.ts'
import { DEFAULT_MEMORY } from '../../mock/core/memory/memory.ts'
import type { Choices } from '../../spec/choices.ts'
import { customPlanIds, planIds } from '../../spec/plans.ts'
import { CommandError } from '../environment/command-error.ts'
import { FAULT_FORMS, oneMoreFault } from '../environment/fault-flag.ts'
import {
  KEY_VARIABLE,
  oneMoreChoice,
  onOrOff,
  portNumber,
  seedNumber,
  someText,
  MOST_WAIT,
  wholeNumber,
} from '../environment/flag-values.ts'
import { megabytes, oneMoreKey, oneMoreOrigin } from './mock-flag-values.ts'

export const logForms = ['pretty', 'json'] as const
export type LogForm = (typeof logForms)[number]
export const DEFAULT_LOG: LogForm = 'pretty'

/** The environment variable that may hold the token of the control API; a flag would show it to all who list processes. */
export const TOKEN_VARIABLE = 'PETSTORE_CONTROL_TOKEN'

/** Read where nothing is named and it is there. */
export const DEFAULT_CONFIG = 'petstore.config.yaml'

/** The settings from one source: the flags, or the config file. Files by their absolute path. */
export interface Layer {
  readonly port?: number | undefined
  readonly host?: string | undefined
  readonly seed?: number | undefined
  /** How many pets, or the file that has them; never both. */
  readonly pets?: number | undefined
  readonly data?: string | undefined
  readonly keys?: readonly KeySpec[] | undefined
  readonly choices?: Partial<Choices> | undefined
  readonly choicesFile?: string | undefined
  readonly vary?: number | undefined
  readonly limits?: boolean | undefined
  readonly allowOrigins?: readonly string[] | undefined
  readonly memory?: number | undefined
  readonly store?: string | undefined
  readonly log?: LogForm | undefined
  readonly quiet?: boolean | undefined
  readonly faults?: readonly FaultSpec[] | undefined
}

/** The flags of `petstore mock`, their files as they were written. */
export interface MockFlags extends Layer {
  readonly config?: string | undefined
  /** The base address of the service whose pets it starts with, as written. */
  readonly dataFrom?: string | undefined
  readonly apiKeyEnv?: string | undefined
  readonly maxWait?: number | undefined
  /** The file that the pets of that service are saved to. */
  readonly saveData?: string | undefined
  /** The file that the default world starts from, and the one that it is saved to. */
  readonly world?: string | undefined
  readonly save?: string | undefined
}

const ABOUT =
  'Start the mock. It prints its addresses, its demo keys and a curl line for every operation. Then it prints one line for each request, with the reason for its answer. Press Ctrl-C to stop it.'

const EXAMPLES = `
Examples:
  petstore mock
      ${DEFAULT_PETS} pets and a demo key of each plan, at http://${DEFAULT_HOST}:${DEFAULT_PORT}/v1
  petstore mock --port 8080 --data my-pets.json --key team-a-key:pro
      your own pets, and one more key
  petstore mock --data-from https://api.example.com/v1 --choices api.yaml
      the pets of a real service, and the variants that were saved of it
  petstore mock --choice limit-above-100=clamped --choice ban=none
      another lawful behaviour where the service's document leaves it open

Open points: the service's document leaves much open. docs/open-points.md lists
every open point with its variants.
${FAULT_FORMS}
Control API: while the mock runs, requests to /_mock/ move its clock, set what a
key has left, add faults, reset the pets, and more; GET /_mock/ lists them.
From other machines (--host) they need a token: set ${TOKEN_VARIABLE},
or use the one that the mock prints at the start.
`

/** Adds `petstore mock` to the program; `run` is given what was written. */
export function addMockCommand(program: Command, run: (flags: MockFlags) => void): void {
  program
    .command('mock')
    .summary('Start the mock')
    .description(ABOUT)
    .optionsGroup('Address:')
    .option(
      '--port <number>',
      `listen on this port; 0 for any free one (default: ${DEFAULT_PORT})`,
      portNumber,
    )
    .option(
      '--host <address>',
      `listen on this address; 0.0.0.0 lets other machines in (default: ${DEFAULT_HOST})`,
      someText,
    )
    .option(
      '--allow-origin <origin>',
      'let the pages of this origin use the control API, such as http://localhost:5173 (repeatable)',
      oneMoreOrigin,
    )
    .optionsGroup('What it starts with:')
    .option('--pets <count>', `start with this many pets (default: ${DEFAULT_PETS})`, wholeNumber(MOST_PETS))
    .option(
      '--seed <number>',
      `seed all randomness, such as the pets; the same number gives the same mock (default: ${DEFAULT_SEED})`,
      seedNumber,
    )
    .option('--data <file>', 'start with the pets of a JSON file', someText)
    .option(
      '--data-from <url>',
      'start with the pets of the service at this base address, as many as its list gives; sends GET requests only (docs/clone.md)',
      someText,
    )
    .option(
      '--api-key-env <name>',
      `with --data-from: the environment variable that holds the API key (default: ${KEY_VARIABLE})`,
      someText,
    )
    .option(
      '--max-wait <seconds>',
      `with --data-from: wait at most this long in all until the quota of the key is renewed (default: ${CONTRACT_DEFAULTS.maxWait})`,
      wholeNumber(MOST_WAIT),
    )
    .option('--save-data <file>', 'with --data-from: write its pets to this file, for --data', someText)
    .option(
      '--world <file>',
      'start the default world from this saved file; its pets, keys and choices replace the other settings, --limits and --fault are laid over it',
      someText,
    )
    .option(
      '--save <file>',
      'save the default world to this file, every few seconds and at the end; give --world the same file to continue from it the next time',
      someText,
    )
    .option(
      '--key <name:plan>',
      `add an API key, of one of the plans ${planIds.join(', ')}; for ${customPlanIds.join(', ')} also name:${customPlanIds.join('|')}:PER_MINUTE:PER_DAY (repeatable)`,
      oneMoreKey,
    )
    .optionsGroup('How it behaves:')
    .option('--limits <on|off>', 'enforce the rate limits or not (default: on)', onOrOff)
    .option('--choice <point=variant>', 'choose this variant of an open point (repeatable)', oneMoreChoice)
    .option('--choices <file>', 'choose the variants in a YAML file, with lines "point: variant"', someText)
    .option(
      '--vary <seed>',
      'choose a random variant of every open point; the same number gives the same variants',
      seedNumber,
    )
    .option(
      '--fault <fault>',
      'start with a fault, such as "delay 500-2000"; a reset does not remove it (repeatable)',
      oneMoreFault,
    )
    .option(
      '--memory <MB>',
      `limit the memory for pets, journals and unread replies of all worlds, in megabytes (default: ${DEFAULT_MEMORY})`,
      megabytes,
    )
    .option(
      '--store <address>',
      'store the state in Redis, where several mocks share it: redis://HOST:6379, rediss:// for TLS, ?prefix=NAME for keys of its own (docs/cluster.md)',
      someText,
    )
    .optionsGroup('What it prints:')
    .addOption(
      new Option('--log <form>', `lines for people, or for machines (default: ${DEFAULT_LOG})`).choices(
        logForms,
      ),
    )
    .option('--quiet', 'log no line for each request')
    .optionsGroup('Other:')
    .option(
      '--config <file>',
      `read settings from this YAML file; flags override it (default: ${DEFAULT_CONFIG}, if there is one)`,
      someText,
    )
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', EXAMPLES)
    .action(({ allowOrigin, choice, choices, fault, key, ...flags }: CommanderFlags) => {
      const named = { allowOrigins: allowOrigin, keys: key, faults: fault }
      const given = { ...flags, ...named, choices: choice, choicesFile: choices }
      refuseContradictions(given)
      run(given)
    })
}

function refuseContradictions(flags: MockFlags): void {
  const { pets, data, dataFrom, world, apiKeyEnv, maxWait, saveData } = flags
  const sources = Object.entries({ '--pets': pets, '--data': data, '--data-from': dataFrom })
  const [one, other] = sources.flatMap(([flag, value]) => (value === undefined ? [] : [flag]))
  if (one !== undefined && other !== undefined) throw new CommandError(`Say ${one} or ${other}, not both`)
  if (dataFrom !== undefined && world !== undefined)
    throw new CommandError('Say --data-from or --world, not both: a saved world has pets of its own')
  refuseBesideWorld(flags)
  if (dataFrom !== undefined) return
  const [alone] = Object.entries({
    '--api-key-env': apiKeyEnv,
    '--max-wait': maxWait,
    '--save-data': saveData,
  }).flatMap(([flag, value]) => (value === undefined ? [] : [flag]))
  if (alone !== undefined) throw new CommandError(`${alone} goes with --data-from`)
}

/** Where a saved world is read, nothing else says what it holds. The file that it is saved to may not be there yet at the first start. */
function refuseBesideWorld({ world, save, ...flags }: MockFlags): void {
  if (world === undefined || (save !== undefined && resolve(world) === resolve(save))) return
  const { pets, data, seed, keys, choices, choicesFile, vary } = flags
  const [[flag, , what] = []] = (
    [
      ['--pets', pets, 'pets'],
      ['--data', data, 'pets'],
      ['--seed', seed, 'random numbers'],
      ['--key', keys, 'keys'],
      ['--choice', choices, 'choices'],
      ['--choices', choicesFile, 'choices'],
      ['--vary', vary, 'choices'],
    ] as const
  ).filter(([, value]) => value !== undefined)
  if (flag !== undefined)
    throw new CommandError(`Say ${flag} or --world, not both: a saved world has ${what} of its own`)
}

/** The flags by their names on the command line. */
type CommanderFlags = Omit<MockFlags, 'allowOrigins' | 'keys' | 'faults' | 'choices' | 'choicesFile'> & {
  readonly allowOrigin?: MockFlags['allowOrigins']
  readonly key?: MockFlags['keys']
  readonly fault?: MockFlags['faults']
  readonly choice?: MockFlags['choices']
  readonly choices?: string
}
