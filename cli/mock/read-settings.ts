import { dirname, resolve } from 'node:path'
import { DataFileError, parsePetsFile } from '../../fixtures/data-file.ts'
import { ChoiceError, parseChoices, type Choices } from '../../spec/index.ts'
import type { KeySpec } from '../../mock/core/limits/caller.ts'
import { DEFAULT_PORT, type MockOptions } from '../../mock/options.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Layer, LogForm } from './mock-flags.ts'
import { parseYaml } from '../environment/yaml-file.ts'
import type { Sources } from '../environment/sources.ts'

/** All that `petstore mock` needs to start. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly log: LogForm
  readonly quiet: boolean
  readonly options: MockOptions
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
  return {
    port: flags.port ?? config.port ?? DEFAULT_PORT,
    host: flags.host ?? config.host ?? '127.0.0.1',
    log: flags.log ?? config.log ?? 'pretty',
    quiet: flags.quiet ?? config.quiet ?? false,
    options: {
      seed: flags.seed ?? config.seed,
      pets: (await readPets(flags, sources)) ?? (await readPets(config, sources)),
      keys: joined(config.keys, flags.keys),
      choices: { ...(await readChoices(config, sources)), ...(await readChoices(flags, sources)) },
      vary: flags.vary ?? config.vary,
      limits: flags.limits ?? config.limits,
      faults: config.faults,
    },
  }
}

async function readConfig(path: string, sources: Sources): Promise<Layer> {
  const text = await sources.read(path)
  // With it come the schemas of the control API.
  const { parseConfig } = await import('./config-file.ts')
  return parseConfig(text, sources.nameOf(path), (written) => resolve(dirname(path), written))
}

async function readPets({ pets, data }: Layer, sources: Sources): Promise<MockOptions['pets']> {
  if (data === undefined) return pets
  const text = await sources.read(data)
  try {
    return await parsePetsFile(text, sources.nameOf(data))
  } catch (error) {
    if (error instanceof DataFileError) throw new CommandError(error.message, { cause: error })
    throw error
  }
}

async function readChoices({ choices, choicesFile }: Layer, sources: Sources): Promise<Partial<Choices>> {
  if (choicesFile === undefined) return { ...choices }
  const text = await sources.read(choicesFile)
  return { ...(await parseChoicesFile(text, sources.nameOf(choicesFile))), ...choices }
}

async function parseChoicesFile(text: string, file: string): Promise<Partial<Choices>> {
  const value = (await parseYaml(text, file)) ?? {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new CommandError(`${file} must hold lines such as "invalid-limit: clamped"`)
  }
  try {
    return parseChoices(value as Record<string, unknown>)
  } catch (error) {
    if (error instanceof ChoiceError) throw new CommandError(`${file}: ${error.message}`, { cause: error })
    throw error
  }
}

/** All keys; of two with the same name the later one counts. */
function joined(...layers: readonly (readonly KeySpec[] | undefined)[]): readonly KeySpec[] {
  const byName = new Map(layers.flatMap((keys) => keys ?? []).map((spec) => [spec.key, spec]))
  return [...byName.values()]
}
