import { dirname, resolve } from 'node:path'
import { DataFileError, parsePetsFile } from '../../fixtures/data-file.ts'
import type { FaultSpec } from '../../mock/core/faults/faults.ts'
import type { KeySpec } from '../../mock/core/limits/caller.ts'
import { faultsAdded, type Below } from '../../mock/core/world/laid-over.ts'
import { DEFAULT_HOST, DEFAULT_PORT } from '../../mock/address.ts'
import type { MockOptions } from '../../mock/options.ts'
import type { OpenPointId } from '../../spec/choices.ts'
import { CommandError } from '../environment/command-error.ts'
import type { FileAccess } from '../environment/environment.ts'
import type { Sources } from '../environment/sources.ts'
import { parseChoicesFile, type ChoicesOfFile } from '../environment/yaml-file.ts'
import { DEFAULT_CONFIG, DEFAULT_LOG, type Layer, type LogForm } from './mock-command.ts'

/** All that `petstore mock` needs to start. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly log: LogForm
  readonly quiet: boolean
  readonly allowOrigins: readonly string[]
  /** Megabytes; the default if undefined. */
  readonly memory: number | undefined
  /** The store whose state several mocks share. */
  readonly store: string | undefined
  readonly options: MockOptions
  /** What --limits and --fault are laid over. */
  readonly below: Below
  /** The open points that a file settles in a way that the mock cannot show. */
  readonly others: readonly OpenPointId[]
  /** Those that it leaves open, since they were not observed. */
  readonly unseen: readonly OpenPointId[]
}

/** The absolute path of the config file: the one that is named, else the default one where it exists. */
export function findConfig(named: string | undefined, files: FileAccess): string | undefined {
  const path = resolve(files.folder, named ?? DEFAULT_CONFIG)
  return named !== undefined || files.exists(path) ? path : undefined
}

/**
 * Reads the files that are named, and lays the flags over the config. Rejects with a CommandError for whatever is wrong
 * in them.
 */
export async function readSettings(
  flags: Layer,
  configFile: string | undefined,
  sources: Sources,
): Promise<Settings> {
  const config = configFile === undefined ? {} : await readConfig(configFile, sources)
  const below = await readChoices(config, sources)
  const above = await readChoices(flags, sources, '--choices')
  const choices = { ...below.choices, ...above.choices }
  const open = (ids: readonly OpenPointId[]): readonly OpenPointId[] =>
    [...new Set(ids)].filter((id) => choices[id] === undefined)
  return {
    port: flags.port ?? config.port ?? DEFAULT_PORT,
    host: flags.host ?? config.host ?? DEFAULT_HOST,
    log: flags.log ?? config.log ?? DEFAULT_LOG,
    quiet: flags.quiet ?? config.quiet ?? false,
    allowOrigins: [...(config.allowOrigins ?? []), ...(flags.allowOrigins ?? [])],
    memory: flags.memory ?? config.memory,
    store: flags.store ?? config.store,
    options: {
      seed: flags.seed ?? config.seed,
      pets: (await readPets(flags, sources, '--data')) ?? (await readPets(config, sources)),
      keys: joined(config.keys, flags.keys),
      choices,
      vary: flags.vary ?? config.vary,
      limits: flags.limits ?? config.limits,
      faults: flags.faults ? withFaults(config.faults, flags.faults) : config.faults,
    },
    below: { limits: config.limits ?? true, lastFault: config.faults?.length ?? 0 },
    others: open([...below.others, ...above.others]),
    unseen: open([...below.unseen, ...above.unseen]),
  }
}

async function readConfig(path: string, sources: Sources): Promise<Layer> {
  const isNamed = sources.nameOf(path) !== DEFAULT_CONFIG
  const text = await sources.read(path, isNamed ? '--config' : undefined)
  const { parseConfig } = await import('./config-file.ts')
  return parseConfig(text, sources.nameOf(path), (written) => resolve(dirname(path), written))
}

async function readPets(
  { pets, data }: Layer,
  sources: Sources,
  flag?: string,
): Promise<MockOptions['pets']> {
  if (data === undefined) return pets
  const text = await sources.read(data, flag)
  try {
    return parsePetsFile(text, sources.nameOf(data))
  } catch (error) {
    if (error instanceof DataFileError) throw new CommandError(error.message, { cause: error })
    throw error
  }
}

async function readChoices(
  { choices, choicesFile }: Layer,
  sources: Sources,
  flag?: string,
): Promise<ChoicesOfFile> {
  if (choicesFile === undefined) return { choices: { ...choices }, others: [], unseen: [] }
  const saved = await parseChoicesFile(await sources.read(choicesFile, flag), sources.nameOf(choicesFile))
  return { ...saved, choices: { ...saved.choices, ...choices } }
}

/** All faults; one that does what a fault of the file does is not added again. */
function withFaults(below: readonly FaultSpec[] = [], faults: readonly FaultSpec[]): readonly FaultSpec[] {
  return [...below, ...faultsAdded(below, faults)]
}

/** All keys; of two with the same name the later one counts. */
function joined(...layers: readonly (readonly KeySpec[] | undefined)[]): readonly KeySpec[] {
  const byName = new Map(layers.flatMap((keys) => keys ?? []).map((spec) => [spec.key, spec]))
  return [...byName.values()]
}
